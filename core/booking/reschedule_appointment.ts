import { localDateTimeField, parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import { activeWorkersOf, checkSlot, checkWorker, placeIn, requireBookable } from "./admission.ts";
import { changed, type DecideChange } from "./appointment_change.ts";
import { changeAsStaff, type ChangingStaff } from "./change_as_staff.ts";
import { staffAppointmentInput, type StaffAppointmentView } from "./read_appointments_as_staff.ts";
import { slotOf } from "./slot.ts";
import { requireScheduled } from "./status_moves.ts";

/** A new time for an appointment. */
export const rescheduleAppointmentInput = staffAppointmentInput.extend({
  dateTime: localDateTimeField,
});

/**
 * Moves a SCHEDULED appointment to another time, by the rule of creation and without a credit (decisions 4).
 * Throws VALIDATION_ERROR (on `dateTime` with the reason that availability gives, on `workerId` when its
 * worker cannot take it there), APPOINTMENT_NOT_FOUND, DEPARTMENT_NOT_FOUND while its department is inactive,
 * or CONFLICT for one that is not SCHEDULED or is archived.
 */
export async function rescheduleAppointment(
  ports: Pick<Ports, "gate">,
  caller: ChangingStaff,
  input: unknown,
): Promise<StaffAppointmentView> {
  const { id, environment, dateTime } = parseInput(rescheduleAppointmentInput, input);
  const decide = decideRescheduling(dateTime);
  return await changeAsStaff(ports, caller, { id, environment, moveTo: dateTime, decide });
}

/** Decides a move to a time. What it takes itself is not counted, so it may move within a full slot. */
function decideRescheduling(dateTime: Temporal.PlainDateTime): DecideChange {
  return ({ appointment, department, workers, others, timeZone, now }) => {
    requireScheduled(appointment);
    if (dateTime.equals(appointment.dateTime)) return null;
    requireBookable(department);
    const occupancy = others.target!;
    const activeWorkerIds = activeWorkersOf(department.id, workers);
    checkWorker(appointment.workerId, { department, activeWorkerIds, occupancy });
    checkSlot({ department, dateTime, timeZone, now, occupancy, activeWorkerIds });
    return {
      appointment: changed(appointment, {
        dateTime,
        workerIsExclusive: department.showAdminsInBooking,
        ...placeIn(slotOf(dateTime, department), { appointment, department, others: occupancy }),
      }),
      creditEntry: null,
      eventName: "APPOINTMENT_UPDATED",
      action: "appointment.rescheduled",
    };
  };
}
