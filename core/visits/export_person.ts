import { recordOf } from "../audit/audit_record.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import { type AuditEntryView, toAuditEntryView } from "../audit/list_audit.ts";
import type { StaffCaller } from "../access/caller.ts";
import {
  appointmentNotFound,
  staffAppointmentInput,
  type StaffAppointmentView,
  toStaffAppointmentView,
} from "../booking/appointment_views.ts";
import type { ReadAppointment } from "../booking/appointment.ts";
import type { Appointments } from "../booking/appointments.ts";
import type { PersonView } from "../booking/person.ts";
import type { BookingScope, Environment } from "../environment.ts";
import { type HeavyWork, inTurn } from "../heavy_work.ts";
import { parseInput } from "../input.ts";
import { formatInstant } from "../local_date_time.ts";
import type { Clock } from "../platform.ts";
import type { Visit } from "./visit.ts";
import type { VisitView } from "./visit_views.ts";
import type { Visits } from "./visits.ts";

/** The number of requests of a staff user that a page counts as. */
export const weightOfPersonExport = 20;

/** The maximum number of appointments of an export: the newest ones. */
const maxExported = 1000;

/** What is known of a visit of an exported appointment. Times are local to the organization. */
export type ExportedVisit = Pick<
  VisitView,
  | "date"
  | "number"
  | "part"
  | "state"
  | "outcome"
  | "priority"
  | "note"
  | "desk"
  | "arrivedAt"
  | "calledAt"
  | "startedAt"
  | "endedAt"
>;

/** An appointment of a person with everything that is known of it. */
export interface ExportedPersonAppointment extends StaffAppointmentView {
  /** Who did what to it, oldest first. */
  history: AuditEntryView[];
  visits: ExportedVisit[];
}

/** Everything that is known of a person. */
export interface PersonExport {
  person: PersonView["person"];
  /** Newest first, archived ones too. */
  appointments: ExportedPersonAppointment[];
  /** Number of appointments of the person. If it is more than 1,000, the oldest are left out. */
  totalElements: number;
}

interface ExportPorts {
  appointments: Appointments;
  visits: Visits;
  auditLog: AuditLog;
  heavyWork?: HeavyWork;
}

/**
 * Returns everything that is known of the person of an appointment: their appointments, as `listPerson` lists them, each
 * with its history and its visits. The record of the export is written before the answer (core/booking/README.md 15).
 * Throws VALIDATION_ERROR, APPOINTMENT_NOT_FOUND and the errors of `inTurn`.
 */
export async function exportPerson(
  ports: Clock & ExportPorts,
  caller: StaffCaller,
  input: unknown,
): Promise<PersonExport> {
  const { id, environment } = parseInput(staffAppointmentInput, input);
  const { organizationId, actor } = caller;
  const found = await findPerson(ports, caller, { id, environment });
  const record = recordOf({ organizationId, id, name: "" }, {
    actor,
    action: "appointment.exported",
    changes: [{ field: "appointments", after: found.items.length }],
    at: ports.now(),
  });
  await ports.auditLog.record({ ...record, environment });
  return await readExport(ports, caller, found);
}

/** Reads what `exportPerson` returns, without a record: for the repeat of a request whose record is written. */
export async function repeatExport(
  ports: ExportPorts,
  caller: StaffCaller,
  ref: { id: number; environment: Environment },
): Promise<PersonExport> {
  return await readExport(ports, caller, await findPerson(ports, caller, ref));
}

interface FoundPerson {
  scope: BookingScope;
  person: PersonView["person"];
  items: readonly ReadAppointment[];
  totalElements: number;
}

async function findPerson(
  { appointments }: Pick<ExportPorts, "appointments">,
  { organizationId }: Pick<StaffCaller, "organizationId">,
  { id, environment }: { id: number; environment: Environment },
): Promise<FoundPerson> {
  const scope = { organizationId, environment };
  const appointment = await appointments.find(scope, id);
  if (!appointment) throw appointmentNotFound();
  const { name, phone, externalUserId } = appointment;
  const query = { ...appointment, page: 0, size: maxExported };
  const found = await appointments.ofPerson(scope, query);
  return { scope, person: { name, phone, externalUserId }, ...found };
}

async function readExport(
  ports: ExportPorts,
  caller: StaffCaller,
  { scope, person, items, totalElements }: FoundPerson,
): Promise<PersonExport> {
  const { timeZone } = caller;
  const appointments = await inTurn(ports, { kind: "desk", ...caller }, async ({ signal }) => {
    const all: ExportedPersonAppointment[] = [];
    for (const item of items) {
      signal.throwIfAborted();
      all.push(await toExported(ports, { scope, timeZone }, item));
    }
    return all;
  });
  return { person, appointments, totalElements };
}

async function toExported(
  { visits, auditLog }: { visits: Visits; auditLog: AuditLog },
  { scope, timeZone }: { scope: BookingScope; timeZone: string },
  appointment: ReadAppointment,
): Promise<ExportedPersonAppointment> {
  const { id } = appointment;
  const subject = { kind: "appointment", id } as const;
  const history = await auditLog.historyOf(scope.organizationId, subject);
  return {
    ...toStaffAppointmentView(appointment, timeZone),
    history: history.map((entry) => toAuditEntryView(entry, timeZone)),
    visits: (await visits.ofAppointment(scope, id)).map((visit) => toVisit(visit, timeZone)),
  };
}

function toVisit(visit: Visit, timeZone: string): ExportedVisit {
  const { number, part, state, outcome, priority, note, desk } = visit;
  const local = (instant: Temporal.Instant | null) => instant && formatInstant(instant, timeZone);
  return {
    date: visit.date.toString(),
    number,
    part,
    state,
    outcome,
    priority,
    note,
    desk,
    arrivedAt: formatInstant(visit.arrivedAt, timeZone),
    calledAt: local(visit.calledAt),
    startedAt: local(visit.startedAt),
    endedAt: local(visit.endedAt),
  };
}
