import type { BookingScope, Slot, SlotOccupancy, TimeRange } from "../../../core/mod.ts";
import { withHolds } from "../../../core/ports.ts";
import type { Memory } from "./memory.ts";
import { inScope, scopeKey } from "./rows.ts";

/** Returns the taken places and the busy workers of a slot. */
export function takenIn(
  memory: Memory,
  scope: BookingScope,
  { departmentId, slot, now }: { departmentId: number; slot: Slot; now: Temporal.Instant },
): SlotOccupancy {
  const end = slot.start.add({ minutes: slot.minutes });
  const taken = inScope(memory, scope).filter((one) =>
    one.departmentId === departmentId && one.status !== "CANCELLED" && !one.archivedAt &&
    isUpTo(slot.start, one.dateTime) && !isUpTo(end, one.dateTime)
  );
  const places = {
    places: taken.map(({ place }) => place),
    workerIds: taken.flatMap(({ workerId }) => workerId ?? []),
  };
  const held = memory.holds
    .filter((one) =>
      scopeKey(one) === scopeKey(scope) && one.departmentId === departmentId &&
      isUpTo(slot.start, one.dateTime) && !isUpTo(end, one.dateTime)
    )
    .map(({ id, apiKeyId, lineageId, place, workerId, expiresAt }) => (
      { holdId: id, apiKeyId, lineageId, place, workerId, expiresAt }
    ));
  return withHolds(places, held, now);
}

/** Returns whether `a` is not after `b`. */
export function isUpTo(a: Temporal.PlainDateTime, b: Temporal.PlainDateTime): boolean {
  return Temporal.PlainDateTime.compare(a, b) <= 0;
}

/** Returns whether a time is in a range, whose end is excluded. */
export function isWithin({ from, to }: TimeRange, dateTime: Temporal.PlainDateTime): boolean {
  return isUpTo(from, dateTime) && !isUpTo(to, dateTime);
}
