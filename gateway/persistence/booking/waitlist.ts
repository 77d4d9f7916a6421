import {
  type BookingScope,
  decideJoin,
  type LeavingEntry,
  type SeenEntry,
  waitlistEvent,
  type WaitlistRequest,
} from "../../../core/ports.ts";
import { writeAudit } from "../audit/audited.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { waitlistEntries } from "../mapping/tables.ts";
import type { ChangeTools } from "./gates.ts";
import { readDepartment } from "./locked_department.ts";
import type { GateTransaction } from "./transaction.ts";
import { offerTimes, publishOffers } from "./waitlist_offers.ts";
import { findEntry, toSeenEntry } from "./waitlist_reads.ts";
import { offerDepartment } from "./waitlist_search.ts";

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
  const [row] = await rowsIn(client, findEntry, [organizationId, environment, id, null]);
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
