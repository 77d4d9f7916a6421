import type { PoolClient } from "pg";
import type { AppointmentView, BookingRequest, BookingScope } from "../../../core/ports.ts";
import { idempotencyHours, slotKey, slotOf } from "../../../core/ports.ts";
import { lockTag } from "../commit/commit_trail.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import type { BookingSettings } from "./booking_settings.ts";
import { holdsOf, type OccupancyRow, requestedScope } from "./occupancy.ts";
import { areTriggersOn } from "./transaction.ts";

/** Bookings of one scope that are decided together. */
export interface ScopeBatch {
  scope: BookingScope;
  requests: readonly BookingRequest[];
}

/** A balance row that the transaction has locked. */
export interface LockedBalance {
  organizationId: number;
  environment: string;
  balance: string;
  lowCreditThreshold: number | null;
  settingsTag: string;
  lastPosition: string;
  hasTriggers: boolean;
}

/** What happens with a balance that another session has locked. */
export type LockedElsewhere = "wait" | "skip";

/**
 * Locks the balances of scopes in the order of their keys, and the tag of the transaction. Returns the locked rows, and
 * none of a closed organization: Postgres checks that again after it waited for the row. With
 * "skip", a transaction never waits for a second gate, so any number of scopes cannot deadlock.
 */
export function lockBalances(
  client: PoolClient,
  batches: readonly ScopeBatch[],
  { tag, ifLocked }: { tag: string; ifLocked: LockedElsewhere },
): Promise<LockedBalance[]> {
  return rowsIn(client, ifLocked === "skip" ? lockFree : lockWaiting, [
    batches.map(({ scope }) => scope.organizationId),
    batches.map(({ scope }) => scope.environment),
    tag,
  ]);
}

const lock = `
  select b.organization_id as "organizationId", b.environment, b.balance,
    b.low_credit_threshold as "lowCreditThreshold",
    b.settings_tag as "settingsTag", b.last_position as "lastPosition", ${areTriggersOn} as "hasTriggers"
  from ${lockTag("$3::uuid")},
    unnest($1::int[], $2::text[]) as wanted (organization_id, environment)
    join balances b on b.organization_id = wanted.organization_id
      and b.environment = wanted.environment
  where b.closed_at is null
  order by b.organization_id, b.environment
  for no key update of b`;

// It reads no occupancy: a statement reads the snapshot from before its lock wait, and would not see the bookings that
// the previous holder committed during the wait. Statements after it get a newer snapshot.
const lockWaiting: Statement<LockedBalance> = { name: "lock balances", text: lock };
const lockFree: Statement<LockedBalance> = {
  name: "lock free balances",
  text: `${lock} skip locked`,
};

/** The occupancy of the requested slots of a scope by `slotKey`, and an unused id for each request. */
export interface SlotReads {
  occupancy: Map<string, OccupancyRow>;
  appointmentIds: number[];
}

/** A batch with the settings that give its slots. */
export interface BatchWithSettings extends ScopeBatch {
  settings: BookingSettings;
}

/** Reads the occupancy of all requested slots. Requests of unknown departments have no slot. */
export async function readSlots(
  client: PoolClient,
  batches: readonly BatchWithSettings[],
): Promise<SlotReads[]> {
  const queries = batches.flatMap((batch, position) =>
    [...slotsOf(batch)].map(([key, slot]) => ({ scope: batch.scope, position, key, slot }))
  );
  const reads = batches.map((): SlotReads => ({ occupancy: new Map(), appointmentIds: [] }));
  if (queries.length === 0) return reads;
  const rows = await rowsIn(client, readOccupancyWithIds, [
    queries.map(({ scope }) => scope.organizationId),
    queries.map(({ slot }) => slot.departmentId),
    queries.map(({ scope }) => scope.environment),
    queries.map(({ slot }) => slot.start),
    queries.map(({ slot }) => slot.minutes),
    queries.map(({ slot }) => slot.requests),
  ]);
  for (const [i, { ids, ...occupancy }] of rows.entries()) {
    const { position, key } = queries[i]!;
    const { occupancy: bySlot, appointmentIds } = reads[position]!;
    bySlot.set(key, occupancy);
    appointmentIds.push(...ids.map(Number));
  }
  // In the order of the requests, ids are in the order of the bookings too.
  for (const { appointmentIds } of reads) appointmentIds.sort((a, b) => a - b);
  return reads;
}

interface RequestedSlot {
  departmentId: number;
  start: string;
  minutes: number;
  requests: number;
}

function slotsOf({ requests, settings }: BatchWithSettings): Map<string, RequestedSlot> {
  const slots = new Map<string, RequestedSlot>();
  for (const { departmentId, dateTime } of requests) {
    const department = settings.departments.get(departmentId);
    if (!department) continue;
    const slot = slotOf(dateTime, department);
    const key = slotKey(departmentId, slot);
    const { start, minutes } = slot;
    const known = slots.get(key);
    if (known) known.requests += 1;
    else slots.set(key, { departmentId, start: start.toString(), minutes, requests: 1 });
  }
  return slots;
}

