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
  "email",
  "locale",
  "metadata",
  "cancelReason",
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
      departmentId: { description: "Only appointments of this department", examples: [3] },
      externalUserId: { description: "Only appointments with this externalUserId" },
      startDate: dateTimeOrDate,
      endDate: { ...dateTimeOrDate, examples: ["2030-03-31"] },
      sort: {
        description:
          "Order: `<field>,<asc|desc>`, field one of id, dateTime, createdAt, name, status",
      },
    }),
  },
  success: {
    status: 200,
    description: "The appointments, after a header row",
    body: appointmentCsvSchema,
    contentType: "text/csv",
  },
  refusals: ["VALIDATION_ERROR", "INVALID_DATE_FORMAT", "STEP_UP_REQUIRED"],
  async handle({ application, caller, request, breakOff }) {
    const query = readQuery(request, exportAppointmentsInput);
    const { environment, date, batches } = await application.staff.exportAppointments(
      caller,
      query,
    );
    const fileName = `appointments_${environment.toLowerCase()}_${date}`;
    return csvAnswer({ fileName, columns, batches, breakOff });
  },
};
