import { minutesOfDay, slotAtMinute } from "../../../../core/departments/slot_grid.ts";
import { minutesOf } from "../../api/time.ts";
import type { Message } from "../../api/service_text.ts";
import type { Appointment, CalendarSlot } from "../../api/types.ts";
import type { Column } from "./columns.ts";

/** Why a slot of a column cannot be taken. */
export type Problem = "over" | "inactive" | "closed" | "full" | "away" | "busy" | "needsWorker";

/** Whether a slot can be taken: yes, only with a reason for the audit log, or no. `same`: the appointment is there. */
export type Verdict =
  | { state: "free" | "same" }
  | { state: "outside" }
  /** `detail` is what the service says, or the reason of a closure or an absence, or "". */
  | { state: "forbidden"; problem: Problem; detail: Message | string };

/** Returns the slot of a column that contains a minute. It is CLOSED where the service lists none. */
export function slotAt({ day, department }: Column, minute: number): CalendarSlot {
  const listed = day.slots?.find((one) => one.minute <= minute && minute < one.endMinute);
  if (listed) return listed;
  return {
    ...slotAtMinute(minute, department),
    // Without a list the service decides.
    state: day.slots === null ? "FREE" : "CLOSED",
    reason: null,
    remainingSlots: 1,
    freeWorkerIds: [],
  };
}

/** Returns the slot whose start is nearest to a minute, so that a dragged block snaps to both sides. */
export function nearestSlot(column: Column, minute: number): CalendarSlot {
  const slot = slotAt(column, Math.max(0, Math.floor(minute)));
  const isNearerToNext = minute - slot.minute > slot.endMinute - minute;
  return isNearerToNext && slot.endMinute < minutesOfDay ? slotAt(column, slot.endMinute) : slot;
}

/** Returns the local time of the start of a slot. */
export function timeOfSlot({ date }: Pick<Column, "date">, { minute }: { minute: number }): string {
  const part = (number: number) => String(number).padStart(2, "0");
  return `${date}T${part(Math.floor(minute / 60))}:${part(minute % 60)}:00`;
}

/** Returns whether an appointment can be booked in a slot of a column. The service decides; this only warns before. */
export function bookingVerdict(column: Column, slot: CalendarSlot, now: string): Verdict {
  const { worker, isOfWorker } = column;
  const shut = shutVerdict(column, slot, now);
  if (shut) return shut;
  if (slot.state === "FULL") return forbidden("full", slot.reason);
  const ofWorker = isOfWorker ? workerVerdict(column, slot, worker?.id ?? null) : undefined;
  return ofWorker ?? windowVerdict(slot);
}

/**
 * Returns whether an appointment can be moved to a slot of a column. Its own place and worker do not count against it.
 */
export function moveVerdict(
  appointment: Appointment,
  column: Column,
  { slot, now }: { slot: CalendarSlot; now: string },
): Verdict {
  const { department, isOfWorker, worker, date } = column;
  const stays = department.id === appointment.departmentId;
  const minute = minutesOf(appointment.dateTime);
  const isOwnSlot = stays && appointment.dateTime.startsWith(date) && slot.minute <= minute &&
    minute < slot.endMinute;
  const keepsTime = isOwnSlot && slot.minute === minute;
  const workerId = isOfWorker ? worker?.id ?? null : stays ? appointment.workerId : null;
  const keepsWorker = stays && workerId === appointment.workerId;
  if (keepsTime && keepsWorker) return { state: "same" };
  // In another department any worker can take it.
  const isFreeToTake = isOwnSlot && keepsWorker || !isOfWorker && !stays;
  const ofWorker = isFreeToTake ? undefined : workerVerdict(column, slot, workerId);
  // Only the worker changes: the slot does not count.
  if (keepsTime) return inactiveVerdict(column) ?? ofWorker ?? { state: "free" };
  const shut = shutVerdict(column, slot, now);
  if (shut) return shut;
  if (slot.state === "FULL" && !isOwnSlot) return forbidden("full", slot.reason);
  return ofWorker ?? windowVerdict(slot);
}

function inactiveVerdict({ department, worker }: Column): Verdict | undefined {
  const isActive = department.isActive && (worker?.isActive ?? true);
  return isActive ? undefined : forbidden("inactive", null);
}

function shutVerdict(column: Column, slot: CalendarSlot, now: string): Verdict | undefined {
  const { day, date } = column;
  const inactive = inactiveVerdict(column);
  if (inactive) return inactive;
  if (day.closure !== null) return forbidden("closed", day.closure);
  if (slot.state === "CLOSED") return forbidden("closed", slot.reason);
  const isOver = slot.endMinute === minutesOfDay
    ? date < now.slice(0, 10)
    : timeOfSlot({ date }, { minute: slot.endMinute }) <= now;
  return isOver ? forbidden("over", null) : undefined;
}

function workerVerdict(
  { department, day, absences }: Column,
  slot: CalendarSlot,
  workerId: number | null,
): Verdict | undefined {
  if (day.slots === null) return undefined;
  if (workerId === null) {
    return department.showAdminsInBooking ? forbidden("needsWorker", null) : undefined;
  }
  if (slot.freeWorkerIds.includes(workerId)) return undefined;
  const absence = absences.find(({ from, to }) => from < slot.endMinute && slot.minute < to);
  return absence ? forbidden("away", absence.reason) : forbidden("busy", null);
}

function windowVerdict({ state }: CalendarSlot): Verdict {
  return { state: state === "OUTSIDE_WINDOW" ? "outside" : "free" };
}

function forbidden(problem: Problem, detail: Message | string | null): Verdict {
  return { state: "forbidden", problem, detail: detail ?? "" };
}
