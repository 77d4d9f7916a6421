import type { ReadAppointment } from "../../core/mod.ts";
import { instantFromDatabase, localDateTimeFromDatabase } from "./mapping/temporal_types.ts";

/** A read appointment as a native statement gives it. */
export interface AppointmentRow
  extends Omit<ReadAppointment, "id" | "dateTime" | "createdAt" | "archivedAt"> {
  id: string;
  dateTime: string;
  createdAt: string;
  archivedAt: string | null;
}

/** The columns of `AppointmentRow`, of an appointment `a` and its department `d`. */
export const appointmentColumns = `a.id, a.environment, a.date_time as "dateTime", a.status, a.name,
  a.phone, a.worker_id as "workerId",
  (select w.name from workers w where w.id = a.worker_id) as "workerName", a.qr_code as "qrCode",
  a.department_id as "departmentId", d.name as "departmentName",
  a.external_user_id as "externalUserId", a.created_at as "createdAt",
  a.archived_at as "archivedAt"`;

/** The appointment of a row. */
export function appointmentFromRow<Row extends AppointmentRow>(
  row: Row,
): Omit<Row, keyof AppointmentRow> & ReadAppointment {
  return {
    ...row,
    id: Number(row.id),
    dateTime: localDateTimeFromDatabase(row.dateTime),
    createdAt: instantFromDatabase(row.createdAt),
    archivedAt: row.archivedAt === null ? null : instantFromDatabase(row.archivedAt),
  };
}
