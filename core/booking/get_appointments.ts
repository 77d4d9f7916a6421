import { z } from "zod";
import type { StaffCaller } from "../access/caller.ts";
import { isAllowed, permissions } from "../access/permissions.ts";
import { DomainError } from "../errors.ts";
import { nameField, parseInput } from "../input.ts";
import {
  appointmentNotFound,
  type AppointmentView,
  includeInput,
  staffAppointmentInput,
  type StaffAppointmentView,
  toAppointmentView,
  toStaffAppointmentView,
} from "./appointment_views.ts";
import type { Reader } from "./list_appointments.ts";
import { type AuditEntryView, toAuditEntryView } from "../audit/list_audit.ts";
import type { Appointments } from "./appointments.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import { say } from "../messages.ts";
import { environmentField } from "../environment.ts";
import type { Clock } from "../platform.ts";
import { type ManageUrlPorts, withManageUrls } from "./person_link.ts";
import { findByShortNumber, readShortNumber, type ShortNumbers } from "./short_number.ts";

/** Returns one appointment for staff, archived or not. Throws VALIDATION_ERROR or APPOINTMENT_NOT_FOUND. */
export async function getAppointmentDetails(
  { appointments }: { appointments: Appointments },
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
  input: unknown,
): Promise<StaffAppointmentView> {
  const { id, environment } = parseInput(staffAppointmentInput, input);
  const appointment = await appointments.find({ organizationId, environment }, id);
  if (!appointment) throw appointmentNotFound();
  return toStaffAppointmentView(appointment, timeZone);
}

/** Input with the text that a scanner reads. Blanks at its ends are removed. */
export const getAppointmentByQrCodeInput = z.object({
  qrCode: nameField(255, "The code of the appointment, or its short number"),
  environment: environmentField.describe("Of a short number"),
});

/**
 * Returns the appointment with a code or with a short number of today, for the check-in. It may be archived. A code finds it
 * in either environment. Throws VALIDATION_ERROR or APPOINTMENT_NOT_FOUND.
 */
export async function getAppointmentByQrCode(
  { appointments, shortNumbers, now: clock }: Clock & {
    appointments: Appointments;
    shortNumbers: ShortNumbers;
  },
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
  input: unknown,
): Promise<StaffAppointmentView> {
  const { qrCode, environment } = parseInput(getAppointmentByQrCodeInput, input);
  const number = readShortNumber(qrCode);
  const scope = { organizationId, environment };
  const appointment = number === undefined
    ? await appointments.findByQrCode(organizationId, qrCode)
    : await findByShortNumber({ shortNumbers }, scope, { number, now: clock(), timeZone });
  if (!appointment) {
    throw new DomainError("APPOINTMENT_NOT_FOUND", say("noSuchCode"));
  }
  return toStaffAppointmentView(appointment, timeZone);
}

/**
 * Returns one appointment, archived or not (rest-adapter/README.md 5.3). Throws VALIDATION_ERROR or
 * APPOINTMENT_NOT_FOUND.
 */
export async function getAppointment(
  ports: { appointments: Appointments } & ManageUrlPorts,
  caller: Reader,
  id: number,
  input?: { include?: unknown },
): Promise<AppointmentView> {
  // Nearly all requests ask for nothing more.
  const included = input?.include === undefined ? undefined : parseInput(includeInput, input);
  const appointment = await ports.appointments.find(caller, id);
  if (!appointment) throw appointmentNotFound();
  const view = toAppointmentView(appointment, caller.timeZone, included);
  if (!included) return view;
  return (await withManageUrls(ports, caller, [view], included))[0]!;
}

/**
 * Lists the audit entries of an appointment (`{id, environment?}`), oldest first. Every `ipAddress`
 * is null for whoever may not read the audit log (core/audit/README.md 3). Throws VALIDATION_ERROR or APPOINTMENT_NOT_FOUND.
 */
export async function listHistory(
  { appointments, auditLog }: { appointments: Appointments; auditLog: AuditLog },
  { organizationId, timeZone, ...caller }: Pick<
    StaffCaller,
    "organizationId" | "timeZone" | "role" | "departmentIds"
  >,
  input: unknown,
): Promise<AuditEntryView[]> {
  const { id, environment } = parseInput(staffAppointmentInput, input);
  const appointment = await appointments.find({ organizationId, environment }, id);
  if (!appointment) throw appointmentNotFound();
  const entries = await auditLog.historyOf(organizationId, { kind: "appointment", id });
  const views = entries.map((entry) => toAuditEntryView(entry, timeZone));
  return isAllowed(caller, permissions.listAudit) ? views : views.map(withoutAddress);
}

function withoutAddress({ actor, ...entry }: AuditEntryView): AuditEntryView {
  return { ...entry, actor: { ...actor, ipAddress: null } };
}
