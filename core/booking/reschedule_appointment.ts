import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import type { BookingScope } from "../environment.ts";
import { booleanField, forms, idField, localDateTimeField, parseInput } from "../input.ts";
import type { Hashing } from "../platform.ts";
import type { SlotOccupancy } from "../departments/availability.ts";
import type { Department } from "../departments/department.ts";
import { withStaffWindow } from "../departments/desk_slots.ts";
import { slotOf } from "../departments/slot.ts";
import {
  activeWorkersOf,
  checkIdle,
  checkRoom,
  checkSlot,
  checkWorker,
  placeIn,
  requireBookable,
} from "./admission.ts";
import { type Appointment, changed, requireScheduled } from "./appointment.ts";
import type { AppointmentChange, ChangeContext } from "./appointment_change.ts";
import {
  appointmentNotFound,
  type AppointmentView,
  type StaffAppointmentView,
  toAppointmentView,
} from "./appointment_views.ts";
import { holdIdField, idempotencyKeyField, overrideReasonField } from "./book_appointment.ts";
import type { BookingGate, DeskRequest } from "./booking_gate.ts";
import { anyFreeWorker, takesAnyWorker } from "./desk_rules.ts";
import { holderOf, type HoldUse, type KeyOfCaller, takeHold } from "./hold.ts";
import { changeAppointment } from "./change_status.ts";
import { requireSameRequest } from "./idempotency.ts";
import { appointmentChangeInput } from "./seen_appointment.ts";

/** Input of a rescheduling by staff: the appointment, its new time, department and worker. */
export const rescheduleAppointmentInput = appointmentChangeInput.extend({
  dateTime: localDateTimeField,
  departmentId: idField("The new department; the present one if left out").nullish(),
  workerId: idField(
    "The new worker, null for none; the present one if left out and the department stays",
  )
    .nullable().optional(),
  anyWorker: booleanField("Whether any free worker may take it if it has none").nullish(),
  overrideReason: overrideReasonField.nullish(),
});

/**
 * Moves a SCHEDULED appointment to another time, department or worker, by the rule of creation at the front desk and
 * without a credit. If only the worker changes, the slot is not checked (core/booking/README.md 6). Throws:
 *
 * - VALIDATION_ERROR on `dateTime` if the slot is unavailable, or on `workerId` if its worker is not free then;
 * - APPOINTMENT_NOT_FOUND;
 * - DEPARTMENT_NOT_FOUND if its department is inactive;
 * - CONFLICT unless it is SCHEDULED, not archived, and as `from` says.
 */
export async function rescheduleAppointment(
  ports: { gate: BookingGate },
  caller: Caller,
  input: unknown,
): Promise<StaffAppointmentView> {
  const { id, environment, dateTime, departmentId = null, workerId, from, ...desk } = parseInput(
    rescheduleAppointmentInput,
    input,
  );
  const { overrideReason = null, anyWorker } = desk;
  return await changeAppointment(ports, caller, {
    id,
    environment,
    from,
    moveTo: { dateTime, departmentId },
    decide(context) {
      const request = { overrideReason, takesAnyWorker: anyWorker === true };
      return decideMoving(context, { dateTime, workerId, desk: request });
    },
  });
}

