import type { BookingScope, Slot, SlotOccupancy, TimeRange } from "../../../core/mod.ts";
import type { Memory } from "./memory.ts";
import { inScope } from "./rows.ts";

/** Returns the taken places and the busy workers of a slot. */
export function takenIn(
  memory: Memory,
  scope: BookingScope,
  { departmentId, slot }: { departmentId: number; slot: Slot },
): SlotOccupancy {
  const end = slot.start.add({ minutes: slot.minutes });
  const taken = inScope(memory, scope).filter((one) =>
    one.departmentId === departmentId && one.status !== "CANCELLED" && !one.archivedAt &&
    isUpTo(slot.start, one.dateTime) && !isUpTo(end, one.dateTime)
  );
  return {
    places: taken.map(({ place }) => place),
    workerIds: taken.flatMap(({ workerId }) => workerId ?? []),
  };
}

/** Returns whether `a` is not after `b`. */
export function isUpTo(a: Temporal.PlainDateTime, b: Temporal.PlainDateTime): boolean {
  return Temporal.PlainDateTime.compare(a, b) <= 0;
}

/** Returns whether a time is in a range, whose end is excluded. */
export function isWithin({ from, to }: TimeRange, dateTime: Temporal.PlainDateTime): boolean {
  return isUpTo(from, dateTime) && !isUpTo(to, dateTime);
}
