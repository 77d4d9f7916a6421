import type { Appointment } from "../booking/appointment.ts";
import type {
  AppointmentChange,
  ChangeContext,
  DecideChange,
} from "../booking/appointment_change.ts";
import { arrivalRefusal } from "./arrival_time.ts";
import { instantOf } from "../local_date_time.ts";
import type { Visit } from "./visit.ts";
import type { VisitContext } from "./visit_gate.ts";

/** What happened to an appointment after its person had come, so that the end of the visit does not change it. */
export type AppointmentDifference = "ARCHIVED" | "CANCELLED" | "MOVED";

type CameFor = Pick<Visit, "appointmentTime" | "appointmentDepartmentId">;
type Position = Pick<Appointment, "dateTime" | "departmentId">;

/** Returns why an appointment is not the one any more that a visit was made for; null if it still is. */
export function differenceOf(
  visit: CameFor & Pick<Visit, "date">,
  appointment: Position & Pick<Appointment, "status" | "archivedAt">,
): AppointmentDifference | null {
  if (appointment.archivedAt) return "ARCHIVED";
  if (appointment.status === "CANCELLED") return "CANCELLED";
  return isAtSamePosition(visit, appointment) ? null : "MOVED";
}

function isAtSamePosition(
  { appointmentTime, appointmentDepartmentId, date }: CameFor & Pick<Visit, "date">,
  { dateTime, departmentId }: Position,
): boolean {
  // A version that stored no time let people arrive on the date of their appointment only.
  if (!appointmentTime) return dateTime.toPlainDate().equals(date);
  return dateTime.equals(appointmentTime) && departmentId === appointmentDepartmentId;
}

/**
 * Decides the change of the appointment of a visit that ends. Null if the visit has none, and if the appointment is not
 * the one any more that the visit was made for, or not SCHEDULED: then only the visit ends.
 */
export function changeOfAppointment(
  visit: Visit,
  context: ChangeContext | undefined,
  decide: DecideChange,
): AppointmentChange | null {
  if (!context || context.appointment.status !== "SCHEDULED") return null;
  return differenceOf(visit, context.appointment) === null ? decide(context) : null;
}

/** Returns what a visit keeps of the appointment that its person comes for. */
export function cameFor(
  { dateTime, departmentId }: Position,
  { timeZone }: Pick<VisitContext, "timeZone">,
): CameFor & Pick<Visit, "dueAt"> {
  return {
    appointmentTime: dateTime,
    appointmentDepartmentId: departmentId,
    dueAt: instantOf(dateTime, timeZone) ?? null,
  };
}

/**
 * Returns what a waiting visit keeps of its appointment if that was moved and the person now waits for it: in its new
 * department, at a time at which the person can arrive for it. Undefined otherwise.
 */
export function cameForMoved(
  visit: Visit,
  departmentId: number,
  context: Pick<VisitContext, "appointment" | "departments" | "now" | "rulesOf" | "timeZone">,
): ReturnType<typeof cameFor> | undefined {
  const appointment = context.appointment?.appointment;
  if (!appointment || differenceOf(visit, appointment) !== "MOVED") return undefined;
  if (appointment.status !== "SCHEDULED" || appointment.departmentId !== departmentId) {
    return undefined;
  }
  const { now, timeZone } = context;
  const { date: businessDate } = context.departments.get(departmentId)!;
  const moment = { businessDate, rules: context.rulesOf(departmentId), now, timeZone };
  const canArrive = arrivalRefusal(appointment.dateTime, moment) === null;
  return canArrive ? cameFor(appointment, context) : undefined;
}
