import { z } from "zod";
import type { Actor } from "../audit/audit_record.ts";
import { type CalendarFiles, getCalendarFile } from "../booking/calendar_file.ts";
import { decideCancelling } from "../booking/change_status.ts";
import type { ChangeContext } from "../booking/appointment_change.ts";
import type { BookingGate, ChangeRequest } from "../booking/booking_gate.ts";
import {
  allows,
  changeableUntil,
  endOf,
  type LinkedAppointment,
  type PersonLinkAddresses,
  type PersonLinkReads,
  requireAllowed,
} from "../booking/person_link.ts";
import { decideMoving } from "../booking/reschedule_appointment.ts";
import { cancelReasonField } from "../booking/seen_appointment.ts";
import { startOf } from "../calendar.ts";
import type { Availability } from "../departments/check_availability.ts";
import type { KeptSlots } from "../departments/kept_slots.ts";
import { listSlots } from "../departments/list_slots.ts";
import type { SlotsPorts } from "../departments/renew_slots.ts";
import { DomainError, validationError } from "../errors.ts";
import { idField, localDateTimeField, parseInput, queriedBound } from "../input.ts";
import { formatInstant, formatLocalDateTime } from "../local_date_time.ts";
import { say } from "../messages.ts";
import type { Clock } from "../platform.ts";
import { countChange, countToken, countUnknown, type PublicLimitPorts } from "./public_limits.ts";

/** The days of one list of times. */
const daysOfList = 31;

/** The person of an appointment, who acts by its link. Neither the name nor the address of the person is recorded. */
const person: Actor = { kind: "PERSON", id: null, name: "Person", ipAddress: null };

/** An appointment as its link shows it. It names nobody. */
export interface OwnAppointmentView {
  organization: string;
  timeZone: string;
  department: string;
  departmentId: number;
  /** The local time. */
  dateTime: string;
  status: "SCHEDULED" | "CANCELLED";
  mayCancel: boolean;
  mayMove: boolean;
  /** The local time until which it can be cancelled or moved; null if the office does not allow it at all. */
  changeableUntil: string | null;
}

/** The free times to which an appointment can be moved. */
export interface OwnTimesView {
  /** Local times, in their order. */
  times: string[];
  /** The local date from which to list on. */
  nextDate: string;
}

/** The ports of a link. Without addresses there are no links. */
export type LinkPorts = Clock & PublicLimitPorts & {
  personLinks: PersonLinkReads;
  personLinkAddresses?: PersonLinkAddresses;
};

interface From {
  ipAddress: string;
}

/**
 * Returns the appointment of a link. Throws APPOINTMENT_NOT_FOUND, always with the same words, for an unknown link, for
 * one whose appointment has ended, and if the department gives no links; RATE_LIMIT_EXCEEDED.
 */
export async function showOwnAppointment(
  ports: LinkPorts,
  token: string | null,
  from: From,
): Promise<OwnAppointmentView> {
  return toView(await linkedAppointment(ports, token, from), ports.now());
}

/** Returns the calendar file of the appointment of a link. Throws as `showOwnAppointment`. */
export async function getOwnCalendarFile(
  ports: LinkPorts & { calendarFiles: CalendarFiles },
  token: string | null,
  from: From,
): Promise<string> {
  const linked = await linkedAppointment(ports, token, from);
  const reader = { ...scopeOf(linked), timeZone: linked.timeZone };
  return await getCalendarFile(ports, reader, linked.id);
}

/** The time and the department at which the page shows the appointment. */
const seenFields = {
  from: localDateTimeField,
  departmentId: idField("The department of the appointment").optional(),
};

/** Input of a cancellation by the person: where the page shows the appointment, and why. */
const cancelOwnInput = z.object({
  ...seenFields,
  reason: cancelReasonField,
});

/**
 * Cancels the appointment of a link as staff do, with the refund of its credit. Cancelling it again changes nothing. Throws
 * as `showOwnAppointment`, VALIDATION_ERROR, or CONFLICT if it is too late, not allowed, or at another time now.
 */
