import {
  type Application,
  type DataAge,
  DomainError,
  type HeavyTurn,
  type LimitState,
  permissions,
  type ReportingReader,
  type Reports,
  requirePermission,
  unpaced,
} from "../../core/mod.ts";
import type { GraphqlContext } from "./builder.ts";
import { costOf, type ParsedQuery } from "./cost.ts";
import { queryRefusal } from "./errors.ts";
import { readsData, refuseMoreThan } from "./limits.ts";
import { type AnswerForm, isCsv } from "./parameters.ts";
import type { CsvFile } from "./table.ts";
import type { CallerState, StaffSessions } from "../../rest-adapter/http/mod.ts";

/** The use cases that GraphQL needs. */
export type GraphqlUseCases = Pick<
  Application,
  | "authenticateReportingToken"
  | "countReportingCost"
  | "countDepartments"
  | "enterHeavyWork"
  | "requireReports"
  | "openReports"
  | "signIn"
  | "signInWithPasskey"
  | "finishSso"
  | "authenticateSession"
  | "signOut"
  | "countStaffRequest"
  | "requireFresh"
>;

/** A session has no cost limit. A query counts as one staff request for each 100 points. */
const pointsPerRequest = 100;

/** How long a file may take, which depends on the client as well (gateway/graphql/README.md 5.6). */
const fileDeadlineMs = 60_000;

/** The state of one request. */
export interface RequestContext extends CallerState {
  /** The received request. */
  request: Request;
  ipAddress: string;
  /** The form of the answer. Undefined if `Accept` allows none. */
  form?: AnswerForm | undefined;
  /** Settles when the caller has been admitted or refused. */
  admission?: Promise<void>;
  /** The caller, once authenticated. */
  reader?: ReportingReader;
  /** Checks again that the caller may read. Throws like the first check. */
  requireStill?(): Promise<void>;
  /** Throws STEP_UP_REQUIRED without a fresh proof. Absent for a token: whoever made it has given one. */
  requireFresh?(): Promise<void>;
  /** Counts the cost points of the query. Throws RATE_LIMIT_EXCEEDED. */
  pay?(cost: number): Promise<void>;
  /** The cost of the query, or the error if it has none. */
  cost?: { points: number } | { fault: unknown };
  /** The query, once parsed. */
  query?: ParsedQuery;
  /** Its turn among the queries that run. Dispose it at the end. */
  turn?: HeavyTurn | undefined;
  /** The open snapshot, once the query runs. */
  reports?: Reports;
  /** The answer as a file. It closes the snapshot and the turn. */
  file?: CsvFile;
  /** The staff user who asks; undefined for a token. */
  staffUserId?: number;
  /** The code of its first error, for the log. */
  refusedCode?: string;
  /** The age of its data, if it is read from a standby. */
  dataAge?: DataAge | null;
}

/**
 * Starts a query: computes its cost with the number of departments, checks and counts it, waits for a turn, and checks
 * the age of the data. Throws QUERY_TOO_COSTLY, RATE_LIMIT_EXCEEDED, the errors of `admit` if the caller lost the right
 * during the wait, or SERVICE_UNAVAILABLE after too long a wait or if no standby can be used.
 */
export async function begin(
  context: RequestContext,
  application: GraphqlUseCases,
): Promise<GraphqlContext> {
  const { reader, query, requireStill, request: { signal } } = context;
  const { organizationId } = reader!;
  const departmentCount = dependsOnDepartments(query!)
    ? await application.countDepartments(organizationId)
    : 1;
  const points = costOf(query!, { departmentCount });
  context.cost = { points };
  refuseMoreThan("QUERY_TOO_COSTLY", points);
  const needsData = readsData(query!.document);
  // Before the payment, so that callers who repeat a query during an outage still have their points after it.
  if (needsData) await application.requireReports();
  await context.pay?.(points);
  const work = {
    kind: "report" as const,
    organizationId,
    signal,
    requireStill,
    ...(isCsv(context.form) && { deadlineMs: fileDeadlineMs }),
  };
  context.turn = await application.enterHeavyWork(work);
  const pace = context.turn ?? unpaced;
  context.reports = application.openReports(reader!, pace);
  if (needsData) context.dataAge = await context.reports.age();
  return { reports: context.reports, pace, departmentCount };
}

function dependsOnDepartments(query: ParsedQuery): boolean {
  const costWith = (departmentCount: number) => costOf(query, { departmentCount });
  return costWith(1) !== costWith(1_000_000);
}

