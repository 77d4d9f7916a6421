import { evaluateSlot } from "../../../core/departments/availability.ts";
import type {
  BookingContext,
  BookingRequest,
  BookingVerdict,
} from "../../../core/booking/booking_gate.ts";
import { decideBookings } from "../../../core/booking/decide_bookings.ts";
import { slotKey, slotOf } from "../../../core/departments/slot.ts";
import type { SlotGrid } from "../../../core/departments/slot_grid.ts";
import type { Worker } from "../../../core/departments/worker.ts";
import { deepFreeze } from "./samples.ts";

/** Decides the requests of a batch one after the other, each written before the next. */
export function decideOneByOne(
  context: BookingContext,
  requests: readonly BookingRequest[],
): { verdicts: BookingVerdict[]; contexts: BookingContext[] } {
  const verdicts: BookingVerdict[] = [];
  const contexts = [context];
  for (const request of requests) {
    const before = contexts.at(-1)!;
    const [verdict] = decideBookings(before, [request]);
    verdicts.push(verdict!);
    contexts.push(deepFreeze(written(before, verdict!)));
  }
  return { verdicts, contexts };
}

/** Returns the context as it is read after a verdict is written. */
function written(context: BookingContext, verdict: BookingVerdict): BookingContext {
  if (verdict.kind !== "booked") return context;
  const { appointment, idempotency, answer } = verdict;
  const key = slotKey(appointment.departmentId, {
    start: appointment.slotStart,
    minutes: appointment.slotMinutes,
  });
  const { places, workerIds } = context.occupancy.get(key) ?? { places: [], workerIds: [] };
  const occupancy = {
    places: [...places, appointment.place],
    workerIds: appointment.workerId === null ? workerIds : [...workerIds, appointment.workerId],
  };
  const remembered = new Map(context.remembered);
  if (idempotency) remembered.set(idempotency.key, { ...idempotency, answer });
  return {
    ...context,
    balance: context.balance - 1,
    occupancy: new Map([...context.occupancy, [key, occupancy]]),
    remembered,
    appointmentIds: context.appointmentIds.filter((id) => id !== appointment.id),
  };
}

/** Returns the outcome of one request by the order of checks (rest-adapter/README.md 2), one check a line. */
export function expectedOutcome(context: BookingContext, request: BookingRequest): string {
  const { idempotency, departmentId, dateTime, workerId } = request;
  const remembered = context.remembered.get(idempotency?.key ?? "");
  if (remembered) {
    const isSame = remembered.fingerprint === idempotency!.fingerprint;
    return isSame ? "replayed" : "VALIDATION_ERROR Idempotency-Key";
  }
  const department = context.departments.get(departmentId);
  if (!department || !department.isActive) return "DEPARTMENT_NOT_FOUND";
  const occupancy = context.occupancy.get(slotKey(departmentId, slotOf(dateTime, department))) ??
    { places: [], workerIds: [] };
  const active = context.workers.filter((one) => one.isActive && one.departmentId === departmentId);
  const isWorkerMissing = workerId === null && department.showAdminsInBooking;
  const isWorkerUnknown = workerId !== null && !active.some(({ id }) => id === workerId);
  const isWorkerAway = active.some((one) =>
    one.id === workerId && isAway(one, dateTime, department)
  );
  const isWorkerBusy = workerId !== null && department.showAdminsInBooking &&
    occupancy.workerIds.includes(workerId);
  if (isWorkerMissing || isWorkerUnknown || isWorkerAway || isWorkerBusy) {
    return "VALIDATION_ERROR workerId";
  }
  if (context.balance <= 0) return "INSUFFICIENT_CREDITS";
  const { timeZone, now } = context;
  const activeWorkers = active
    .filter((one) => !isAway(one, dateTime, department))
    .map(({ id }) => ({ id, absences: [] }));
  const slot = evaluateSlot({ department, dateTime, timeZone, now, occupancy, activeWorkers });
  return slot.remainingSlots > 0 ? "booked" : "VALIDATION_ERROR dateTime";
}

/** Returns whether some second of the slot is in an absence of the worker. */
function isAway({ absences }: Worker, dateTime: Temporal.PlainDateTime, grid: SlotGrid): boolean {
  const { start, minutes } = slotOf(dateTime, grid);
  return absences.some(({ from, to, starts, ends }) =>
    Array.from({ length: minutes }, (_, minute) => start.add({ minutes: minute })).some((time) => {
      const [date, clock] = time.toString().split("T") as [string, string];
      const isDate = from <= date && date <= to;
      return isDate &&
        (starts === null || starts <= clock.slice(0, 5) && clock.slice(0, 5) < ends!);
    })
  );
}

/** Returns a verdict in the words of `expectedOutcome`. */
export function outcomeOf(verdict: BookingVerdict): string {
  if (verdict.kind !== "refused") return verdict.kind;
  return [verdict.error.code, ...verdict.error.faults.map(({ field }) => field)].join(" ");
}
