import { DomainError } from "../errors.ts";
import { formatInstant, formatLocalDateTime } from "../local_date_time.ts";
import type { Clock } from "../platform.ts";
import type { AppointmentDifference } from "../visits/appointment_of_visit.ts";
import { isCurrent } from "../visits/business_day.ts";
import { callOrder, isDue } from "../visits/call_order.ts";
import type { Visit, VisitOutcome, VisitState } from "../visits/visit.ts";
import type { Visits } from "../visits/visits.ts";
import { estimateWait } from "../visits/wait_estimate.ts";
import { countToken, countUnknown, type PublicLimitPorts } from "./public_limits.ts";
import { currentIn, type FoundTicket, type PublicQueue, type PublicVisit } from "./public_queue.ts";
import { say } from "../messages.ts";

const ticketForm = /^[0-9A-Za-z]{22}$/;

/** A ticket as its page shows it. It names nobody. */
export interface TicketView {
  number: number;
  organization: string;
  timeZone: string;
  department: string;
  state: VisitState;
  /** Null while the visit lasts. */
  outcome: VisitOutcome | null;
  /** The counter to go to; null unless the state is CALLED or IN_SERVICE. */
  desk: string | null;
  /** Number of calls so far. */
  calls: number;
  /** The appointment that the person came for, by its local time; null without one. */
  appointment: AppointmentOfTicket | null;
  /** Number of people who are called before; null unless the person waits, and is not early. */
  ahead: number | null;
  /** The wait from now on, in minutes; null if it is not known. */
  estimatedMinutes: number | null;
  /** By how much today's estimates were wrong: the median difference, in minutes; null if it is not known. */
  estimateErrorMinutes: number | null;
  /** What happened to the appointment since the person came, with its time and department now; null if nothing. */
  appointmentChange:
    | { difference: AppointmentDifference; dateTime: string; department: string }
    | null;
}

/** The appointment of a ticket. */
export interface AppointmentOfTicket {
  dateTime: string;
  /** Whether the person waits, and people whose appointment is due are called first. The place says nothing until then. */
  isEarly: boolean;
}

/** The ports of a ticket. */
export type TicketPorts = Clock & { visits: Visits; publicQueue: PublicQueue };

/**
 * Returns a ticket. Throws VISIT_NOT_FOUND, always with the same words, for an unknown one and for one of an earlier day;
 * RATE_LIMIT_EXCEEDED.
 */
export async function showTicket(
  ports: TicketPorts & PublicLimitPorts,
  ticket: string | null,
  { ipAddress }: { ipAddress: string },
): Promise<TicketView> {
  // A malformed ticket costs no query.
  const found = ticket !== null && ticketForm.test(ticket)
    ? await findCurrent(ports, ticket)
    : undefined;
  if (!found) {
    await countUnknown(ports, ipAddress);
    throw new DomainError(
      "VISIT_NOT_FOUND",
      say("ticketNotFound"),
    );
  }
  await countToken(ports, ticket!);
  return await toTicketView(ports, found);
}

/** Returns a ticket as it is now; undefined if there is no such ticket, or if it is of an earlier day. */
export async function readTicket(
  ports: TicketPorts,
  ticket: string,
): Promise<TicketView | undefined> {
  const found = await findCurrent(ports, ticket);
  return found && await toTicketView(ports, found);
}

async function findCurrent(
  ports: TicketPorts,
  ticket: string,
): Promise<FoundTicket | undefined> {
  const now = ports.now();
  const found = await ports.publicQueue.findTicket(ticket, now);
  return found && isCurrent(found.visit, found.businessDate, now) ? found : undefined;
}

async function toTicketView(ports: TicketPorts, found: FoundTicket): Promise<TicketView> {
  const { visit: { number, state, outcome, desk, calls }, change, ...names } = found;
  const isAtCounter = state === "CALLED" || state === "IN_SERVICE";
  return {
    number,
    organization: names.organizationName,
    timeZone: names.timeZone,
    department: names.departmentName,
    state,
    outcome,
    desk: isAtCounter ? desk : null,
    calls,
    appointmentChange: change && {
      difference: change.difference,
      dateTime: formatLocalDateTime(change.dateTime),
      department: change.departmentName,
    },
    ...await placeOf(ports, found, ports.now()),
  };
}

/** Returns the appointment of a visit and the place in its queue. */
async function placeOf(
  { visits, publicQueue }: TicketPorts,
  { visit, timeZone }: FoundTicket,
  now: Temporal.Instant,
): Promise<
  Pick<TicketView, "appointment" | "ahead" | "estimatedMinutes" | "estimateErrorMinutes">
> {
  const { dueAt } = visit;
  const dateTime = dueAt && formatInstant(dueAt, timeZone);
  const appointment = dateTime === null ? null : { dateTime, isEarly: false };
  const unknown = { appointment, ahead: null, estimatedMinutes: null, estimateErrorMinutes: null };
  if (visit.state !== "WAITING") return unknown;
  const query = { departmentIds: [visit.departmentId], now, timeZone };
  const [found, queues] = await Promise.all([
    publicQueue.open(visit, query),
    visits.queues(visit, query),
  ]);
  const [queue] = queues;
  if (appointment && !isDue(dueAt!, queue!.rules, now)) {
    return { ...unknown, appointment: { ...appointment, isEarly: true } };
  }
  const open = currentIn(queues, found, now);
  const waiting = inCallOrder(open, { rulesOf: () => queue!.rules, now });
  const ahead = waiting.findIndex(({ id }) => id === visit.id);
  // It was called between the two reads: the next look says where to.
  if (ahead === -1) return unknown;
  const { estimateErrorMinutes } = queue!;
  const estimatedMinutes = estimateWait(ahead, queue!);
  return { appointment, ahead, estimatedMinutes, estimateErrorMinutes };
}

/** Returns the waiting visits in the order in which they are called. */
export function inCallOrder(
  visits: readonly PublicVisit[],
  options: Parameters<typeof callOrder>[1],
): PublicVisit[] {
  // The order depends on nothing that a public visit lacks.
  return callOrder(visits as readonly Visit[], options);
}
