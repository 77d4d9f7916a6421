import type { Pool } from "pg";
import {
  type BookingScope,
  decideJoin,
  type LeavingEntry,
  type SeenEntry,
  type Waitlist,
  waitlistEvent,
  type WaitlistRequest,
  type WaitlistSums,
} from "../../../core/ports.ts";
import { writeAudit } from "../audit/audited.ts";
import { rowsIn, rowsOf, type Statement } from "../database/statement.ts";
import type { RowOf } from "../mapping/columns.ts";
import { type StoredWaitlistEntry, waitlistEntries } from "../mapping/tables.ts";
import { instantFromDatabase, localDateTimeFromDatabase } from "../mapping/temporal_types.ts";
import type { ChangeTools } from "./gates.ts";
import { readDepartment } from "./locked_department.ts";
import type { GateTransaction } from "./transaction.ts";
import { offerTimes, publishOffers } from "./waitlist_offers.ts";
import { offerDepartment } from "./waitlist_search.ts";

interface SeenRow extends RowOf<StoredWaitlistEntry> {
  offer: { holdId: number; slotTime: string; workerId: number | null; expiresAt: string } | null;
}

const seen = `${waitlistEntries.select("e")}, (
    select json_build_object('holdId', o.hold_id, 'slotTime', o.slot_start, 'workerId', o.worker_id,
      'expiresAt', o.expires_at)
    from waitlist_offers o
    where o.organization_id = e.organization_id and o.environment = e.environment
      and o.entry_id = e.id and o.outcome is null
  ) as offer
  from waitlist_entries e`;

const find: Statement<SeenRow> = {
  name: "find an entry of the waiting list",
  text: `
    select ${seen}
    where e.organization_id = $1 and e.environment = $2 and e.id = $3::bigint
      and ($4::uuid is null or e.lineage_id = $4::uuid)`,
};

const list: Statement<SeenRow> = {
  text: `
    select ${seen}
    where e.organization_id = $1 and e.environment = $2 and e.id > $3::bigint
      and ($4::uuid is null or e.lineage_id = $4::uuid)
      and ($5::bigint[] is null or e.department_id = any($5::bigint[]))
      and ($6::text is null or e.external_user_id = $6)
      and e.state = any($7::text[])
    order by e.id limit $8::int`,
};

const sums: Statement<WaitlistSums> = {
  text: `
    select (
      select count(*)::int from waitlist_entries e
      where e.organization_id = $1 and e.environment = $2 and e.created_at >= $3::timestamptz
        and ($4::bigint[] is null or e.department_id = any($4::bigint[]))
    ) as joined, count(*)::int as offered,
      count(*) filter (where o.outcome = 'ACCEPTED')::int as accepted,
      count(*) filter (where o.outcome = 'DECLINED')::int as declined,
      count(*) filter (where o.outcome = 'EXPIRED')::int as expired,
      round((extract(epoch from percentile_cont(0.5) within group (order by o.ended_at - o.offered_at)
        filter (where o.outcome = 'ACCEPTED')) / 60)::numeric)::int as "medianMinutes"
    from waitlist_offers o
    join waitlist_entries e on e.organization_id = o.organization_id
      and e.environment = o.environment and e.id = o.entry_id
    where o.organization_id = $1 and o.environment = $2 and o.offered_at >= $3::timestamptz
      and ($4::bigint[] is null or e.department_id = any($4::bigint[]))`,
};

/** Implements core's `Waitlist` in Postgres. */
export function createWaitlist(pool: Pool): Waitlist {
  return {
    async find({ organizationId, environment }, { id, holder }) {
      const values = [organizationId, environment, id, holder?.lineageId ?? null];
      const [row] = await rowsOf(pool, find, values);
      return row && toSeenEntry(row);
    },
    async list({ organizationId, environment }, { holder, departmentIds, ...query }) {
      const { externalUserId, states, after, max } = query;
      const scope = [organizationId, environment, after, holder?.lineageId ?? null];
      const values = [...scope, departmentIds, externalUserId, states, max];
      return (await rowsOf(pool, list, values)).map(toSeenEntry);
    },
    async sums({ organizationId, environment }, { departmentIds, from }) {
      const values = [organizationId, environment, from.toString(), departmentIds];
      return (await rowsOf(pool, sums, values))[0]!;
    },
  };
}

function toSeenEntry({ offer, ...row }: SeenRow): SeenEntry {
  const { apiKeyId, lineageId, idempotencyKey, fingerprint, ...entry } = waitlistEntries.fromRow(
    row,
  );
  return {
    ...entry,
    holder: { apiKeyId, lineageId },
    idempotency: idempotencyKey === null
      ? null
      : { key: idempotencyKey, fingerprint: fingerprint as string },
    offer: offer && {
      ...offer,
      slotTime: localDateTimeFromDatabase(offer.slotTime),
      expiresAt: instantFromDatabase(offer.expiresAt),
    },
  };
}

const readJoin: Statement<{ waiting: number; earlier: string | null }> = {
  name: "read what an entry depends on",
  text: `
    select count(*) filter (where state = 'WAITING')::int as waiting, (
      select id from waitlist_entries
      where organization_id = $1 and environment = $2 and lineage_id = $4::uuid
        and idempotency_key = $5
    ) as earlier
    from waitlist_entries
    where organization_id = $1 and environment = $2 and department_id = $3::bigint
      and state = 'WAITING'`,
};

const added = waitlistEntries.without("id");

const insert: Statement<{ id: string }> = {
  name: "join the waiting list",
  text: `insert into waitlist_entries (${added.names})
    values (${Object.values(added.placeholders(1)).join(", ")}) returning id`,
};

