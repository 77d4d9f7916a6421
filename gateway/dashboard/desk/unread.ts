import { useMemo } from "react";
import type { Appointment, AppointmentStatus, Input, MutationPath } from "../api/types.ts";
import { type UnreadChange, useUnreadChanges } from "../api/unread_changes.ts";

const outcomes: Partial<Record<MutationPath, AppointmentStatus>> = {
  "appointments.complete": "COMPLETED",
  "appointments.markMissed": "MISSED",
  "appointments.revert": "SCHEDULED",
};

type Patch = Partial<Appointment>;

/** Returns what a change makes of its appointment: what the service has answered, or what is expected of it. */
function patchOf({ path, input, answer }: UnreadChange): Patch | undefined {
  if (answer !== undefined) return answer as Patch;
  const status = outcomes[path];
  if (status !== undefined) return { status };
  if (path !== "appointments.reschedule") return undefined;
  const { dateTime, departmentId, workerId = null } = input as Input<typeof path>;
  // The dialog gives only the time.
  return { dateTime, ...(departmentId && { departmentId, workerId }) } as Patch;
}

/**
 * Returns the appointments by time, as the changes of this tab leave them. A list that is read meanwhile still has the old
 * state, and must not bring it back. The others stay the same objects, so that their rows do not render again.
 */
export function withUnread(
  appointments: readonly Appointment[],
  changes: readonly UnreadChange[],
): readonly Appointment[] {
  const patches = new Map<number, Patch>();
  for (const change of changes) {
    if (!change.path.startsWith("appointments.")) continue;
    const { id } = change.input as { id?: number };
    const patch = patchOf(change);
    if (id !== undefined && patch) patches.set(id, { ...patches.get(id), ...patch });
  }
  if (patches.size === 0) return appointments;
  return appointments.map((one) => patches.has(one.id) ? { ...one, ...patches.get(one.id) } : one)
    .toSorted((a, b) => a.dateTime < b.dateTime ? -1 : a.dateTime > b.dateTime ? 1 : a.id - b.id);
}

const none: readonly Appointment[] = [];

/** Returns the appointments by time, as the changes of this tab leave them. */
export function useWithUnread(appointments = none): readonly Appointment[] {
  const changes = useUnreadChanges();
  return useMemo(() => withUnread(appointments, changes), [appointments, changes]);
}

/** Returns the ids of the appointments whose arrivals the queue may not show yet. */
export function useUnreadArrivals(): readonly number[] {
  return useUnreadChanges().flatMap(({ path, input }) => {
    const { appointmentId } = path === "visits.arrive" ? input as Input<typeof path> : {};
    return appointmentId ? [appointmentId] : [];
  });
}