/** The fields of a move through the public API. */
export const moveAppointmentFields = z.object({
  dateTime: localDateTimeField.meta({
    ...forms.dateTime,
    description: "The new time, local to the organization: YYYY-MM-DDTHH:mm[:ss], no zone",
    examples: ["2030-03-06T09:00:00"],
  }),
  departmentId: idField("The new department; the present one if left out").nullish().meta({
    description: "Id of the new department. Without it, the appointment stays in its department",
    examples: [2],
  }),
  workerId: idField("The new worker; the present one if left out and the department stays")
    .nullish().meta({
      description:
        "Id of the new worker. Without it, the appointment keeps its worker while it stays in its department",
      examples: [1],
    }),
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
  caller: BookingScope & Pick<Caller, "actor" | "timeZone"> & KeyOfCaller,
  { id, ...input }: { id: number; [field: string]: unknown },
): Promise<{ appointment: AppointmentView; isReplay: boolean }> {
  const { organizationId, environment, timeZone, actor } = caller;
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
      const change = decideMoving(context, {
        dateTime,
        workerId: workerId ?? undefined,
        holdId,
        holder: holderOf(caller),
      });
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

interface Move extends HoldUse {
  dateTime: Temporal.PlainDateTime;
  /** The new worker, null for none. Undefined: the appointment keeps its worker, unless it changes the department. */
  workerId?: number | null | undefined;
  /** What staff can ask for; absent on the public API. */
  desk?: Omit<DeskRequest, "note">;
  /** Whether an undo puts it back to where it was. Then only the places and workers that others have taken count. */
  restores?: boolean;
}

/** Decides a rescheduling. The appointment's own place does not count, so it may move within a full slot. */
export function decideMoving(context: ChangeContext, move: Move): AppointmentChange | null {
  const { appointment, target } = context;
  const { dateTime, desk } = move;
  requireScheduled(appointment);
  const { department } = target!;
  const stays = department?.id === appointment.departmentId;
  const present = stays ? appointment.workerId : null;
  const requestedId = move.workerId === undefined ? present : move.workerId;
  const keepsTime = stays && dateTime.equals(appointment.dateTime);
  if (keepsTime && requestedId === present) return null;
  requireBookable(department);
  const { occupancy: others, hold } = takeHold(target!.others, move);
  const workerId = admit(context, {
    ...move,
    department,
    others,
    workerId: move.workerId ?? hold?.workerId ?? requestedId,
    keepsTime,
  });
  const after: Partial<Appointment> = {
    dateTime,
    departmentId: department.id,
    workerId,
    workerIsExclusive: department.showAdminsInBooking,
    // A place of the old department is not one of the new department.
    ...placeIn(slotOf(dateTime, department), {
      appointment: stays ? appointment : null,
      department,
      others,
    }),
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

/** Returns the worker of the moved appointment. Throws VALIDATION_ERROR if the slot or the worker cannot take it. */
function admit(
  { appointment, target, timeZone, now }: ChangeContext,
  { department, others, workerId, dateTime, desk, keepsTime, restores = false }: Move & {
    department: Department;
    others: SlotOccupancy;
    workerId: number | null;
    keepsTime: boolean;
  },
): number | null {
  if (restores) {
    if (keepsTime) checkIdle(workerId, { department, occupancy: others });
    else checkRoom({ department, others, workerId });
    return workerId;
  }
  const activeWorkers = activeWorkersOf(department.id, target!.workers);
  const at = { dateTime, occupancy: others, activeWorkers };
  const takesAny = desk !== undefined &&
    takesAnyWorker({ workerId, desk }, department);
  if (!takesAny) checkWorker(workerId, { department, ...at });
  const slot = slotOf(dateTime, department);
  const here = desk ? withStaffWindow(department, slot, { ...desk, timeZone, now }) : department;
  // At the desk a change of the worker alone is an edit, which is allowed whatever the slot.
  if (!desk || !keepsTime || takesAny) {
    const isInSlot = department.id === appointment.departmentId &&
      slotOf(appointment.dateTime, department).start.equals(slot.start);
    checkSlot({ department: isInSlot ? withRoom(here, others) : here, timeZone, now, ...at });
  }
  return takesAny ? anyFreeWorker(appointment.id, { department, ...at }) : workerId;
}

/**
 * Returns the department of a slot with a place for the appointment that is in the slot already. A lowered capacity may be
 * below what is booked; the move takes no place more (core/booking/README.md 6).
 */
function withRoom<D extends Pick<Department, "slotCapacity">>(
  department: D,
  others: SlotOccupancy,
): D {
  const slotCapacity = Math.max(department.slotCapacity, others.places.length + 1);
  return { ...department, slotCapacity };
}
