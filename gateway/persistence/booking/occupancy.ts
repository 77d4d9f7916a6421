import {
  type BookingScope,
  type HeldPlace,
  type Slot,
  type SlotOccupancy,
  type TakenSlot,
  type TakenSlotsQuery,
  type TimeRange,
  withHolds,
} from "../../../core/ports.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";
import type { Statement } from "../database/statement.ts";

/** A query for the occupancy of one slot. */
export interface SlotQuery {
  departmentId: number;
  slot: Slot;
}

/** A row with the appointments and the holds of a slot, also holds that have ended. */
export interface OccupancyRow {
  places: number[];
  workerIds: number[];
  /** Null if there are none. */
  holds: (Omit<HeldPlace, "expiresAt"> & { expiresAt: string })[] | null;
}

/** Returns the taken places of a slot at a time. */
export function occupancyAt(
  { places, workerIds, holds }: OccupancyRow,
  now: Temporal.Instant,
): SlotOccupancy {
  if (holds === null) return { places, workerIds };
  const held = holds.map((one) =>
    Object.assign(one, { expiresAt: instantFromDatabase(one.expiresAt) })
  );
  return withHolds({ places, workerIds }, held, now);
}

/** Returns SQL for the holds in a slot of `requested`, as the column `holds` of `OccupancyRow`. */
export function holdsOf(
  { organization, environment }: { organization: string; environment: string },
) {
  return `(
    select json_agg(json_build_object('holdId', h.id, 'place', h.place, 'workerId', h.worker_id,
      'apiKeyId', h.api_key_id, 'lineageId', h.lineage_id, 'expiresAt', h.expires_at,
      'waitlistEntryId', h.waitlist_entry_id))
    from holds h
    where h.organization_id = ${organization} and h.department_id = requested.department_id
      and h.environment = ${environment} and h.date_time >= requested.slot_start
      and h.date_time < requested.slot_start + make_interval(mins => requested.slot_minutes)
  ) as holds`;
}

/** The scope of a requested slot as SQL. */
export const requestedScope = {
  organization: "requested.organization_id",
  environment: "requested.environment",
};

// Returns one row for each requested slot, in their order. The aggregate inside LATERAL makes the planner look each slot
// up by itself. Without it, the planner may join all slots with the whole table. The inner ORDER BY makes it read the
// index of the department by time. Without it, while the table is empty, it may choose another index of the department.
export function occupancyOfSlots(requested: string, scope = requestedScope): string {
  const { organization, environment } = scope;
  return `
    select requested.position, taken.places, taken."workerIds", ${holdsOf(scope)}
    from ${requested}
    cross join lateral (
      select coalesce(array_agg(place), '{}') as places,
        coalesce(array_agg(worker_id) filter (where worker_id is not null), '{}') as "workerIds"
      from (
        select a.place, a.worker_id
        from appointments a
        where a.organization_id = ${organization} and a.environment = ${environment}
          and a.department_id = requested.department_id
          and a.date_time >= requested.slot_start
          and a.date_time < requested.slot_start + make_interval(mins => requested.slot_minutes)
          and a.status <> 'CANCELLED' and not a.is_archived
        order by a.date_time
      ) held
    ) taken
    order by requested.position`;
}

/** Reads the occupancy of slots of one scope, in their order. */
export const readOccupancy: Statement<OccupancyRow> = {
  text: occupancyOfSlots(
    `unnest($1::int[], $3::timestamp[], $4::int[]) with ordinality
      as requested (department_id, slot_start, slot_minutes, position)`,
    { organization: "$5", environment: "$2" },
  ),
};

/** Formats the bounds of a range as `timestamp`s. An end after the year 9999 becomes infinity. */
export function boundsOf({ from, to }: TimeRange): [string, string] {
  return [from.toString(), to.year > 9999 ? "infinity" : to.toString()];
}

/** Returns the values of `readOccupancy`. */
export function occupancyValues(
  { organizationId, environment }: BookingScope,
  queries: readonly SlotQuery[],
): unknown[] {
  return [
    queries.map(({ departmentId }) => departmentId),
    environment,
    queries.map(({ slot }) => slot.start.toString()),
    queries.map(({ slot }) => slot.minutes),
    organizationId,
  ];
}

// Sums up the appointments of each slot of the grid (core's `slotOf`). The size of the answer depends on the number of
// slots and not on the number of appointments.
//
// Why bytes and not rows: a month of one-minute slots is 44,640 rows, which the driver parses in half a second. So each
// date is one row. Each slot of the date is a record in its bytes:
//
//     minute int2 | listed int4 | booked int4 | number of workers int4 | worker ids int4...
//
// The inner ORDER BY makes the planner read the index of the department.
const minuteOfDay = `date_part('hour', date_time)::int * 60 + date_part('minute', date_time)::int`;
const taking = `status <> 'CANCELLED'`;
const byWorker = `filter (where $7 and worker_id is not null and ${taking})`;

export const readTakenSlots: Statement<{ date: string; slots: Uint8Array }> = {
  text: `
    select date::text, string_agg(
      int2send(minute::int2) || int4send(listed::int) || int4send(booked::int)
        || int4send(workers::int) || ids, ''::bytea
    ) as slots
    from (
      select date,
        case when minute < $6 then 0 else minute - (minute - $6) % $5 end as minute,
        count(*) as listed, count(*) filter (where ${taking}) as booked,
        count(distinct worker_id) ${byWorker} as workers,
        coalesce(string_agg(distinct int4send(worker_id::int), ''::bytea) ${byWorker}, '') as ids
      from (
        select date_time::date as date, ${minuteOfDay} as minute, status, worker_id
        from appointments
        where organization_id = $8 and department_id = $1::bigint and environment = $2
          and date_time >= $3::timestamp and date_time < $4::timestamp and not is_archived
        order by date_time, id
      ) held
      group by 1, 2
    ) slots
    group by date`,
};

/** Returns the values of `readTakenSlots`. */
export function takenSlotsValues(
  { organizationId, environment }: BookingScope,
  departmentId: number,
  { from, to, grid, isByWorker }: TakenSlotsQuery,
): unknown[] {
  const days = { from: from.toPlainDateTime(), to: to.add({ days: 1 }).toPlainDateTime() };
  const { slotInterval, slotOffset } = grid;
  const grouping = [slotInterval, slotOffset, isByWorker];
  return [departmentId, environment, ...boundsOf(days), ...grouping, organizationId];
}

/** Reads the slots from the bytes of a row. */
export function takenSlotsOf({ date, slots }: { date: string; slots: Uint8Array }): TakenSlot[] {
  const view = new DataView(slots.buffer, slots.byteOffset, slots.byteLength);
  const taken: TakenSlot[] = [];
  for (let at = 0; at < view.byteLength;) {
    const workers = view.getInt32(at + 10);
    const ids = at + 14;
    taken.push({
      date,
      minute: view.getInt16(at),
      listed: view.getInt32(at + 2),
      booked: view.getInt32(at + 6),
      workerIds: Array.from({ length: workers }, (_, i) => view.getInt32(ids + 4 * i)),
    });
    at = ids + 4 * workers;
  }
  return taken;
}
