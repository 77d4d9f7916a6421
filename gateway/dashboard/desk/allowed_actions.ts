import type { Appointment } from "../api/types.ts";

/** The actions on an appointment that depend on its status. */
export type AppointmentAction = "complete" | "miss" | "cancel" | "reschedule" | "edit";

const byStatus: Record<Appointment["status"], readonly AppointmentAction[]> = {
  SCHEDULED: ["complete", "miss", "cancel", "reschedule", "edit"],
  COMPLETED: ["miss"],
  MISSED: ["complete"],
  CANCELLED: [],
};

/**
 * Returns which actions the appointment allows. The service decides; this table only hides buttons. A test compares
 * it with the status moves of core, so that the two cannot drift (gateway/dashboard/README.md 8).
 */
export function allowedActions(
  { status, archivedAt }: Pick<Appointment, "status" | "archivedAt">,
): Record<AppointmentAction, boolean> {
  const allows = (action: AppointmentAction) =>
    archivedAt === undefined && byStatus[status].includes(action);
  return {
    complete: allows("complete"),
    miss: allows("miss"),
    cancel: allows("cancel"),
    reschedule: allows("reschedule"),
    edit: allows("edit"),
  };
}
