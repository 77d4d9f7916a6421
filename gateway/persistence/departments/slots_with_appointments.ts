import type { PoolClient } from "pg";
import {
  type Department,
  type Environment,
  type SettingsSlot,
  type Slot,
  slotOf,
  type SlotSettings,
} from "../../../core/mod.ts";
import { localDateTimeFromDatabase } from "../mapping/temporal_types.ts";
import { type AskedSlot, occupancyValues, readOccupancy } from "../booking/occupancy.ts";
import { rowsIn, type Statement } from "../database/statement.ts";

// Along the index of a department's appointments, so that it costs as much as the times it gives.
const findTimes: Statement<{ dateTime: string }> = {
  text: `
    select distinct date_time as "dateTime" from appointments
    where department_id = $1 and environment = $2 and date_time >= $3::timestamp
      and status <> 'CANCELLED' and archived_at is null
    order by date_time limit $4`,
};

/** Some slots, and the time from which on there may be more; null at the end. */
export interface SomeSlots {
  slots: Slot[];
  end: Temporal.PlainDateTime | null;
}

/**
 * The next slots of the grid of now in which appointments take places at `from` or later, at most so many,
 * in the order of time.
 */
export async function findSlots(
  client: PoolClient,
  { department, environment }: { department: Department; environment: Environment },
  { from, limit }: { from: Temporal.PlainDateTime; limit: number },
): Promise<SomeSlots> {
  const values = [department.id, environment, from.toString(), limit];
  const times = await rowsIn(client, findTimes, values);
  const slots: Slot[] = [];
  for (const { dateTime } of times) {
    const slot = slotOf(localDateTimeFromDatabase(dateTime), department);
    if (!slots.at(-1)?.start.equals(slot.start)) slots.push(slot);
  }
  const last = slots.at(-1);
  const isEnd = !last || times.length < limit;
  // The last slot may hold more times than were read: its occupancy is read as a whole.
  return { slots, end: isEnd ? null : last.start.add({ minutes: last.minutes }) };
}

/** What is taken in slots, and in those that held their starts by the settings of before. */
export async function readOccupancies(
  client: PoolClient,
  slots: readonly Slot[],
  { department, environment, before }: {
    department: Department;
    environment: Environment;
    before: SlotSettings;
  },
): Promise<SettingsSlot[]> {
  const { id: departmentId } = department;
  const slotsBefore = slots.map(({ start }) => slotOf(start, before));
  const asked = [...slots, ...slotsBefore].map((slot): AskedSlot => ({
    departmentId,
    environment,
    slot,
  }));
  const taken = await rowsIn(client, readOccupancy, occupancyValues(asked));
  return slots.map((slot, i) => ({
    slot,
    occupancy: taken[i]!,
    occupancyBefore: taken[slots.length + i]!,
  }));
}
