import type { AuditAction } from "../audit/audit_record.ts";
import type { BookingScope } from "../environment.ts";
import { DomainError } from "../errors.ts";
import { formatLocalDateTime } from "../local_date_time.ts";
import { startOf } from "../calendar.ts";
import { say } from "../messages.ts";
import type { Appointment, AppointmentStatus } from "./appointment.ts";
import type { AppointmentView, Included } from "./appointment_views.ts";

/** What a person can do with the link to the own appointment. Each has what the ones before have. */
export const personLinks = ["OFF", "VIEW", "CANCEL", "MOVE"] as const;
export type PersonLink = (typeof personLinks)[number];

/** The rules of a department for the links of people. */
export interface PersonLinkRules {
  personLink: PersonLink;
  /** The minutes before an appointment until which the person can cancel or move it. */
  personLinkMinutes: number;
}

/** Names the appointment of a link, and its person. */
export interface LinkedRef extends BookingScope {
  id: number;
  /** How often the appointment was given to another person before the link was made. */
  handovers: number;
}

/** The action that gives an appointment to another person. Its entries in the audit log are counted. */
export const handoverAction = "appointment.handed_over" satisfies AuditAction;

/** Makes and reads the addresses of links. An address cannot be guessed, and nothing about it is stored. */
export interface PersonLinkAddresses {
  /** Returns the address of a link; only its path if the service knows no address of its own. */
  addressOf(ref: LinkedRef): string;
  /** Returns the appointment of a token; undefined for any other text. */
  refOf(token: string): LinkedRef | undefined;
}

/** An appointment as its link needs it, with the present number of handovers. It names nobody. */
export interface LinkedAppointment extends LinkedRef {
  dateTime: Temporal.PlainDateTime;
  slotStart: Temporal.PlainDateTime;
  slotMinutes: number;
  status: AppointmentStatus;
  isArchived: boolean;
  departmentId: number;
  workerId: number | null;
  departmentName: string;
  organizationName: string;
  timeZone: string;
  rules: PersonLinkRules;
}

/** Reads what links need. */
export interface PersonLinkReads {
  /** Returns an appointment of an organization that is not closed. */
  find(ref: BookingScope & { id: number }): Promise<LinkedAppointment | undefined>;
  /** Returns how often appointments were given to another person. Leaves out those that never were. */
  handovers(scope: BookingScope, ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Returns the departments whose people have links. */
  departmentsWithLinks(organizationId: number): Promise<ReadonlySet<number>>;
}

/** The ports of links in answers of the public API. */
export interface ManageUrlPorts {
  personLinks: PersonLinkReads;
  personLinkAddresses?: PersonLinkAddresses;
}

/** Returns the views with the address of each link, if the request asks for it. Null where there is no link. */
export async function withManageUrls(
  { personLinks, personLinkAddresses }: ManageUrlPorts,
  { organizationId, environment }: BookingScope,
  views: AppointmentView[],
  { include }: { include?: readonly Included[] | undefined } = {},
): Promise<AppointmentView[]> {
  if (!include?.includes("manageUrl")) return views;
  const scope = { organizationId, environment };
  const isUpcoming = ({ status, archivedAt }: AppointmentView) =>
    status === "SCHEDULED" && !archivedAt;
  const [departments, handovers] = await Promise.all([
    personLinks.departmentsWithLinks(organizationId),
    personLinks.handovers(scope, views.filter(isUpcoming).map(({ id }) => id)),
  ]);
  return views.map((view) => {
    const { id, departmentId } = view;
    const address = isUpcoming(view) && departments.has(departmentId)
      ? personLinkAddresses?.addressOf({ ...scope, id, handovers: handovers.get(id) ?? 0 })
      : undefined;
    return { ...view, manageUrl: address ?? null };
  });
}

/** Returns the end of an appointment, with which its link ends. */
export function endOf(
  { dateTime, slotStart, slotMinutes, timeZone }: Pick<
    LinkedAppointment,
    "dateTime" | "slotStart" | "slotMinutes" | "timeZone"
  >,
): Temporal.Instant {
  const end = slotStart.add({ minutes: slotMinutes });
  return startOf(Temporal.PlainDateTime.compare(end, dateTime) > 0 ? end : dateTime, timeZone);
}

/** Returns until when the person can cancel or move an appointment. */
export function changeableUntil(
  dateTime: Temporal.PlainDateTime,
  { timeZone, rules }: { timeZone: string; rules: PersonLinkRules },
): Temporal.Instant {
  return startOf(dateTime, timeZone).subtract({ minutes: rules.personLinkMinutes });
}

/** Returns whether the rules allow an action at all. */
export function allows({ personLink }: PersonLinkRules, action: "CANCEL" | "MOVE"): boolean {
  return personLinks.indexOf(personLink) >= personLinks.indexOf(action);
}

/**
 * Throws CONFLICT unless the person may cancel or move the appointment at `now`, and sees the time and the department that
 * it has.
 */
export function requireAllowed(
  { appointment, timeZone, now }: {
    appointment: Appointment;
    timeZone: string;
    now: Temporal.Instant;
  },
  { action, rules, seen }: {
    action: "CANCEL" | "MOVE";
    rules: PersonLinkRules;
    /** The department is absent if the page is of an earlier version of the service. */
    seen: { dateTime: Temporal.PlainDateTime; departmentId?: number | undefined };
  },
): void {
  if (!allows(rules, action)) throw new DomainError("CONFLICT", say("linkDoesNotAllow"));
  const { departmentId } = seen;
  if (departmentId !== undefined && departmentId !== appointment.departmentId) {
    throw new DomainError("CONFLICT", say("linkTransferredMeanwhile"));
  }
  if (!appointment.dateTime.equals(seen.dateTime)) {
    const dateTime = formatLocalDateTime(appointment.dateTime);
    throw new DomainError("CONFLICT", say("linkMovedMeanwhile", { dateTime }));
  }
  const until = changeableUntil(appointment.dateTime, { timeZone, rules });
  if (Temporal.Instant.compare(now, until) <= 0) return;
  const minutes = rules.personLinkMinutes;
  throw new DomainError("CONFLICT", say("linkTooLate", { minutes }));
}
