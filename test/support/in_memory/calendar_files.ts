import {
  type Appointment,
  calendarActions,
  type FiledAppointment,
  type Ports,
} from "../../../core/ports.ts";
import type { Memory } from "./memory.ts";
import { handoversIn, inScope } from "./rows.ts";
import { isWithin } from "./taken_slots.ts";

/** The appointments of calendar files in memory. */
export function calendarFilesIn(memory: Memory): Ports["calendarFiles"] {
  const filed = (appointment: Appointment): FiledAppointment => {
    const department = memory.departments.find(({ id }) => id === appointment.departmentId)!;
    const worker = memory.workers.find(({ id }) => id === appointment.workerId);
    const entries = memory.audit.filter(({ action, subjectId, organizationId }) =>
      organizationId === appointment.organizationId && subjectId === appointment.id &&
      (calendarActions as readonly string[]).includes(action)
    );
    return {
      ...appointment,
      departmentName: department.name,
      workerName: worker?.name ?? null,
      isByWorker: department.showAdminsInBooking,
      changes: entries.length,
      handovers: handoversIn(memory, appointment),
      changedAt: entries.at(-1)?.at ?? null,
    };
  };
  return {
    async find(scope, id) {
      const appointment = inScope(memory, scope).find((one) => one.id === id);
      return appointment && filed(appointment);
    },
    async list(scope, { departmentIds, workerId, cancelledSince, direction, limit, ...range }) {
      const found = inScope(memory, scope)
        .filter(({ dateTime }) => isWithin(range, dateTime))
        .filter((one) => departmentIds?.includes(one.departmentId) ?? true)
        .filter((one) => workerId === null || one.workerId === workerId)
        .map(filed)
        .filter(({ status, archivedAt, changedAt, createdAt }) => {
          const endedAt = archivedAt ?? (status === "CANCELLED" ? changedAt ?? createdAt : null);
          return !endedAt || Temporal.Instant.compare(endedAt, cancelledSince) >= 0;
        })
        .sort((a, b) => Temporal.PlainDateTime.compare(a.dateTime, b.dateTime) || a.id - b.id);
      return (direction === "asc" ? found : found.toReversed()).slice(0, limit);
    },
  };
}