/** The work of the gate on the waiting list. */
export function createWaitlistGate({ gates, now, onEvents }: ChangeTools) {
  return {
    /** Decides and writes an entry. A place that is free already is offered at once. */
    async join(
      scope: BookingScope,
      request: WaitlistRequest,
    ): Promise<{ entry: SeenEntry; isReplay: boolean }> {
      let hasWebhooks = false;
      const joined = await gates.enter(scope, async (transaction) => {
        const { client } = transaction;
        const at = now();
        const { earlier, ...context } = await readContext(transaction, { scope, request, now: at });
        const verdict = decideJoin({
          ...context,
          earlier: earlier?.idempotency ?? null,
        }, request);
        if (verdict === "replayed") {
          return { result: { entry: earlier!, isReplay: true }, end: "confirm" };
        }
        const id = await write(client, { scope, request, now: at });
        const { departmentId } = request;
        const none = { holdId: null, slotTime: null, workerId: null, expiresAt: null };
        const event = { entryId: id, departmentId, state: "WAITING", appointmentId: null, ...none };
        const events = [waitlistEvent("WAITLIST_JOINED", event, { ...transaction, now: at })];
        const dates = { from: request.fromDate.toPlainDateTime(), until: request.toDate };
        const found = { departmentId, ...dates, now: at };
        events.push(...await offerDepartment(transaction, scope, found));
        const entry = await entryOf(client, scope, id);
        hasWebhooks = await publishOffers(client, scope, { events, now: at });
        return { result: { entry, isReplay: false }, end: "commit" };
      });
      if (!joined) throw new Error("Cannot join: the organization has no balance");
      if (hasWebhooks) onEvents();
      return joined;
    },

    /** Ends an entry, and offers the place of its offer to the next one. Returns whether the entry was open. */
    async leave(
      scope: BookingScope,
      { id, holder, departmentIds, audit }: LeavingEntry,
    ): Promise<boolean> {
      let hasWebhooks = false;
      const hasLeft = await gates.enter<boolean>(scope, async (transaction) => {
        const { client } = transaction;
        const at = now();
        const { organizationId, environment } = scope;
        const owners = [holder?.lineageId ?? null, departmentIds ?? null];
        const values = [organizationId, environment, id, at.toString(), ...owners];
        const [row] = await rowsIn(client, cancel, values);
        if (!row) return { result: false, end: "roll back" };
        const { departmentId, dateTime } = row;
        const times = dateTime === null ? [] : [{ departmentId, dateTime }];
        const events = await offerTimes(transaction, scope, { times, now: at });
        hasWebhooks = await publishOffers(client, scope, { events, now: at });
        if (audit) await writeAudit(transaction, [audit({ departmentId, at })]);
        return { result: true, end: "commit" };
      });
      if (hasWebhooks) onEvents();
      return hasLeft ?? false;
    },
  };
}

async function readContext(
  { client, timeZone }: GateTransaction,
  { scope, request, now }: { scope: BookingScope; request: WaitlistRequest; now: Temporal.Instant },
) {
  const { organizationId, environment } = scope;
  const { departmentId, holder, idempotency } = request;
  const found = await readDepartment(client, { organizationId, id: departmentId });
  const [row] = await rowsIn(client, readJoin, [
    organizationId,
    environment,
    departmentId,
    holder.lineageId,
    idempotency?.key ?? null,
  ]);
  const { waiting, earlier } = row!;
  return {
    ...scope,
    department: found?.department,
    workers: found?.workers ?? [],
    timeZone,
    now,
    waiting,
    earlier: earlier === null ? null : await entryOf(client, scope, Number(earlier)),
  };
}

async function entryOf(
  client: GateTransaction["client"],
  { organizationId, environment }: BookingScope,
  id: number,
): Promise<SeenEntry> {
  const [row] = await rowsIn(client, find, [organizationId, environment, id, null]);
  return toSeenEntry(row!);
}

async function write(
  client: GateTransaction["client"],
  { scope, request: { holder, idempotency, ...request }, now }: {
    scope: BookingScope;
    request: WaitlistRequest;
    now: Temporal.Instant;
  },
): Promise<number> {
  const { organizationId, environment } = scope;
  const values = added.values({
    organizationId,
    environment,
    ...request,
    ...holder,
    state: "WAITING",
    appointmentId: null,
    idempotencyKey: idempotency?.key ?? null,
    fingerprint: idempotency?.fingerprint ?? null,
    createdAt: now,
  });
  const [row] = await rowsIn(client, insert, values);
  return Number(row!.id);
}

const cancel: Statement<{ departmentId: number; dateTime: string | null }> = {
  name: "leave the waiting list",
  text: `
    with cancelled as (
      update waitlist_entries set state = 'CANCELLED'
      where organization_id = $1 and environment = $2 and id = $3::bigint
        and ($5::uuid is null or lineage_id = $5::uuid)
        and ($6::bigint[] is null or department_id = any($6::bigint[]))
        and state in ('WAITING', 'OFFERED')
      returning id, department_id
    ), ended as (
      update waitlist_offers o set outcome = 'DECLINED', ended_at = $4::timestamptz from cancelled
      where o.organization_id = $1 and o.environment = $2 and o.entry_id = cancelled.id
        and o.outcome is null
      returning o.hold_id
    ), freed as (
      delete from holds h using ended
      where h.organization_id = $1 and h.environment = $2 and h.id = ended.hold_id
      returning h.date_time
    )
    select department_id as "departmentId", date_time as "dateTime"
    from cancelled left join freed on true`,
};
