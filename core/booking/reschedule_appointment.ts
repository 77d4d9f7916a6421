import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import type { BookingScope } from "../environment.ts";
import { idField, localDateTimeField, parseInput } from "../input.ts";
import type { Hashing } from "../platform.ts";
import { atDesk } from "../departments/desk_slots.ts";
import { slotOf } from "../departments/slot.ts";
import { activeWorkersOf, checkSlot, checkWorker, placeIn, requireBookable } from "./admission.ts";
import { type Appointment, changed, requireScheduled } from "./appointment.ts";
import type { AppointmentChange, ChangeContext } from "./appointment_change.ts";
import {
  appointmentNotFound,
  type AppointmentView,
  staffAppointmentInput,
  type StaffAppointmentView,
  toAppointmentView,
} from "./appointment_views.ts";
import { holdIdField, idempotencyKeyField, overrideReasonField } from "./book_appointment.ts";
import type { BookingGate } from "./booking_gate.ts";
import { takeHold } from "./hold.ts";
import { changeAppointment } from "./change_status.ts";
import { requireSameRequest } from "./idempotency.ts";

/** Input of a rescheduling by staff: the appointment, its new time, and why it may be outside the booking window. */
export const rescheduleAppointmentInput = staffAppointmentInput.extend({
  dateTime: localDateTimeField,
  overrideReason: overrideReasonField.nullish(),
});

/**
 * Moves a SCHEDULED appointment to another time, by the rule of creation at the front desk and without a credit. Throws:
 *
 * - VALIDATION_ERROR on `dateTime` if the slot is unavailable, or on `workerId` if its worker is not free then;
 * - APPOINTMENT_NOT_FOUND;
 * - DEPARTMENT_NOT_FOUND if its department is inactive;
 * - CONFLICT unless it is SCHEDULED and not archived.
 */
export async function rescheduleAppointment(
  ports: { gate: BookingGate },
  caller: Caller,
  input: unknown,
): Promise<StaffAppointmentView> {
  const { id, environment, dateTime, overrideReason = null } = parseInput(
    rescheduleAppointmentInput,
    input,
  );
  return await changeAppointment(ports, caller, {
    id,
    environment,
    moveTo: { dateTime, departmentId: null },
    decide: (context) => decideMoving(context, { dateTime, desk: { overrideReason } }),
  });
}

/** The fields of a move through the public API. */
export const moveAppointmentFields = z.object({
  dateTime: localDateTimeField,
  departmentId: idField("The new department; the present one if left out").nullish(),
  workerId: idField("The new worker; the present one if left out and the department stays")
    .nullish(),
  holdId: holdIdField,
});

/** The fields with the optional `Idempotency-Key`. */
const moveAppointmentInput = moveAppointmentFields.extend({
  "Idempotency-Key": idempotencyKeyField,
});

/**
 * Moves an appointment to another time, department or worker for a caller of the public API, by the rule of creation
 * and without a credit (core/booking/README.md 6). Throws as `rescheduleAppointment`, and VALIDATION_ERROR on
 * `Idempotency-Key` if the key was used with another request.
 */
export async function moveAppointment(
  { gate, sha256 }: Hashing & { gate: BookingGate },
  { organizationId, environment, timeZone, actor }:
    & BookingScope
    & Pick<Caller, "actor" | "timeZone">,
  { id, ...input }: { id: number; [field: string]: unknown },
): Promise<{ appointment: AppointmentView; isReplay: boolean }> {
  const { "Idempotency-Key": key, dateTime, departmentId = null, workerId = null, holdId } =
    parseInput(moveAppointmentInput, input);
  const holdIds = typeof holdId === "number" ? [holdId] : [];
  const fields = ["reschedule", id, dateTime, departmentId, workerId, ...holdIds];
  const claim = key === undefined
    ? undefined
    : { key, fingerprint: await sha256(JSON.stringify(fields)) };
  let replayed: AppointmentView | undefined;
  const appointment = await gate.change(
    { organizationId, environment },
    {
      id,
      actor,
      moveTo: { dateTime, departmentId },
      ...(key !== undefined && { idempotencyKey: key }),
    },
    (context) => {
      replayed = undefined;
      const { remembered } = context;
      if (remembered) requireSameRequest(remembered, claim!);
      replayed = remembered?.answer;
      if (replayed) return null;
      const change = decideMoving(context, { dateTime, workerId, holdId });
      if (!change || !claim) return change;
      const { name: departmentName } = context.target!.department!;
      const answer = toAppointmentView({ ...change.appointment, departmentName }, timeZone);
      return { ...change, remember: { ...claim, answer } };
    },
  );
  if (!appointment) throw appointmentNotFound();
  return {
    appointment: replayed ?? toAppointmentView(appointment, timeZone),
    isReplay: replayed !== undefined,
  };
}

interface Move {
  dateTime: Temporal.PlainDateTime;
  /** The new worker. Without it the appointment keeps its worker, unless it changes the department. */
  workerId?: number | null;
  holdId?: number | null | undefined;
  /** What staff can ask for; absent on the public API. */
  desk?: { overrideReason: string | null };
}

/** Decides a rescheduling. The appointment's own place does not count, so it may move within a full slot. */
function decideMoving(
  { appointment, target, timeZone, now }: ChangeContext,
  { dateTime, desk, ...move }: Move,
): AppointmentChange | null {
  requireScheduled(appointment);
  const { department, workers } = target!;
  const stays = department?.id === appointment.departmentId;
  const present = stays ? appointment.workerId : null;
  const isThere = stays && (move.workerId ?? present) === present &&
    dateTime.equals(appointment.dateTime);
  if (isThere) return null;
  requireBookable(department);
  const { occupancy: others, hold } = takeHold(target!.others, move.holdId);
  const workerId = move.workerId ?? hold?.workerId ?? present;
  const activeWorkers = activeWorkersOf(department.id, workers);
  const at = { dateTime, occupancy: others, activeWorkers };
  checkWorker(workerId, { department, ...at });
  const slot = slotOf(dateTime, department);
  const here = desk ? atDesk(department, slot, { ...desk, timeZone, now }) : department;
  checkSlot({ department: here, timeZone, now, ...at });
  const after: Partial<Appointment> = {
    dateTime,
    departmentId: department.id,
    workerId,
    workerIsExclusive: department.showAdminsInBooking,
    // A place of the old department is not one of the new department.
    ...placeIn(slot, { appointment: stays ? appointment : null, department, others }),
  };
  return {
    appointment: changed(appointment, after),
    creditEntry: null,
    eventName: "APPOINTMENT_UPDATED",
    action: "appointment.rescheduled",
    overrideReason: desk?.overrideReason ?? null,
    usedHold: hold,
  };
}
