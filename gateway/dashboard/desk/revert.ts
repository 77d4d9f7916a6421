import type { Appointment, AuditEntry } from "../api/types.ts";

/** Minutes in which a check-in, a missed mark or a cancellation can be undone. The service decides. */
const revertMinutes = 10;

const undoable = new Set(["appointment.completed", "appointment.missed", "appointment.cancelled"]);

/** Returns whether the appointment can be set back to scheduled: it was settled in the last minutes. */
export function canRevert(
  { status, archivedAt }: Pick<Appointment, "status" | "archivedAt">,
  history: readonly Pick<AuditEntry, "action" | "at">[],
  now: string,
): boolean {
  if (archivedAt !== undefined || status === "SCHEDULED") return false;
  const last = history.findLast(({ action }) => undoable.has(action));
  return last !== undefined && secondsBetween(last.at, now) <= revertMinutes * 60;
}

/** Returns the seconds between two local times. Both are read in the same zone, so the zone does not matter. */
function secondsBetween(from: string, to: string): number {
  return (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 1000;
}
