import { randomUUID } from "node:crypto";
import type { ClientBase, Pool } from "pg";
import {
  type ClaimedRun,
  type Retention,
  type RetentionCounts,
  type RetentionRun,
} from "../../../core/ports.ts";
import { requireClaim } from "../booking/count_expired.ts";
import { writeAudit } from "../audit/audited.ts";
import { inTransaction } from "../commit/run_transaction.ts";
import { orUnavailable } from "../database/faults.ts";
import { rowsIn, rowsOf, type Statement } from "../database/statement.ts";
import { instantFromDatabase, instantOrNull } from "../mapping/temporal_types.ts";

const claimMinutes = 5;
const hoursBetweenRuns = 20;
/** After a longer break, appointments may have changed that no run has looked at. The next run looks at all of them. */
const maxBreakDays = 3;
/** The clocks of two processes differ by less. What is further ahead was written before the clock was set back. */
const maxAheadMinutes = 1;

type CountsRow = Record<keyof RetentionCounts, string>;

const head = `(
  select coalesce(max(id), 0) from audit_entries where organization_id = $1
)`;

/** Whether the run `r` of an organization can be claimed at a time. */
const isClaimable = (now: string) => `
  (r.finished_at is null and r.claimed_until <= ${now}
    or r.finished_at <= ${now} - interval '${hoursBetweenRuns} hours'
    or coalesce(r.finished_at, r.claimed_until - interval '${claimMinutes} minutes')
      > ${now} + interval '${maxAheadMinutes} minutes')`;

// Most passes find nothing. So one statement without a lock decides for all organizations, and a claim decides again.
const listDue: Statement<{ id: number }> = {
  text: `
    select o.id from organizations o left join retention_runs r on r.organization_id = o.id
    where o.closed_at is null
      and (coalesce(o.appointment_days, o.event_days, o.usage_days, o.audit_days) is not null
        or r.finished_at is null and r.claim is not null)
      and (r.organization_id is null or ${isClaimable("$1::timestamptz")})
    order by o.id`,
};

// A new run begins with counts of 0. The other one keeps what it has done.
//
// An entry of the audit may be committed after an entry with a higher id. So a run reads the entries since two runs ago:
// whatever was open at the start of the last run had a higher id than the last one before.
//
// The lock of the organization waits for a change of its rules, which locks it first. So whoever has the claim reads the
// new rules, and a later change finds the claim and replaces it.
//
// A run that was heard of in the future, and positions there, are of a clock that was set back since. They would keep data
// until that time has come again.
const claim: Statement<never> = {
  text: `
    insert into retention_runs as r
      (organization_id, claim, claimed_until, started_at, audit_heads)
    select $1, $2, $3::timestamptz + interval '${claimMinutes} minutes', $3, array[h, h, h]
    from ${head} as last (h)
    cross join (select from organizations where id = $1 for share) organization
    on conflict (organization_id) do update set
      claim = excluded.claim,
      claimed_until = excluded.claimed_until,
      finished_at = null,
      (started_at, audit_heads, appointments_until, events_until, usage_until, appointments, visits,
        events, calls) = (
        select case when is_new then excluded.started_at else r.started_at end,
          case when is_new then r.audit_heads[2:3] || excluded.audit_heads[3] else r.audit_heads end,
          case when is_new and r.finished_at <= $3::timestamptz - interval '${maxBreakDays} days'
              or r.appointments_until > $3::timestamptz at time zone 'UTC'
            then null else r.appointments_until end,
          case when r.events_until <= $3 then r.events_until end,
          case when r.usage_until <= $3 then r.usage_until end,
          case when is_new then 0 else r.appointments end,
          case when is_new then 0 else r.visits end,
          case when is_new then 0 else r.events end,
          case when is_new then 0 else r.calls end
        from (values (r.finished_at is not null)) as run (is_new)
      )
    where ${isClaimable("$3::timestamptz")}
    returning organization_id`,
};

const keep: Statement<never> = {
  name: "keep the claim of a run of retention",
  text: `
    update retention_runs set claimed_until = $3::timestamptz + interval '${claimMinutes} minutes'
    where organization_id = $1 and claim = $2
    returning organization_id`,
};

/** Locks the row of a run until the end of the transaction. Throws `ClaimLostError` if its claim was taken over. */
export async function keepClaim(
  client: ClientBase | Pool,
  { organizationId, claim }: ClaimedRun,
  now: Temporal.Instant,
): Promise<void> {
  requireClaim(await rowsIn(client, keep, [organizationId, claim, now.toString()]));
}

const advance: Statement<never> = {
  text: `
    update retention_runs set appointments_until = $3::timestamp,
      claimed_until = $4::timestamptz + interval '${claimMinutes} minutes'
    where organization_id = $1 and claim = $2
    returning organization_id`,
};

const end: Statement<CountsRow> = {
  text: `
    update retention_runs set claim = null, claimed_until = null, finished_at = $3
    where organization_id = $1 and claim = $2
    returning appointments, visits, events, calls, entries`,
};

const last: Statement<CountsRow & { startedAt: string; finishedAt: string | null }> = {
  text: `
    select started_at as "startedAt", finished_at as "finishedAt", appointments, visits, events, calls,
      entries
    from retention_runs where organization_id = $1`,
};

function countsOf({ appointments, visits, events, calls, entries }: CountsRow): RetentionCounts {
  return {
    appointments: Number(appointments),
    visits: Number(visits),
    events: Number(events),
    calls: Number(calls),
    entries: Number(entries),
  };
}

/** Implements the part of core's `Retention` that begins, follows and ends runs. */
export function createRuns(
  pool: Pool,
): Pick<Retention, "listDue" | "claim" | "advance" | "finish" | "lastRun"> {
  return {
    listDue: async (now) => (await rowsOf(pool, listDue, [now.toString()])).map(({ id }) => id),
    async claim(organizationId, now) {
      const run = { organizationId, claim: randomUUID() };
      const rows = await rowsOf(pool, claim, [organizationId, run.claim, now.toString()]);
      return rows.length === 0 ? undefined : run;
    },
    async advance({ organizationId, claim }, { until, now }) {
      const values = [organizationId, claim, until?.toString() ?? null, now.toString()];
      requireClaim(await rowsOf(pool, advance, values));
    },
    finish: ({ organizationId, claim }, now, audit) =>
      orUnavailable(() =>
        inTransaction(pool, async (transaction) => {
          const rows = await rowsIn(transaction.client, end, [
            organizationId,
            claim,
            now.toString(),
          ]);
          requireClaim(rows);
          await writeAudit(transaction, [audit(countsOf(rows[0]!))]);
        })
      ),
    async lastRun(organizationId): Promise<RetentionRun | undefined> {
      const [row] = await rowsOf(pool, last, [organizationId]);
      if (!row) return undefined;
      return {
        startedAt: instantFromDatabase(row.startedAt),
        finishedAt: instantOrNull(row.finishedAt),
        ...countsOf(row),
      };
    },
  };
}
