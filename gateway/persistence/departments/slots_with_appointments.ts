import type { PoolClient } from "pg";
import {
  type Department,
  type Environment,
  type SettingsSlot,
  type Slot,
  slotOf,
  type SlotSettings,
} from "../../../core/ports.ts";
import { localDateTimeFromDatabase } from "../mapping/temporal_types.ts";
import { occupancyAt, occupancyValues, readOccupancy } from "../booking/occupancy.ts";
import { rowsIn, type Statement } from "../database/statement.ts";

// Reads the index of a department's appointments in order, so the cost depends on the number of returned times.
const findTimes: Statement<{ dateTime: string }> = {
  text: `
    select distinct date_time as "dateTime" from appointments
    where organization_id = $5 and department_id = $1 and environment = $2 and date_time >= $3::timestamp
      and status <> 'CANCELLED' and not is_archived
    order by date_time limit $4`,
};

/** A chunk of slots. `end` is the time from which on there may be more, null if there are none. */
export interface SlotChunk {
  slots: Slot[];
  end: Temporal.PlainDateTime | null;
}

/** Finds the next slots of the current grid with appointments at `from` or later, at most `limit`, in the order of time. */
export async function findSlots(
  client: PoolClient,
  { department, environment }: { department: Department; environment: Environment },
  { from, limit }: { from: Temporal.PlainDateTime; limit: number },
): Promise<SlotChunk> {
  const values = [department.id, environment, from.toString(), limit, department.organizationId];
  const times = await rowsIn(client, findTimes, values);
  const slots: Slot[] = [];
  for (const { dateTime } of times) {
    const slot = slotOf(localDateTimeFromDatabase(dateTime), department);
    if (!slots.at(-1)?.start.equals(slot.start)) slots.push(slot);
  }
  const last = slots.at(-1);
  const isEnd = !last || times.length < limit;
  // The last slot may have more appointments than were read here. Its occupancy is read in full, so the next chunk
  // begins after the slot.
  return { slots, end: isEnd ? null : last.start.add({ minutes: last.minutes }) };
}

/** Reads the occupancy of slots, and of the slots that contained their starts under the previous settings. */
export async function readOccupancies(
  client: PoolClient,
  slots: readonly Slot[],
  { department, environment, before, now }: {
    department: Department;
    environment: Environment;
    before: SlotSettings;
    now: Temporal.Instant;
  },
): Promise<SettingsSlot[]> {
  const { id: departmentId, organizationId } = department;
  const slotsBefore = slots.map(({ start }) => slotOf(start, before));
  const queries = [...slots, ...slotsBefore].map((slot) => ({ departmentId, slot }));
  const values = occupancyValues({ organizationId, environment }, queries);
  const rows = await rowsIn(client, readOccupancy, values);
  const taken = rows.map((row) => occupancyAt(row, now));
  return slots.map((slot, i) => ({
    slot,
    occupancy: taken[i]!,
    occupancyBefore: taken[slots.length + i]!,
  }));
}