export async function cancelOwnAppointment(
  ports: LinkPorts & { gate: BookingGate },
  token: string | null,
  { input, ...from }: From & { input: unknown },
): Promise<OwnAppointmentView> {
  const linked = await linkedAppointment(ports, token, from);
  const { from: seenTime, departmentId, reason } = parseInput(cancelOwnInput, input);
  const seen = { dateTime: seenTime, departmentId };
  const { rules } = linked;
  return await changeOwn(
    ports,
    linked,
    () =>
      ports.gate.change(scopeOf(linked), requestOf(linked), (context) => {
        requireSamePerson(linked, context);
        const { status, archivedAt } = context.appointment;
        if (status === "CANCELLED" || archivedAt) return null;
        requireAllowed(context, { action: "CANCEL", rules, seen });
        return decideCancelling(context, reason);
      }),
  );
}

/** Input of a move by the person: where the page shows the appointment, and the new time. */
const moveOwnInput = z.object({ ...seenFields, dateTime: localDateTimeField });

/**
 * Moves the appointment of a link to another time in its department, with its worker, by the rule of creation. Moving it
 * to where it is changes nothing. Throws as `cancelOwnAppointment`, and VALIDATION_ERROR on `dateTime` if it is taken.
 */
export async function moveOwnAppointment(
  ports: LinkPorts & { gate: BookingGate },
  token: string | null,
  { input, ...from }: From & { input: unknown },
): Promise<OwnAppointmentView> {
  const linked = await linkedAppointment(ports, token, from);
  const { from: seenTime, departmentId, dateTime } = parseInput(moveOwnInput, input);
  const seen = { dateTime: seenTime, departmentId };
  const { rules } = linked;
  const moveTo = { dateTime, departmentId: null };
  return await changeOwn(
    ports,
    linked,
    () =>
      ports.gate.change(scopeOf(linked), { ...requestOf(linked), moveTo }, (context) => {
        requireSamePerson(linked, context);
        if (context.appointment.dateTime.equals(dateTime)) return null;
        requireAllowed(context, { action: "MOVE", rules, seen });
        requireAhead(dateTime, context);
        return decideMoving(context, { dateTime, ...anyWorkerIfNeeded(context) });
      }),
  );
}

/** Input of a list of free times: the first local date, today without it. */
const listOwnTimesInput = z.object({ startDate: queriedBound("00:00:00").optional() });

/**
 * Lists the free times of 31 days to which the appointment of a link can be moved. Throws as `showOwnAppointment`,
 * VALIDATION_ERROR, or CONFLICT if the person may not move it.
 */
export async function listOwnTimes(
  { keptSlots, ...ports }: LinkPorts & SlotsPorts & { keptSlots: KeptSlots },
  token: string | null,
  { input, ...from }: From & { input: unknown },
): Promise<OwnTimesView> {
  const linked = await linkedAppointment(ports, token, from);
  const { startDate } = parseInput(listOwnTimesInput, input);
  const { departmentId, workerId, timeZone, dateTime } = linked;
  const now = ports.now();
  if (!toView(linked, now).mayMove) throw new DomainError("CONFLICT", say("linkDoesNotAllow"));
  const present = now.toZonedDateTimeISO(timeZone).toPlainDateTime();
  const first = (startDate ?? present).toPlainDate();
  const slots = await listSlots({ ...ports, keptSlots }, { ...scopeOf(linked), timeZone }, {
    departmentId,
    startDate: first.toString(),
    endDate: first.add({ days: daysOfList - 1 }).toString(),
    onlyAvailable: true,
    ...(workerId !== null && { workerId }),
  }).catch(noneIfClosed);
  const [taken, earliest] = [dateTime, present].map(formatLocalDateTime) as [string, string];
  return {
    times: slots.map(({ slotTime }) => slotTime)
      .filter((time) => time !== taken && time > earliest),
    nextDate: first.add({ days: daysOfList }).toString(),
  };
}

/** A department may need a worker by now, and the appointment has none. The person names nobody, so anybody free takes it. */
function anyWorkerIfNeeded({ appointment, department }: ChangeContext) {
  const isNeeded = department.showAdminsInBooking && appointment.workerId === null;
  return isNeeded ? { desk: { overrideReason: null, takesAnyWorker: true } } : {};
}

