import { setImmediate } from "node:timers/promises";
import {
  activeWorkersOf,
  addHeldTimes,
  type BookingScope,
  findWantedSlots,
  type NewEvent,
} from "../../../core/ports.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { localDateFromDatabase } from "../mapping/temporal_types.ts";
import { readHeldTimes } from "./held_times.ts";
import { readDepartment } from "./locked_department.ts";
import { readTakenSlots, takenSlotsOf, takenSlotsValues } from "./occupancy.ts";
import type { GateTransaction } from "./transaction.ts";
import { offerTimes, readWaiting } from "./waitlist_offers.ts";

// A transaction holds the gate, so bookings of the organization wait for it.
const maxSlotsOffered = 20;
const maxSlotsSearched = 10_000;
const maxDaysSearched = 31;
// A slot is checked with the workers that entries wait for, at most all of the department.
const maxWorkersSearched = 1_000_000;

const pieceMs = 10;

/** Frees the event loop after each piece, and not after each date: everybody else of the scope waits for the gate. */
function createPace() {
  let endsAtMs = performance.now() + pieceMs;
  return {
    isDue: () => performance.now() >= endsAtMs,
    async pause() {
      await setImmediate();
      endsAtMs = performance.now() + pieceMs;
    },
  };
}

const findDates: Statement<{ date: string | null; until: string }> = {
  name: "find the next date and the last date of the waiting list",
  text: `
    select min(greatest(from_date, $4::timestamp::date))::text as date, max(to_date)::text as until
    from waitlist_entries
    where organization_id = $1 and environment = $2 and department_id = $3 and state = 'WAITING'
      and to_date >= $4::timestamp::date`,
};

/**
 * Offers free places of a department, in order of time, from a local time on; null for now. It looks at a bounded number
 * of slots. Returns the events, and the time from which there may be more; null if there are none.
 */
export async function offerFrom(
  transaction: GateTransaction,
  scope: BookingScope,
  { departmentId, from, now }: {
    departmentId: number;
    from: Temporal.PlainDateTime | null;
    now: Temporal.Instant;
  },
): Promise<{ events: NewEvent[]; next: Temporal.PlainDateTime | null }> {
  const { client, timeZone } = transaction;
  const { organizationId, environment } = scope;
  const local = now.toZonedDateTimeISO(timeZone).toPlainDateTime();
  const start = from === null || Temporal.PlainDateTime.compare(from, local) < 0 ? local : from;
  const ids = [organizationId, environment, departmentId];
  const [dates] = await rowsIn(client, findDates, [...ids, start.toString()]);
  if (dates!.date === null) return { events: [], next: null };
  const date = localDateFromDatabase(dates!.date);
  const until = localDateFromDatabase(dates!.until);
  const { department, workers } = (await readDepartment(client, {
    organizationId,
    id: departmentId,
  }))!;
  const activeWorkers = activeWorkersOf(departmentId, workers);
  const maxSlots = Math.min(
    maxSlotsSearched,
    maxWorkersSearched / Math.max(1, activeWorkers.length),
  );
  const count = Math.floor(maxSlots * department.slotInterval / 1440);
  const end = date.add({ days: Math.max(1, Math.min(maxDaysSearched, count)) - 1 });
  const to = Temporal.PlainDate.compare(end, until) < 0 ? end : until;
  const begin = date.toPlainDateTime();
  const { entries } = await readWaiting(client, scope, { departmentId, from: begin, to, now });
  const query = { from: date, to, grid: department, isByWorker: department.showAdminsInBooking };
  const rows = await rowsIn(client, readTakenSlots, takenSlotsValues(scope, departmentId, query));
  const held = await readHeldTimes(client, scope, { departmentId, from: date, to, now });
  const taken = addHeldTimes(rows.flatMap(takenSlotsOf), held, department);
  const slots = await findWantedSlots(
    { department, activeWorkers, from: date, to, timeZone, now, taken },
    { entries, from: start, max: maxSlotsOffered, pace: createPace() },
  );
  const times = slots.map((slot) => ({ departmentId, dateTime: slot.start.toString() }));
  const events = await offerTimes(transaction, scope, { times, now });
  const last = slots[maxSlotsOffered - 1];
  const next = last
    ? last.start.add({ minutes: last.minutes })
    : to.add({ days: 1 }).toPlainDateTime();
  const isOver = Temporal.PlainDate.compare(next.toPlainDate(), until) > 0;
  return { events, next: isOver ? null : next };
}

/** A transaction looks at so many parts of the dates. The hourly pass looks at all. */
const maxSearches = 5;

/**
 * Offers the free places of a department to the entries that wait, from a local time on; now if it is left out. It looks
 * at a bounded number of slots, and no further than `until`. Returns the events.
 */
export async function offerDepartment(
  transaction: GateTransaction,
  scope: BookingScope,
  { departmentId, from = null, until, now }: {
    departmentId: number;
    from?: Temporal.PlainDateTime | null;
    until?: Temporal.PlainDate;
    now: Temporal.Instant;
  },
): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  let next = from;
  for (let step = 0; step < maxSearches; step += 1) {
    const offered = await offerFrom(transaction, scope, { departmentId, from: next, now });
    events.push(...offered.events);
    next = offered.next;
    if (next === null) break;
    if (until && Temporal.PlainDate.compare(next.toPlainDate(), until) > 0) break;
  }
  return events;
}
