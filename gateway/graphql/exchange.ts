import {
  type Application,
  DomainError,
  type HeavyTurn,
  type LimitState,
  type ReportingReader,
  type Reports,
  requireRole,
  unpaced,
} from "../../core/mod.ts";
import type { GraphqlContext } from "./builder.ts";
import { type Asked, costOf } from "./cost.ts";
import { refuseMoreThan } from "./limits.ts";
import type { CallerState, StaffSessions } from "../../rest-adapter/http/mod.ts";

/** The use cases that reporting stands on. */
export type GraphqlUseCases = Pick<
  Application,
  | "authenticateReportingToken"
  | "countReportingCost"
  | "countDepartments"
  | "enterHeavyWork"
  | "openReports"
  | "signIn"
  | "authenticateSession"
  | "signOut"
  | "countStaffRequest"
>;

/** A session has no points: a query counts as one request of its staff user for so many. */
const pointsOfARequest = 100;

/** One request on its way. */
export interface Exchange extends CallerState {
  /** As it was received. */
  request: Request;
  ipAddress: string;
  /** Settles when the caller has been admitted or refused. */
  admission?: Promise<void>;
  /** Who asks, once that is known. */
  reader?: ReportingReader;
  /** Counts what the query costs. Throws RATE_LIMIT_EXCEEDED. */
  pay?(cost: number): Promise<void>;
  /** What the query costs, or why that cannot be told. */
  cost?: { points: number } | { fault: unknown };
  /** What it asks, once it is parsed. */
  asked?: Asked;
  /** Its place among those that run. */
  turn?: HeavyTurn | undefined;
  /** Open from when the query begins to run. */
  reports?: Reports;
}

/**
 * Lets a query run: with the number of departments its cost is known, which is held against the limit and paid; then
 * it waits for its turn. Throws what the limits throw, and SERVICE_UNAVAILABLE after too long a wait.
 */
export async function begin(
  exchange: Exchange,
  application: GraphqlUseCases,
): Promise<GraphqlContext> {
  const { reader, asked, request: { signal } } = exchange;
  const { organizationId } = reader!;
  const departmentCount = dependsOnDepartments(asked!)
    ? await application.countDepartments(organizationId)
    : 1;
  const points = costOf(asked!, { departmentCount });
  exchange.cost = { points };
  refuseMoreThan("QUERY_TOO_COSTLY", points);
  await exchange.pay?.(points);
  exchange.turn = await application.enterHeavyWork({ kind: "report", organizationId, signal });
  const pace = exchange.turn ?? unpaced;
  exchange.reports = application.openReports(reader!, pace);
  return { reports: exchange.reports, pace, departmentCount };
}

function dependsOnDepartments(asked: Asked): boolean {
  const costWith = (departmentCount: number) => costOf(asked, { departmentCount });
  return costWith(1) !== costWith(1_000_000);
}

/**
 * Finds out who asks (contracts, "GraphQL"; decisions 7 and 9): the holder of a reporting token, or else an ADMIN or
 * OWNER who is signed in. Throws UNAUTHENTICATED, FORBIDDEN, PASSWORD_CHANGE_REQUIRED or RATE_LIMIT_EXCEEDED.
 */
export async function admit(
  exchange: Exchange,
  { application, sessions }: { application: GraphqlUseCases; sessions: StaffSessions },
): Promise<void> {
  const { request } = exchange;
  const token = bearerOf(request);
  if (token !== undefined) await admitToken(token, exchange, application);
  else if (sessions.isClaimedBy(request)) await admitStaff(exchange, sessions);
  else throw unauthenticated(request.headers.has("X-API-Key"));
}

async function admitToken(
  token: string,
  exchange: Exchange,
  application: GraphqlUseCases,
): Promise<void> {
  if (token.startsWith("mk_")) throw unauthenticated(true);
  const caller = await application.authenticateReportingToken(token);
  exchange.reader = caller;
  let paid = 0;
  exchange.pay = async (cost) => {
    const more = cost - paid;
    if (more <= 0) return;
    exchange.limit = await application.countReportingCost(caller, more);
    if (exchange.limit?.isAllowed === false) throw tooCostlyNow(exchange.limit, cost);
    paid = cost;
  };
  // Of whatever is sent: a request that turns out to be no query has cost a look at it.
  await exchange.pay(1);
}

async function admitStaff(exchange: Exchange, sessions: StaffSessions): Promise<void> {
  sessions.refuseForeignChange(exchange.request);
  const caller = await sessions.authenticate(exchange);
  exchange.reader = caller;
  await sessions.count(caller, exchange);
  requireRole(caller, "ADMIN");
  exchange.pay = (cost) => sessions.count(caller, exchange, Math.ceil(cost / pointsOfARequest) - 1);
}

function bearerOf({ headers }: Request): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.get("Authorization") ?? "")?.[1];
}

function unauthenticated(hasApiKey: boolean): DomainError {
  const needed = "send a reporting token (Authorization: Bearer ...), which an ADMIN or OWNER " +
    "makes in the dashboard, or sign in there";
  return new DomainError(
    "UNAUTHENTICATED",
    hasApiKey ? `An API key does not open reporting: ${needed}` : `To read reports, ${needed}`,
  );
}

function tooCostlyNow({ limit, remaining, resetSeconds }: LimitState, cost: number): DomainError {
  const points = (count: number) => count.toLocaleString("en-US");
  return new DomainError(
    "RATE_LIMIT_EXCEEDED",
    `The query costs ${points(cost)} points, and ${points(remaining)} are left of the ` +
      `${
        points(limit)
      } that a reporting token has an hour; wait as Retry-After says, or ask for less`,
    { retryAfterSeconds: Math.max(1, resetSeconds) },
  );
}
