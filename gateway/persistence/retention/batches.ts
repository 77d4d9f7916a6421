import type { Pool, PoolClient } from "pg";
import { type BatchKind, erasedBody, erasedVisit, type Retention } from "../../../core/ports.ts";
import { inTransaction } from "../commit/run_transaction.ts";
import { orUnavailable } from "../database/faults.ts";
import { isHeldSql, isOfHeldSql } from "../booking/legal_holds.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { visits } from "../mapping/tables.ts";
import { replaceBodies } from "../webhooks/erase_bodies.ts";
import { eraseInEntry } from "../webhooks/feed_entries.ts";
import { keepClaim } from "./runs.ts";

const batch = 500;

/** Removes the next records before a time. Returns how many were removed, and whether there may be more. */
type Step = (
  client: PoolClient,
  organizationId: number,
  before: string,
) => Promise<{ removed: number; hasMore: boolean }>;

const personal = visits.only(...Object.keys(erasedVisit) as (keyof typeof erasedVisit)[]);

// The end of a visit deletes its note, and the erasure of its appointment does. The others are few.
const eraseVisits: Statement<never> = {
  text: `
    update visits set ${personal.assignments(3)}
    where organization_id = $1 and (environment, id) in (
      select environment, id from visits
      where organization_id = $1 and environment in ('LIVE', 'TEST') and state <> 'ENDED'
        and date < $2::timestamp::date and appointment_id is null and note <> ''
      limit ${batch}
    )
    returning id`,
};

// All events of one moment are in one batch, so the moment is the position of the next one.
const nextEvents: Statement<{ id: string; createdAt: string; body: string }> = {
  text: `
    select id, created_at as "createdAt", body from webhook_events
    where organization_id = $1 and appointment_id is not null and created_at < $2
      and created_at > (
        select coalesce(events_until, '-infinity') from retention_runs where organization_id = $1
      )
    order by created_at fetch first ${batch} rows with ties`,
};

const noteEvents: Statement<never> = {
  text: `
    update retention_runs set events = events + $2, events_until = $3 where organization_id = $1`,
};

// The oldest entries after the position of each environment. Their number ends the batch and not their time: a search for
// the time would read the whole feed once there is nothing more to do. Those that are due are locked: erasures by hand
// replace the same bodies, outside the run.
const nextEntries: Statement<
  { environment: string; position: string; createdAt: string; bodies: string }
> = {
  text: `
    select f.environment, f.position, f.created_at as "createdAt", f.bodies
    from retention_runs r
    cross join lateral (values ('LIVE', r.feed_live), ('TEST', r.feed_test)) as e (environment, done)
    cross join lateral (
      select position, created_at from feed_entries
      where organization_id = $1 and environment = e.environment and position > e.done
      order by position limit ${batch}
    ) page
    join feed_entries f on f.organization_id = $1 and f.environment = e.environment
      and f.position = page.position and f.created_at = page.created_at
    where r.organization_id = $1 and page.created_at < $2::timestamptz
    order by f.environment, f.position for no key update of f`,
};

const noteEntries: Statement<never> = {
  text: `
    update retention_runs set feed_live = greatest(feed_live, $2), feed_test = greatest(feed_test, $3)
    where organization_id = $1`,
};

// The sums of the calls stay: only an insert adds to them.
const eraseCalls: Statement<{ removed: number; until: string | null }> = {
  text: `
    with next as (
      select id, timestamp from usage_entries
      where organization_id = $1 and timestamp < $2 and timestamp > (
        select coalesce(usage_until, '-infinity') from retention_runs where organization_id = $1
      )
      order by timestamp fetch first ${batch} rows with ties
    ), erased as (
      update usage_entries u set ip_address = '', user_agent = ''
      from next where u.organization_id = $1 and u.timestamp = next.timestamp and u.id = next.id
    )
    update retention_runs r set calls = calls + done.removed,
      usage_until = coalesce(done.until, usage_until)
    from (select count(*)::int as removed, max(timestamp) as until from next) done
    where r.organization_id = $1
    returning done.removed`,
};

