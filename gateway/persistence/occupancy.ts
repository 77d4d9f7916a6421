import type { Environment, Slot, SlotOccupancy, TimeSpan } from "../../core/mod.ts";
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
