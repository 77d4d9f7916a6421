import { createDeskEvaluator, type DeskSlot } from "../departments/desk_slots.ts";
import type { DaysInput } from "../departments/evaluate_days.ts";
import { startMinuteOf, timeOf } from "../departments/slot.ts";
import { mapAtPace, type Pace } from "../heavy_work.ts";
import type { ReadAppointment } from "./appointment.ts";

/** An appointment of an absent worker is moved by at most this number of days. */
export const maxCoverDays = 30;

/** Where an appointment of an absent worker can go. */
export interface CoveredPlace {
  dateTime: Temporal.PlainDateTime;
  workerId: number;
}

/** The appointments of an absent worker, and the days of their department. `activeWorkers` have the absence. */
export interface CoverInput extends DaysInput {
  /** In order of their time. */
  appointments: readonly ReadAppointment[];
}

/** A slot with what the plan has left of it. */
interface OpenSlot extends DeskSlot {
  /** Those of `workerIds`, and those who got an appointment of the plan. Made when the slot first gets one. */
  busyIds: Set<number> | undefined;
  /** The present workers who are not busy. Only read if the department books by worker. */
  freeWorkers: number;
  freePlaces: number;
}

/**
 * Plans who takes the appointments of an absent worker (core/booking/README.md 19): first a colleague at the same time for
 * everybody, then for the others the nearest free time of any worker. Returns a place, or null, for each appointment. The
 * gate decides about each move again. Pure.
 */
export async function planCover(
  input: CoverInput,
  pace: Pick<Pace, "isDue" | "pause">,
): Promise<(CoveredPlace | null)[]> {
  const { appointments, department } = input;
  if (!department.isActive) return appointments.map(() => null);
  const places = createPlaces(input);
  const kept = await mapAtPace(appointments, pace, (one) => places.atSameTime(one.dateTime));
  const indexes = kept.keys().filter((i) => kept[i] === null);
  const moved = new Map<number, CoveredPlace | null>();
  for (const i of indexes) moved.set(i, await places.nearest(appointments[i]!.dateTime, pace));
  return kept.map((place, i) => place ?? moved.get(i) ?? null);
}

/** The places that appointments can go to. Each call takes the place that it returns. */
interface Places {
  atSameTime(dateTime: Temporal.PlainDateTime): CoveredPlace | null;
  /** Pauses between two dates. */
  nearest(
    dateTime: Temporal.PlainDateTime,
    pace: Pick<Pace, "isDue" | "pause">,
  ): Promise<CoveredPlace | null>;
}

function createPlaces(input: CoverInput): Places {
  const { department, to } = input;
  const local = input.now.toZonedDateTimeISO(input.timeZone).toPlainDateTime();
  const slotsOn = createDays(input);
  const taken = new Map<number, number>();

  function hasWorker({ freeWorkers, present }: OpenSlot): boolean {
    return department.showAdminsInBooking ? freeWorkers > 0 : present.count > 0;
  }

  /** Returns the worker who takes a slot: first those who are free then, and of those the one with the fewest. */
  function workerOf({ present }: OpenSlot, busyIds: Set<number>): number | undefined {
    const load = (id: number) => taken.get(id) ?? 0;
    const isBefore = (a: number, b: number) =>
      (Number(busyIds.has(a)) - Number(busyIds.has(b)) || load(a) - load(b) || a - b) < 0;
    const able = department.showAdminsInBooking
      ? present.ids().filter((id) => !busyIds.has(id))
      : present.ids();
    let first = able[0];
    for (const id of able) if (isBefore(id, first!)) first = id;
    return first;
  }

  function take(slot: OpenSlot, dateTime: Temporal.PlainDateTime): CoveredPlace | null {
    if (!hasWorker(slot)) return null;
    const busyIds = slot.busyIds ??= new Set(slot.workerIds);
    const workerId = workerOf(slot, busyIds)!;
    if (!busyIds.has(workerId)) slot.freeWorkers -= 1;
    busyIds.add(workerId);
    taken.set(workerId, (taken.get(workerId) ?? 0) + 1);
    return { dateTime, workerId };
  }

  /** Returns the slot of a day that is nearest to a minute. Of two, people can come to the later one more easily. */
  function nearestOn(date: Temporal.PlainDate, minute: number): OpenSlot | undefined {
    const distance = (slot: OpenSlot) => Math.abs(slot.minute - minute);
    let nearest: OpenSlot | undefined;
    for (const slot of slotsOn(date)) {
      if (slot.state !== "FREE" || slot.freePlaces <= 0) continue;
      if (!hasWorker(slot)) continue;
      // In order of time, so the later one of two.
      if (nearest && distance(slot) > distance(nearest)) break;
      if (Temporal.PlainDateTime.compare(timeOf(date, slot.minute), local) > 0) nearest = slot;
    }
    return nearest;
  }

  return {
    atSameTime(dateTime) {
      const minute = startMinuteOf(dateTime, department);
      const slot = slotsOn(dateTime.toPlainDate()).find((one) => one.minute === minute)!;
      return take(slot, dateTime);
    },
    async nearest(dateTime, pace) {
      const first = dateTime.toPlainDate();
      const minute = startMinuteOf(dateTime, department);
      for (let days = 0; days <= maxCoverDays; days += 1) {
        const date = first.add({ days });
        if (Temporal.PlainDate.compare(date, to) > 0) return null;
        if (pace.isDue()) await pace.pause();
        const slot = nearestOn(date, minute);
        if (!slot) continue;
        slot.freePlaces -= 1;
        return take(slot, timeOf(date, slot.minute));
      }
      return null;
    },
  };
}

/** Makes a function that returns the slots of a date, each time the same ones. */
function createDays(input: CoverInput): (date: Temporal.PlainDate) => OpenSlot[] {
  const evaluate = createDeskEvaluator(input);
  const { slotCapacity } = input.department;
  const days = new Map<string, OpenSlot[]>();
  return (date) => {
    const text = date.toString();
    const known = days.get(text);
    if (known) return known;
    const slots = evaluate(date).map((slot) =>
      Object.assign(slot, {
        busyIds: undefined,
        freeWorkers: slot.present.count - slot.busyWorkers,
        freePlaces: slotCapacity - slot.booked,
      })
    );
    days.set(text, slots);
    return slots;
  };
}
