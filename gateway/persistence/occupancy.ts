import type {
  Environment,
  Slot,
  SlotOccupancy,
  TakenSlot,
  TakenSlotsQuestion,
  TimeSpan,
} from "../../core/mod.ts";
import type { Statement } from "./statement.ts";

/** A slot whose occupancy is asked for. */
export interface AskedSlot {
  departmentId: number;
  environment: Environment;
  slot: Slot;
}

// One row a slot, in the order asked: the aggregate keeps each lookup apart, where the planner would
// otherwise make one join of them over the whole table.
export const readOccupancy: Statement<SlotOccupancy> = {
  text: `
    select taken.places, taken."workerIds"
    from unnest($1::int[], $2::text[], $3::timestamp[], $4::int[])
      with ordinality as asked (department_id, environment, slot_start, slot_minutes, position)
    cross join lateral (
      select coalesce(array_agg(a.place), '{}') as places,
        coalesce(array_agg(a.worker_id) filter (where a.worker_id is not null), '{}') as "workerIds"
      from appointments a
      where a.department_id = asked.department_id and a.environment = asked.environment
        and a.date_time >= asked.slot_start
        and a.date_time < asked.slot_start + make_interval(mins => asked.slot_minutes)
        and a.status <> 'CANCELLED' and a.archived_at is null
    ) taken
    order by asked.position`,
};

// By slot of the grid (core's `slotOf`), so that it gives no more rows than a day has slots, however many are booked.
// The order inside makes the planner read the department's own index.
const minute = `date_part('hour', a.date_time)::int * 60 + date_part('minute', a.date_time)::int`;

export const readTakenSlots: Statement<TakenSlot> = {
  text: `
    select a.date_time::date::text as date,
      case when ${minute} < $6 then 0 else ${minute} - (${minute} - $6) % $5 end as minute,
      count(*)::int as held, (count(*) filter (where a.status <> 'CANCELLED'))::int as booked,
      coalesce(array_agg(distinct a.worker_id)
        filter (where $7 and a.worker_id is not null and a.status <> 'CANCELLED'), '{}') as "workerIds"
    from (
      select date_time, status, worker_id from appointments
      where department_id = $1::bigint and environment = $2
        and date_time >= $3::timestamp and date_time < $4::timestamp and archived_at is null
      order by date_time, id
    ) a
    group by 1, 2`,
};

/** The values of `readTakenSlots`. */
export function takenSlotsValues(
  departmentId: number,
  environment: Environment,
  { from, to, grid, isByWorker }: TakenSlotsQuestion,
): unknown[] {
  const days = { from: from.toPlainDateTime(), to: to.add({ days: 1 }).toPlainDateTime() };
  const { slotInterval, slotOffset } = grid;
  return [departmentId, environment, ...boundsOf(days), slotInterval, slotOffset, isByWorker];
}

/** A span's bounds as values of `timestamp`s; what ends past the last year that can be written has no end. */
export function boundsOf({ from, to }: TimeSpan): [string, string] {
  return [from.toString(), to.year > 9999 ? "infinity" : to.toString()];
}

/** The values of `readOccupancy`. */
export function occupancyValues(asked: readonly AskedSlot[]): unknown[] {
  return [
    asked.map(({ departmentId }) => departmentId),
    asked.map(({ environment }) => environment),
    asked.map(({ slot }) => slot.start.toString()),
    asked.map(({ slot }) => slot.minutes),
  ];
}
