import type { StaffCaller } from "../access/caller.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import { type FieldChange, recordOf } from "../audit/audit_record.ts";
import { batchesInTurn, type HeavyWork } from "../heavy_work.ts";
import { parseInput } from "../input.ts";
import { createInstantFormat, formatLocalDateTime } from "../local_date_time.ts";
import type { Clock } from "../platform.ts";
import type { ReadAppointment } from "./appointment.ts";
import type { Appointments, AppointmentSelection } from "./appointments.ts";
import { filtersOf } from "./list_filters.ts";
import { searchAppointmentsInput } from "./search_appointments.ts";

/** The number of requests of a staff user that an export counts as. */
export const weightOfAppointmentExport = 50;

/** Filters and order of an export: those of the list for staff. */
export const exportAppointmentsInput = searchAppointmentsInput.pick({
  environment: true,
  status: true,
  departmentId: true,
  workerId: true,
  externalUserId: true,
  search: true,
  qrCode: true,
  includeArchived: true,
  startDate: true,
  endDate: true,
  sort: true,
});

/** A row of an export. Times are local to the organization. */
export interface ExportedAppointment {
  id: number;
  dateTime: string;
  name: string;
  phone: string;
  externalUserId: string | null;
  departmentName: string;
  workerName: string | null;
  status: string;
  createdAt: string;
  archivedAt: string | null;
  qrCode: string;
  email: string | null;
  locale: string | null;
  /** A JSON object of texts. */
  metadata: string | null;
  cancelReason: string | null;
}

/** An export whose audit record is written. */
export interface AppointmentExport {
  environment: string;
  /** Today, in the organization's zone. */
  date: string;
  batches: AsyncIterable<ExportedAppointment[]>;
}

/**
 * Returns all appointments of a selection in batches, in the order of the list (core/booking/README.md 16). The audit
 * record is written first. It reads nothing before the caller requests the first batch. Throws VALIDATION_ERROR or
 * INVALID_DATE_FORMAT.
 */
export async function exportAppointments(
  ports: Clock & { appointments: Appointments; auditLog: AuditLog; heavyWork?: HeavyWork },
  caller: StaffCaller,
  input: unknown,
): Promise<AppointmentExport> {
  const { environment, search, qrCode, workerId, includeArchived, ...rest } = parseInput(
    exportAppointmentsInput,
    input,
  );
  const { organizationId, organizationName, timeZone, actor } = caller;
  const selection = { ...filtersOf(rest), search, qrCode, workerId, includeArchived };
  const at = ports.now();
  const record = recordOf({ organizationId, id: organizationId, name: organizationName }, {
    actor,
    action: "organization.appointments_exported",
    changes: auditedFilters(selection),
    at,
  });
  await ports.auditLog.record({ ...record, environment });
  return {
    environment,
    date: at.toZonedDateTimeISO(timeZone).toPlainDate().toString(),
    batches: batchesInTurn(ports, caller, {
      batches: ports.appointments.batches({ organizationId, environment }, selection),
      toView: createView(timeZone),
    }),
  };
}

/** Returns the filters that are set. Those that can identify a person have no value (core/audit/README.md 2). */
function auditedFilters(selection: AppointmentSelection): FieldChange[] {
  const { startDate, endDate, status, departmentId, workerId, includeArchived } = selection;
  const shown = {
    startDate: startDate && formatLocalDateTime(startDate),
    endDate: endDate && formatLocalDateTime(endDate),
    status: status && status.join(","),
    departmentId,
    workerId,
    includeArchived: includeArchived || null,
  };
  const { search, externalUserId, qrCode } = selection;
  const hidden = { search, externalUserId, qrCode };
  const isSet = ([, value]: [string, unknown]) => value !== null;
  return [
    ...Object.entries(shown).filter(isSet).map(([field, after]) => ({ field, after })),
    ...Object.entries(hidden).filter(isSet).map(([field]) => ({ field })),
  ];
}

function createView(timeZone: string): (appointment: ReadAppointment) => ExportedAppointment {
  const format = createInstantFormat(timeZone);
  return (one) => ({
    id: one.id,
    dateTime: formatLocalDateTime(one.dateTime),
    name: one.name,
    phone: one.phone,
    externalUserId: one.externalUserId,
    departmentName: one.departmentName,
    workerName: one.workerName ?? null,
    status: one.status,
    createdAt: format(one.createdAt.epochMilliseconds),
    archivedAt: one.archivedAt && format(one.archivedAt.epochMilliseconds),
    qrCode: one.qrCode,
    email: one.email,
    locale: one.locale,
    metadata: one.metadata,
    cancelReason: one.cancelReason,
  });
}
