import { appointments } from "./tables.ts";

/** The columns of an appointment that every reader gets. */
export const readAppointments = appointments.only(
  "id",
  "environment",
  "dateTime",
  "status",
  "name",
  "phone",
  "workerId",
  "qrCode",
  "departmentId",
  "externalUserId",
  "createdAt",
  "archivedAt",
  "note",
);