/**
 * Authenticates the caller by reporting token or, without a token, by the session of an ADMIN or OWNER
 * (gateway/graphql/README.md 3). Throws UNAUTHENTICATED, FORBIDDEN, PASSWORD_CHANGE_REQUIRED or RATE_LIMIT_EXCEEDED.
 */
export async function admit(
  context: RequestContext,
  { application, sessions }: { application: GraphqlUseCases; sessions: StaffSessions },
): Promise<void> {
  const { request } = context;
  const token = tokenOf(request);
  if (token !== undefined) await admitToken(token, context, application);
  else if (sessions.isClaimedBy(request)) await admitStaff(context, { application, sessions });
  else throw unauthenticated(request.headers.has("X-API-Key"));
}

async function admitToken(
  token: string,
  context: RequestContext,
  application: GraphqlUseCases,
): Promise<void> {
  if (token.startsWith("mk_")) throw unauthenticated(true);
  const caller = await application.authenticateReportingToken(token);
  context.reader = caller;
  context.requireStill = async () => void (await application.authenticateReportingToken(token));
  let paid = 0;
  context.pay = async (cost) => {
    const more = cost - paid;
    if (more <= 0) return;
    context.limit = await application.countReportingCost(caller, more);
    if (context.limit?.isAllowed === false) {
      if (cost > context.limit.limit) throw tooCostlyEver(context, context.limit, cost);
      throw tooCostlyNow(context.limit, cost);
    }
    paid = cost;
  };
  // Every request costs at least 1 point, also if it turns out not to be a query.
  await context.pay(1);
}

async function admitStaff(
  context: RequestContext,
  { application, sessions }: { application: GraphqlUseCases; sessions: StaffSessions },
): Promise<void> {
  sessions.refuseForeignChange(context.request);
  const caller = await sessions.authenticate(context);
  context.reader = caller;
  context.staffUserId = caller.staffUserId;
  await sessions.count(caller, context);
  requirePermission(caller, permissions.listReports);
  context.requireFresh = () => application.requireFresh(caller);
  context.requireStill = async () =>
    requirePermission(
      await sessions.authenticate(context, { isActivity: false }),
      permissions.listReports,
    );
  let counted = 1;
  context.pay = async (cost) => {
    const more = Math.ceil(cost / pointsPerRequest) - counted;
    await sessions.count(caller, context, more);
    counted += more;
  };
}

/**
 * Returns the text after `Bearer`, or the password of `Basic`, whose user name can be any. Several different headers are
 * one text that is no token, so they are refused.
 */
function tokenOf({ headers }: Request): string | undefined {
  const [, scheme, text] =
    /^(Bearer|Basic) +(\S.*?) *$/i.exec(headers.get("Authorization") ?? "") ??
      [];
  return scheme?.toLowerCase() === "basic" ? passwordIn(text!) : text;
}

/** Returns the password, or a text that is no token if there is none. */
function passwordIn(encoded: string): string {
  try {
    return /:(.*)/s.exec(atob(encoded))?.[1] ?? "";
  } catch {
    return "";
  }
}

function unauthenticated(hasApiKey: boolean): DomainError {
  const needed =
    "Send a reporting token (Authorization: Bearer ..., or as the password of Basic), which an ADMIN or OWNER " +
    "creates in the dashboard, or sign in to the dashboard";
  return new DomainError(
    "UNAUTHENTICATED",
    hasApiKey
      ? `GraphQL does not accept API keys. ${needed}`
      : `GraphQL requires authentication. ${needed}`,
  );
}

/** Makes the error of a query that would also be refused with all points. Waiting does not help. */
function tooCostlyEver(context: RequestContext, state: LimitState, cost: number): Error {
  context.limit = { ...state, isAllowed: true };
  const [costs, limit] = [cost, state.limit].map((count) => count.toLocaleString("en-US"));
  return queryRefusal(
    "QUERY_TOO_COSTLY",
    `The query costs ${costs} points, and the reporting token has ${limit} points per hour. Request a ` +
      "shorter period or fewer fields, or ask the operator for a higher limit",
    { limit: state.limit, actual: cost },
  );
}

function tooCostlyNow({ limit, remaining, resetSeconds }: LimitState, cost: number): DomainError {
  const points = (count: number) => count.toLocaleString("en-US");
  return new DomainError(
    "RATE_LIMIT_EXCEEDED",
    `The query costs ${points(cost)} points. The reporting token has ${points(remaining)} of its ` +
      `${points(limit)} points per hour left. Wait for Retry-After seconds, or request less`,
    { retryAfterSeconds: Math.max(1, resetSeconds) },
  );
}
