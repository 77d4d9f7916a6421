import type { Appointment, Visit } from "../api/types.ts";

type Position = Pick<Appointment, "dateTime" | "departmentId" | "workerId">;

/** Returns where the page shows an appointment. The service refuses an action on one that is elsewhere by now. */
export function positionOf({ dateTime, departmentId, workerId }: Position): Position {
  return { dateTime, departmentId, workerId };
}

/** The same with the status, for an action that more than one status allows. */
export function seenOf(appointment: Position & Pick<Appointment, "status">) {
  return { ...positionOf(appointment), status: appointment.status };
}

/** Names a visit as the page shows it. The service refuses an action if another counter has changed it. */
export function shownVisit({ id, environment, state, departmentId, desk }: Visit) {
  return { id, environment, from: { state, departmentId, desk } };
}
