import { z } from "zod";
import type { Actor } from "../audit/audit_record.ts";
import type { ReadAppointment } from "../booking/appointment.ts";
import type { Appointments } from "../booking/appointments.ts";
import { departmentNotFound } from "../departments/list_departments.ts";
import { DomainError } from "../errors.ts";
import { idField, inSchema, nameField, parseInput } from "../input.ts";
import { formatLocalDateTime } from "../local_date_time.ts";
import type { Hashing, Randomness } from "../platform.ts";
import { hashToBase62, randomBase62 } from "../random_text.ts";
import { arrivalRefusal } from "../visits/arrival_time.ts";
import { arriveWithTicket, ticketLength } from "../visits/arrive.ts";
import type { VisitPorts } from "../visits/change_visit.ts";
import { estimateWait } from "../visits/wait_estimate.ts";
import { countWrongCode, type PublicLimitPorts } from "./public_limits.ts";
import { currentIn } from "./public_queue.ts";
import type { ScreenCaller } from "./screen.ts";
import { readTicket, type TicketPorts, type TicketView } from "./show_ticket.ts";
import { say } from "../messages.ts";

/** What a kiosk offers. */
export interface KioskView {
  organization: string;
  /** The local date, `YYYY-MM-DD`. */
  date: string;
  /** The departments that a person without an appointment can choose, by id. Empty if the kiosk gives no tickets. */
  departments: {
    id: number;
    name: string;
    waiting: number;
    /** The wait of a person who comes now, in minutes; null if it is not known. */
    estimatedMinutes: number | null;
    estimateErrorMinutes: number | null;
  }[];
}

/** What a kiosk says to a code. */
export type KioskAnswer =
  /** The person waits, or was called already. `ticket` is the secret part of the ticket's address. */
  | ({ answer: "ARRIVED"; ticket: string } & TicketView)
  /** No appointment has this code. */
  | { answer: "UNKNOWN_CODE" }
  /** `dateTime` is local. */
  | { answer: "ANOTHER_DAY"; dateTime: string }
  /** The appointment is today, but arrival is possible only from a later time. Both are local. */
  | { answer: "TOO_EARLY"; dateTime: string; from: string }
  /** The kiosk is not for the department of the appointment. */
  | { answer: "ANOTHER_DEPARTMENT"; department: string }
  /** The appointment was cancelled, or has taken place. */
  | { answer: "NOT_OPEN" }
  /** As many people wait with a number of this kiosk as may. */
  | { answer: "FULL" };

/** The ports of a kiosk. */
export type KioskPorts = TicketPorts & VisitPorts & Hashing & Randomness & PublicLimitPorts & {
  appointments: Appointments;
};

/** Returns what a kiosk offers now. */
export async function showKiosk(
  { visits, publicQueue, now: clock }: KioskPorts,
  { organizationName: organization, ...caller }: ScreenCaller,
): Promise<KioskView> {
  const now = clock();
  const { departmentIds, timeZone } = caller;
  const date = now.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  if (!caller.givesTickets) return { organization, date, departments: [] };
  const [found, queues] = await Promise.all([
    publicQueue.open(caller, { departmentIds, now, timeZone }),
    visits.queues(caller, { departmentIds, now, timeZone }),
  ]);
  const open = currentIn(queues, found, now);
  const departments = queues.filter(({ isActive }) => isActive).map((queue) => {
    const { departmentId: id, departmentName: name, estimateErrorMinutes } = queue;
    const waiting = open.filter((one) => one.departmentId === id && one.state === "WAITING").length;
    const estimatedMinutes = estimateWait(waiting, queue);
    return { id, name, waiting, estimatedMinutes, estimateErrorMinutes };
  });
  return { organization, date, departments };
}

/** Input of an arrival at a kiosk. */
const arriveAtKioskInput = z.object({
  code: nameField(255, "The code of the appointment"),
});

/**
 * Notes that the person with a code has come. The same code again gets the same number. Throws VALIDATION_ERROR, or
 * RATE_LIMIT_EXCEEDED after too many wrong codes.
 */
export async function arriveAtKiosk(
  ports: KioskPorts,
  caller: ScreenCaller,
  { input, ipAddress }: { input: unknown; ipAddress: string },
): Promise<KioskAnswer> {
  const { code } = parseInput(arriveAtKioskInput, input);
  const found = await ports.appointments.findByQrCode(caller.organizationId, code);
  if (!found || found.environment !== caller.environment) {
    await countWrongCode(ports, caller.tokenHash);
    return { answer: "UNKNOWN_CODE" };
  }
  return await arriveFor(ports, caller, { found, ipAddress });
}

