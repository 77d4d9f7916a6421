import type { ReadVisit } from "../../../core/ports.ts";
import { instantOrNull, localDateTimeFromDatabase } from "../mapping/temporal_types.ts";

type Appointment = NonNullable<ReadVisit["appointment"]>;

/** A row of `appointmentColumn`. */
export interface AppointmentRow {
  appointment:
    | Omit<Appointment, "dateTime" | "archivedAt"> & { dateTime: string; archivedAt: string | null }
    | null;
}

/** Selects the appointment of the visit `v` as JSON; null if it has none. */
export const appointmentColumn = `case when a.id is not null then json_build_object('id', a.id,
    'dateTime', a.date_time, 'status', a.status, 'name', a.name, 'departmentId', a.department_id,
    'departmentName', ad.name, 'archivedAt', a.archived_at) end as appointment`;

/** Joins what `appointmentColumn` needs. */
export const withAppointment = `left join appointments a on a.organization_id = v.organization_id
    and a.environment = v.environment and a.id = v.appointment_id
  left join departments ad on ad.organization_id = a.organization_id and ad.id = a.department_id`;

/** Converts an `appointmentColumn`. */
export function appointmentFromRow(
  appointment: AppointmentRow["appointment"],
): ReadVisit["appointment"] {
  if (!appointment) return null;
  const { dateTime, archivedAt } = appointment;
  return {
    ...appointment,
    dateTime: localDateTimeFromDatabase(dateTime),
    archivedAt: instantOrNull(archivedAt),
  };
}
