import { dateOf, dayText, timeOf } from "../api/time.ts";
import type { Visit } from "../api/types.ts";
import { Badge } from "../ui/states.tsx";
import { t } from "./texts.ts";

type VisitedAppointment = NonNullable<Visit["appointment"]>;

/** Says what happened to the appointment of a visit since the person came; null if nothing. */
function differenceText(appointment: VisitedAppointment): string | null {
  const { difference } = appointment;
  return difference && t(`difference.${difference}`, { to: newPlaceOf(appointment) });
}

/** Returns the time that a person came for if the appointment was moved since; null otherwise. */
export function cameForText(
  { difference, cameFor, dateTime }: VisitedAppointment,
): string | null {
  if (difference !== "MOVED" || !cameFor) return null;
  if (cameFor.dateTime === dateTime) return t("anotherDepartment");
  const time = timeOf(cameFor.dateTime);
  const isSameDay = dateOf(cameFor.dateTime) === dateOf(dateTime);
  return isSameDay ? time : `${dayText(cameFor.dateTime)}, ${time}`;
}

/** Shows what happened to the appointment of a visit since the person came. */
export function DifferenceBadge({ appointment }: { appointment: VisitedAppointment | null }) {
  const text = appointment && differenceText(appointment);
  return text && <Badge tone="warn">{text}</Badge>;
}

/** Confirms a change of a visit, and says so if the appointment did not change with it. */
export function withKept(done: string, { appointment, isAppointmentKept }: Visit): string {
  if (!appointment || !isAppointmentKept) return done;
  const why = appointment.difference ?? appointment.status;
  return `${done}. ${t(`kept.${why}`, { to: newPlaceOf(appointment) })}`;
}

/** Returns the new time and the new department of a moved appointment, each only if it is another one. */
function newPlaceOf({ dateTime, departmentId, departmentName, cameFor }: VisitedAppointment) {
  return [
    ...(dateTime === cameFor?.dateTime ? [] : [dayText(dateTime), timeOf(dateTime)]),
    ...(departmentId === cameFor?.departmentId ? [] : [departmentName]),
  ].join(", ");
}
