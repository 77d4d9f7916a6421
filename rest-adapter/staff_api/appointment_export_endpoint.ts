import { exportAppointmentsInput, type ExportedAppointment } from "../../core/mod.ts";
import { documented } from "../wire/documented.ts";
import { readQuery } from "../query.ts";
import { csvAnswer } from "./csv_answer.ts";
import type { SignedInEndpoint } from "./endpoint.ts";
import { appointmentCsvSchema } from "./wire_schemas.ts";

const columns = [
  "id",
  "dateTime",
  "name",
  "phone",
  "externalUserId",
  "departmentName",
  "workerName",
  "status",
  "createdAt",
  "archivedAt",
  "qrCode",
] as const satisfies readonly (keyof ExportedAppointment)[];

const dateTimeOrDate = {
  type: "string",
  pattern: "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?)?$",
};

/** Exports the appointments that the filters find as CSV (rest-adapter/README.md 8.6). */
export const exportAppointmentsEndpoint: SignedInEndpoint = {
  method: "GET",
  path: "/api/staff/appointments/export/csv",
  operationId: "exportAppointmentsCsv",
  tag: "Extensions",
  summary: "Export appointments as CSV",
  description:
    "Streams all appointments that the filters find as CSV (RFC 4180, UTF-8 with a byte order mark), in the order of `sort`. A " +
    "cell that a spreadsheet would run as a formula starts with an extra apostrophe. The audit log records " +
    "each export.",
  useCase: "exportAppointments",
  request: {
    query: documented(exportAppointmentsInput, {
      environment: {
        description: "The environment; LIVE if it is left out",
        example: "LIVE",
      },
      status: { description: "Only appointments with this status", example: "SCHEDULED" },
      departmentId: { description: "Only appointments of this department", example: 3 },
      workerId: {
        description: "Only appointments of this worker",
        example: 1,
      },
      externalUserId: {
        description: "Only appointments with this externalUserId",
        example: "user-1815",
      },
      search: {
        description: "Only appointments that the search text of the dashboard finds",
        example: "lovelace",
      },
      qrCode: {
        description: "Only the appointment with this code",
        example: "q7Zf3kX2mW9pLs5vB1nTdg",
      },
      includeArchived: {
        description: "Whether to include archived appointments",
        example: true,
      },
      startDate: {
        description:
          "Only appointments at or after this local date-time; a date means its 00:00:00",
        example: "2030-03-01",
        keywords: dateTimeOrDate,
      },
      endDate: {
        description:
          "Only appointments at or before this local date-time; a date means its 23:59:59",
        example: "2030-03-31",
        keywords: dateTimeOrDate,
      },
      sort: {
        description:
          "Order: `<field>,<asc|desc>`, field one of id, dateTime, createdAt, name, status",
        example: "dateTime,asc",
        keywords: { default: "dateTime,asc" },
      },
    }),
  },
  success: {
    status: 200,
    description: "The appointments, after a header row",
    body: appointmentCsvSchema,
    contentType: "text/csv",
  },
  refusals: ["VALIDATION_ERROR", "INVALID_DATE_FORMAT"],
  async handle({ application, caller, request, breakOff }) {
    const query = readQuery(request, exportAppointmentsInput, {
      integers: ["departmentId", "workerId"],
      booleans: ["includeArchived"],
    });
    const { environment, date, batches } = await application.staff.exportAppointments(
      caller,
      query,
    );
    const fileName = `appointments_${environment.toLowerCase()}_${date}`;
    return csvAnswer({ fileName, columns, batches, breakOff });
  },
};