/** Notes the arrival for an appointment, unless it is not any more where it was read. Then it is read again. */
async function arriveFor(
  ports: KioskPorts,
  caller: ScreenCaller,
  { found, ipAddress }: { found: ReadAppointment; ipAddress: string },
): Promise<KioskAnswer> {
  const { departmentId, departmentName: department } = found;
  if (!isServed(departmentId, caller)) return { answer: "ANOTHER_DEPARTMENT", department };
  const from = { dateTime: formatLocalDateTime(found.dateTime), departmentId };
  const input = { environment: caller.environment, appointmentId: found.id, from };
  try {
    return await ticketOf(ports, caller, { input, ipAddress });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "CONFLICT") throw error;
    const now = (await ports.appointments.find(caller, found.id))!;
    const isThere = now.dateTime.equals(found.dateTime) && now.departmentId === departmentId;
    if (!isThere) return await arriveFor(ports, caller, { found: now, ipAddress });
    return await untimely(ports, caller, now) ?? { answer: "NOT_OPEN" };
  }
}

/** Returns the answer if it is too early or too late for an appointment; undefined if it is not. */
async function untimely(
  { visits, now: clock }: KioskPorts,
  { timeZone, ...scope }: ScreenCaller,
  { departmentId, dateTime }: Pick<ReadAppointment, "departmentId" | "dateTime">,
): Promise<KioskAnswer | undefined> {
  const now = clock();
  const [queue] = await visits.queues(scope, { departmentIds: [departmentId], now, timeZone });
  const { date: businessDate, rules } = queue!;
  const refusal = arrivalRefusal(dateTime, { businessDate, rules, now, timeZone });
  if (!refusal) return undefined;
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const when = { dateTime: formatLocalDateTime(dateTime) };
  return refusal.why === "TOO_EARLY" && dateTime.toPlainDate().equals(today)
    ? { answer: "TOO_EARLY", ...when, from: formatLocalDateTime(refusal.from) }
    : { answer: "ANOTHER_DAY", ...when };
}

/** Input of a ticket for a person without an appointment. */
const takeTicketInput = z.object({
  departmentId: idField("The department"),
  attempt: z.string()
    .regex(/^[0-9A-Za-z-]{22,64}$/, inSchema("attemptForm"))
    .optional()
    .describe("The same for every attempt to get this ticket"),
});

/**
 * Gives a ticket to a person without an appointment. The same attempt again gets the same number. Throws VALIDATION_ERROR, FORBIDDEN if the kiosk gives no tickets,
 * DEPARTMENT_NOT_FOUND, or CONFLICT if the department is not active.
 */
export async function takeTicket(
  ports: KioskPorts,
  caller: ScreenCaller,
  { input: received, ipAddress }: { input: unknown; ipAddress: string },
): Promise<KioskAnswer> {
  const { departmentId, attempt } = parseInput(takeTicketInput, received);
  if (!caller.givesTickets) {
    throw new DomainError("FORBIDDEN", say("noTickets"));
  }
  if (!isServed(departmentId, caller)) throw departmentNotFound();
  const { environment } = caller;
  // Of the screen too, so that no screen can name a ticket that another one gives.
  const ticket = attempt === undefined
    ? undefined
    : hashToBase62(await ports.sha256(`${caller.tokenHash} ${attempt}`), ticketLength);
  const input = { environment, departmentId };
  return await ticketOf(ports, caller, { input, ipAddress, ...(ticket && { ticket }) });
}

async function ticketOf(
  ports: KioskPorts,
  { organizationId, timeZone, screenId, name }: ScreenCaller,
  { input, ipAddress, ticket: given = randomBase62(ticketLength, ports) }: {
    input: unknown;
    ipAddress: string;
    ticket?: string;
  },
): Promise<KioskAnswer> {
  const actor: Actor = { kind: "SCREEN", id: screenId, name, ipAddress };
  const caller = { organizationId, timeZone, actor };
  const visit = await arriveWithTicket(ports, caller, { input, ticket: given, screenId });
  if (!visit) return { answer: "FULL" };
  const { ticket } = visit;
  const view = await readTicket(ports, ticket);
  if (!view) throw new Error("A present ticket was not found after the arrival");
  return { answer: "ARRIVED", ticket, ...view };
}

function isServed(departmentId: number, { departmentIds }: ScreenCaller): boolean {
  return departmentIds?.includes(departmentId) ?? true;
}
