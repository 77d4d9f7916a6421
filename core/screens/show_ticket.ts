import { DomainError } from "../errors.ts";
import type { Clock } from "../platform.ts";
import { callOrder } from "../visits/call_order.ts";
import type { Visit, VisitOutcome, VisitState } from "../visits/visit.ts";
import type { Visits } from "../visits/visits.ts";
import { estimateWait } from "../visits/wait_estimate.ts";
import { countToken, countUnknown, type PublicLimitPorts } from "./public_limits.ts";
import type { FoundTicket, PublicQueue, PublicVisit } from "./public_queue.ts";

const ticketForm = /^[0-9A-Za-z]{22}$/;

/** A ticket as its page shows it. It names nobody. */
export interface TicketView {
  number: number;
  organization: string;
  department: string;
  state: VisitState;
  /** Null while the visit lasts. */
  outcome: VisitOutcome | null;
  /** The counter to go to; null unless the state is CALLED or IN_SERVICE. */
  desk: string | null;
  /** Number of calls so far. */
  calls: number;
  /** Number of people who are called before; null unless the state is WAITING. */
  ahead: number | null;
  /** The wait from now on, in minutes; null if it is not known. */
  estimatedMinutes: number | null;
  /** By how much today's estimates were wrong: the median difference, in minutes; null if it is not known. */
  estimateErrorMinutes: number | null;
}

/** The ports of a ticket. */
export type TicketPorts = Clock & { visits: Visits; publicQueue: PublicQueue };

/**
 * Returns a ticket of today. Throws VISIT_NOT_FOUND, always with the same words, for an unknown one and for one of another
 * day; RATE_LIMIT_EXCEEDED.
 */
export async function showTicket(
  ports: TicketPorts & PublicLimitPorts,
  ticket: string | null,
  { ipAddress }: { ipAddress: string },
): Promise<TicketView> {
  // A malformed ticket costs no query.
  const found = ticket !== null && ticketForm.test(ticket)
    ? await findToday(ports, ticket)
    : undefined;
  if (!found) {
    await countUnknown(ports, ipAddress);
    throw new DomainError(
      "VISIT_NOT_FOUND",
      "There is no ticket with this address. A ticket is valid on the day on which it was given.",
    );
  }
  await countToken(ports, ticket!);
  return await toTicketView(ports, found);
}

/** Returns a ticket as it is now; undefined if there is no such ticket today. */
export async function readTicket(
  ports: TicketPorts,
  ticket: string,
): Promise<TicketView | undefined> {
  const found = await findToday(ports, ticket);
  return found && await toTicketView(ports, found);
}

async function findToday(
  { publicQueue, now }: TicketPorts,
  ticket: string,
): Promise<FoundTicket | undefined> {
  const found = await publicQueue.findTicket(ticket);
  if (!found) return undefined;
  const today = now().toZonedDateTimeISO(found.timeZone).toPlainDate();
  return found.visit.date.equals(today) ? found : undefined;
}

async function toTicketView(ports: TicketPorts, found: FoundTicket): Promise<TicketView> {
  const { visit: { number, state, outcome, desk, calls }, ...names } = found;
  const isAtCounter = state === "CALLED" || state === "IN_SERVICE";
  return {
    number,
    organization: names.organizationName,
    department: names.departmentName,
    state,
    outcome,
    desk: isAtCounter ? desk : null,
    calls,
    ...await placeOf(ports, found, ports.now()),
  };
}

/** Returns the place of a visit in its queue. */
async function placeOf(
  { visits, publicQueue }: TicketPorts,
  { visit }: FoundTicket,
  now: Temporal.Instant,
): Promise<Pick<TicketView, "ahead" | "estimatedMinutes" | "estimateErrorMinutes">> {
  const unknown = { ahead: null, estimatedMinutes: null, estimateErrorMinutes: null };
  if (visit.state !== "WAITING") return unknown;
  const query = { date: visit.date, departmentIds: [visit.departmentId] };
  const [open, [queue]] = await Promise.all([
    publicQueue.openOn(visit, query),
    visits.queues(visit, { ...query, now }),
  ]);
  const waiting = inCallOrder(open, { rulesOf: () => queue!.rules, now });
  const ahead = waiting.findIndex(({ id }) => id === visit.id);
  // It was called between the two reads: the next look says where to.
  if (ahead === -1) return unknown;
  const { estimateErrorMinutes } = queue!;
  return { ahead, estimatedMinutes: estimateWait(ahead, queue!), estimateErrorMinutes };
}

/** Returns the waiting visits in the order in which they are called. */
export function inCallOrder(
  visits: readonly PublicVisit[],
  options: Parameters<typeof callOrder>[1],
): PublicVisit[] {
  // The order depends on nothing that a public visit lacks.
  return callOrder(visits as readonly Visit[], options);
}