/** A department or a worker that is not active any more has no free times. The appointment there still takes place. */
function noneIfClosed(error: unknown): readonly Availability[] {
  if (!(error instanceof DomainError)) throw error;
  const isWorker = error.details.some(({ field }) => field === "workerId");
  if (error.code !== "DEPARTMENT_NOT_FOUND" && !isWorker) throw error;
  return [];
}

/** A department may take appointments in the past, which suits a desk and no person. */
function requireAhead(
  dateTime: Temporal.PlainDateTime,
  { timeZone, now }: { timeZone: string; now: Temporal.Instant },
): void {
  if (Temporal.Instant.compare(startOf(dateTime, timeZone), now) > 0) return;
  throw validationError({ field: "dateTime", message: say("past") });
}

/** Returns the appointment of a valid link, and counts the request. */
async function linkedAppointment(
  ports: LinkPorts,
  token: string | null,
  { ipAddress }: From,
): Promise<LinkedAppointment> {
  // A token that is not signed costs no query.
  const ref = token === null ? undefined : ports.personLinkAddresses?.refOf(token);
  const found = ref && await ports.personLinks.find(ref);
  if (!found || found.handovers !== ref.handovers || !isValid(found, ports.now())) {
    await countUnknown(ports, ipAddress);
    throw linkNotFound();
  }
  await countToken(ports, keyOf(found));
  return found;
}

function linkNotFound(): DomainError {
  return new DomainError("APPOINTMENT_NOT_FOUND", say("linkNotFound"));
}

function requestOf({ id }: LinkedAppointment): ChangeRequest {
  return { id, actor: person, readsHandovers: true };
}

/** Throws APPOINTMENT_NOT_FOUND if the appointment was given to another person since the link was read. */
function requireSamePerson(linked: LinkedAppointment, { handovers }: ChangeContext): void {
  if (handovers !== linked.handovers) throw linkNotFound();
}

function isValid(linked: LinkedAppointment, now: Temporal.Instant): boolean {
  const { rules, status } = linked;
  return rules.personLink !== "OFF" && (status === "SCHEDULED" || status === "CANCELLED") &&
    Temporal.Instant.compare(now, endOf(linked)) < 0;
}

/** Makes a change, and returns the appointment as it is then. Each change counts, so that nobody moves it all day long. */
async function changeOwn(
  ports: LinkPorts,
  linked: LinkedAppointment,
  change: () => Promise<unknown>,
): Promise<OwnAppointmentView> {
  await countChange(ports, keyOf(linked));
  await change();
  const { organizationId, environment, id } = linked;
  const after = await ports.personLinks.find({ organizationId, environment, id });
  return toView(after ?? linked, ports.now());
}

function scopeOf({ organizationId, environment }: LinkedAppointment) {
  return { organizationId, environment };
}

/** The name of the appointment in the counters. It is no secret, as the token is. */
function keyOf({ organizationId, environment, id }: LinkedAppointment): string {
  return `appointment ${organizationId} ${environment} ${id}`;
}

function toView(linked: LinkedAppointment, now: Temporal.Instant): OwnAppointmentView {
  const { organizationName, timeZone, departmentName, departmentId, dateTime, rules } = linked;
  const isOpen = linked.status === "SCHEDULED" && !linked.isArchived;
  const until = changeableUntil(dateTime, { timeZone, rules });
  const isInTime = isOpen && Temporal.Instant.compare(now, until) <= 0;
  return {
    organization: organizationName,
    timeZone,
    department: departmentName,
    departmentId,
    dateTime: formatLocalDateTime(dateTime),
    // The person's own application may have archived it.
    status: isOpen ? "SCHEDULED" : "CANCELLED",
    mayCancel: isInTime && allows(rules, "CANCEL"),
    mayMove: isInTime && allows(rules, "MOVE"),
    changeableUntil: allows(rules, "CANCEL") ? formatInstant(until, timeZone) : null,
  };
}