// An entry before the salts is done without a change: its seal covers its personal part (core/audit/README.md 6).
const eraseEntries: Statement<{ removed: number; looked: number }> = {
  text: `
    with next as materialized (
      select e.id, e.salt is not null and not ${isOfHeldSql} as has_person,
        bool_and(e.created_at < $2::timestamptz) over (order by e.id) as is_due
      from (
        select * from audit_entries
        where organization_id = $1
          and id > (select audit_position from retention_runs where organization_id = $1)
        order by id limit ${batch}
      ) e
    ), erased as (
      update audit_entries e
      set (actor_name, ip_address, subject_name, changes, salt, personal_hash) = (
        select r.actor_name, r.ip_address, r.subject_name, r.changes, r.salt, r.personal_hash
        from audit_without_person(e) r
      )
      from next where next.is_due and next.has_person
        and e.organization_id = $1 and e.id = next.id
      returning e.id
    )
    update retention_runs r set entries = entries + (select count(*) from erased),
      audit_position = coalesce((select max(id) from next where is_due), audit_position)
    where r.organization_id = $1
    returning (select count(*)::int from erased) as removed,
      (select count(*)::int from next where is_due) as looked`,
};

// The same condition as for appointments, for those that the events of a batch name.
const findHeld: Statement<{ id: string }> = {
  text: `
    select a.id from appointments a
    where a.organization_id = $1 and a.environment in ('LIVE', 'TEST') and a.id = any($2::bigint[])
      and ${isHeldSql}`,
};

/** Returns what removes the person from the body of an event, unless their data is held. */
async function erasedUnlessHeld(
  client: PoolClient,
  organizationId: number,
  bodies: readonly string[],
): Promise<(body: string) => string> {
  const ids = new Set(bodies.map(appointmentOf).filter((id) => id !== undefined));
  const rows = await rowsIn(client, findHeld, [organizationId, [...ids]]);
  const held = new Set(rows.map(({ id }) => Number(id)));
  return (body) => {
    const id = appointmentOf(body);
    return id !== undefined && held.has(id) ? body : erasedBody(body);
  };
}

function appointmentOf(body: string): number | undefined {
  const { type, data } = JSON.parse(body) as {
    type: string;
    data: { object: { id?: number } };
  };
  return type.startsWith("appointment.") ? data.object.id : undefined;
}

const steps: Record<BatchKind, Step> = {
  async visits(client, organizationId, before) {
    const values = [organizationId, before, ...personal.values(erasedVisit)];
    const removed = (await rowsIn(client, eraseVisits, values)).length;
    await client.query(
      "update retention_runs set visits = visits + $2 where organization_id = $1",
      [
        organizationId,
        removed,
      ],
    );
    return { removed, hasMore: removed === batch };
  },
  async events(client, organizationId, before) {
    const events = await rowsIn(client, nextEvents, [organizationId, before]);
    const last = events.at(-1);
    if (!last) return { removed: 0, hasMore: false };
    const erased = await erasedUnlessHeld(client, organizationId, events.map(({ body }) => body));
    const changed = events.filter(({ body }) => erased(body) !== body);
    await replaceBodies(client, organizationId, changed, erased);
    await rowsIn(client, noteEvents, [organizationId, changed.length, last.createdAt]);
    return { removed: changed.length, hasMore: events.length >= batch };
  },
  async feed(client, organizationId, before) {
    const due = await rowsIn(client, nextEntries, [organizationId, before]);
    const all = due.flatMap(({ bodies }) => bodies.split("\n"));
    const erased = await erasedUnlessHeld(client, organizationId, all);
    const done = { LIVE: 0, TEST: 0 };
    for (const { environment, position, createdAt, bodies } of due) {
      const scope = { organizationId, environment: environment as keyof typeof done };
      await eraseInEntry(client, { scope, position, createdAt, bodies }, { erased });
      done[scope.environment] = Number(position);
    }
    await rowsIn(client, noteEntries, [organizationId, done.LIVE, done.TEST]);
    return { removed: due.length, hasMore: due.length >= batch };
  },
  async usage(client, organizationId, before) {
    const [row] = await rowsIn(client, eraseCalls, [organizationId, before]);
    const removed = row?.removed ?? 0;
    return { removed, hasMore: removed >= batch };
  },
  async audit(client, organizationId, before) {
    const [row] = await rowsIn(client, eraseEntries, [organizationId, before]);
    return { removed: row!.removed, hasMore: row!.looked >= batch };
  },
};

/** Implements the part of core's `Retention` that removes records in batches. */
export function createBatches(pool: Pool): Pick<Retention, "removeBatch"> {
  return {
    removeBatch: (run, { kind, before, now }) =>
      orUnavailable(() =>
        inTransaction(pool, async ({ client }) => {
          await keepClaim(client, run, now);
          const { hasMore } = await steps[kind](client, run.organizationId, before.toString());
          return hasMore;
        })
      ),
  };
}