// Returns one row for each requested slot, in their order. The aggregate inside LATERAL makes the planner look each
// slot up by itself. Without it, the planner may join all slots with the whole table. The inner ORDER BY makes it read
// the index of the department, also in a plan from the time when the table was empty. For the same reason cancelled
// appointments are filtered afterwards: with that condition, the planner could choose the index of the places.
//
// The ids are drawn under the lock of the balance. So they are in the order of creation, on which the lists rely
// (migrations/README.md 6).
const readOccupancyWithIds: Statement<OccupancyRow & { ids: string[] }> = {
  name: "read occupancy and draw ids",
  text: `
    select taken.places, taken."workerIds", ${holdsOf(requestedScope)},
      array(select nextval('appointments_id_seq') from generate_series(1, requested.requests)) as ids
    from unnest($1::int[], $2::int[], $3::text[], $4::timestamp[], $5::int[], $6::int[])
      with ordinality as requested
        (organization_id, department_id, environment, slot_start, slot_minutes, requests, position)
    cross join lateral (
      select coalesce(array_agg(a.place) filter (where a.is_taking), '{}') as places,
        coalesce(
          array_agg(a.worker_id) filter (where a.is_taking and a.worker_id is not null), '{}'
        ) as "workerIds"
      from (
        select place, worker_id, status <> 'CANCELLED' as is_taking from appointments
        where organization_id = requested.organization_id
          and department_id = requested.department_id and environment = requested.environment
          and date_time >= requested.slot_start
          and date_time < requested.slot_start + make_interval(mins => requested.slot_minutes)
          and not is_archived
        order by date_time, id
      ) a
    ) taken
    order by requested.position`,
};

/** An answer that is remembered under an `Idempotency-Key`. */
export interface RememberedRow {
  organizationId: number;
  environment: string;
  key: string;
  fingerprint: string;
  answer: AppointmentView;
}

/**
 * Reads what the keys with a cap have spent on recent dates. Which date is today depends on the time zone, which is
 * not read yet, so it reads all dates that can be today in a zone.
 */
export async function readSpending(
  client: PoolClient,
  batches: readonly ScopeBatch[],
  now: Temporal.Instant,
): Promise<SpendingRow[]> {
  const keys = batches.flatMap(({ scope: { organizationId }, requests }) =>
    requests.flatMap(({ dailyCap }) => dailyCap ? [{ organizationId, ...dailyCap }] : [])
  );
  if (keys.length === 0) return [];
  return await rowsIn(client, findSpending, [
    keys.map(({ organizationId }) => organizationId),
    keys.map(({ lineageId }) => lineageId),
    now.subtract({ hours: 24 }).toString().slice(0, 10),
  ]);
}

/** What a key with a cap has spent on a date. */
export interface SpendingRow {
  organizationId: number;
  lineageId: string;
  date: string;
  credits: number;
}

const findSpending: Statement<SpendingRow> = {
  name: "find spending of keys",
  text: `
    select s.organization_id as "organizationId", s.lineage_id as "lineageId", s.date::text,
      s.credits
    from (
      select distinct * from unnest($1::int[], $2::uuid[]) as key (organization_id, lineage_id)
    ) requested
    cross join lateral (
      select * from key_spending k
      where k.organization_id = requested.organization_id
        and k.lineage_id = requested.lineage_id and k.date >= $3::date
      offset 0
    ) s`,
};

/** Reads the answers that are remembered under the keys of the requests. */
export async function readRemembered(
  client: PoolClient,
  batches: readonly ScopeBatch[],
  now: Temporal.Instant,
): Promise<RememberedRow[]> {
  const keys = batches.flatMap(({ scope, requests }) =>
    requests.flatMap(({ idempotency }) => idempotency ? [{ ...scope, key: idempotency.key }] : [])
  );
  return keys.length === 0 ? [] : await findRememberedKeys(client, keys, now);
}

/** Reads the answers that are remembered under keys. */
export async function findRememberedKeys(
  client: PoolClient,
  keys: readonly (BookingScope & { key: string })[],
  now: Temporal.Instant,
): Promise<RememberedRow[]> {
  return await rowsIn(client, findRemembered, [
    keys.map(({ organizationId }) => organizationId),
    keys.map(({ environment }) => environment),
    keys.map(({ key }) => key),
    now.subtract({ hours: idempotencyHours }).toString(),
  ]);
}

const findRemembered: Statement<RememberedRow> = {
  text: `
    select found.* from (
      select distinct * from unnest($1::int[], $2::text[], $3::text[])
        as claim (organization_id, environment, key)
    ) requested
    cross join lateral (
      select k.organization_id as "organizationId", k.environment, k.key, k.fingerprint, k.answer
      from idempotency_keys k
      where k.organization_id = requested.organization_id
        and k.environment = requested.environment and k.key = requested.key and k.created_at > $4
      offset 0
    ) found`,
};
