import { z } from "zod";
import type { Actor } from "../audit/audit_record.ts";
import type { Appointments } from "../booking/appointments.ts";
import type { ShortNumbers } from "../booking/short_number.ts";
import { departmentNotFound } from "../departments/list_departments.ts";
import { DomainError } from "../errors.ts";
import { idField, inSchema, parseInput } from "../input.ts";
import type { Hashing, Randomness } from "../platform.ts";
import { hashToBase62, randomBase62 } from "../random_text.ts";
import { arriveWithTicket, ticketLength } from "../visits/arrive.ts";
import type { VisitPorts } from "../visits/change_visit.ts";
import { estimateWait } from "../visits/wait_estimate.ts";
import type { PublicLimitPorts } from "./public_limits.ts";
import { currentIn } from "./public_queue.ts";
import type { ScreenCaller } from "./screen.ts";
import { readTicket, type TicketPorts, type TicketView } from "./show_ticket.ts";
import { say } from "../messages.ts";

/** What a kiosk offers. */
export interface KioskView {
  organization: string;
  /** The local date, `YYYY-MM-DD`. */
  date: string;
  /** Whether a person may type a name and a time instead of a code. */
  takesNames: boolean;
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
  /** No appointment of today has this short number. */
  | { answer: "UNKNOWN_NUMBER" }
  /** No appointment of today, or more than one, has this name and time. */
  | { answer: "UNKNOWN_NAME" }
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
  shortNumbers: ShortNumbers;
};

/** Returns what a kiosk offers now. */
export async function showKiosk(
  { visits, publicQueue, now: clock }: KioskPorts,
  { organizationName: organization, ...caller }: ScreenCaller,
): Promise<KioskView> {
  const now = clock();
  const { departmentIds, timeZone } = caller;
  const date = now.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const { takesNames } = caller;
  if (!caller.givesTickets) return { organization, date, takesNames, departments: [] };
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
  return { organization, date, takesNames, departments };
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

/** Notes an arrival and returns the ticket. */
export async function ticketOf(
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

/** Returns whether a kiosk is for a department. */
export function isServed(departmentId: number, { departmentIds }: ScreenCaller): boolean {
  return departmentIds?.includes(departmentId) ?? true;
}
