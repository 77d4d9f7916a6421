import {
  type ApiCall,
  type ApiCaller,
  DomainError,
  durationMs,
  hasScope,
  isAllowedFrom,
  isSameCaller,
  type LimitState,
  NotConfirmedError,
  requireAllowedFrom,
  requireScope,
} from "../../core/mod.ts";
import { compressed } from "../http/compressed.ts";
import { isCollected } from "../http/json_body.ts";
import { breakOffOf, type OnDefect, reportTo } from "../http/defects.ts";
import {
  type Answer,
  limitHeaders,
  pathOf,
  type RequestContext,
  respond,
} from "../http/request_context.ts";
import { internalError, noteRefusal, reasonOf, refusalAnswer } from "../http/refusals.ts";
import type { PublicEndpoint, PublicUseCases } from "./endpoint.ts";

/** A request that was routed to an endpoint, with the id of its path. */
interface RoutedRequest {
  context: RequestContext;
  id: number;
}

/** What the checks have found out about the caller so far. */
interface CallerState {
  timestamp: Temporal.Instant;
  /** The same moment by the monotonic clock. */
  startedAtMs: number;
  caller?: ApiCaller;
  apiCall?: ApiCall;
  limit?: LimitState | undefined;
}

const maxEndpointLength = 2000;
const maxUserAgentLength = 512;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Makes the function that serves the endpoints of the public API. It makes the checks in the order of
 * rest-adapter/README.md 2, adds the headers of a known caller, and records one usage entry for each response to a
 * valid key.
 */
export function createPublicServer(
  application: PublicUseCases,
  { onDefect }: { onDefect: OnDefect },
) {
  const limitedKeys = new Set<number>();
  return async (endpoint: PublicEndpoint, routed: RoutedRequest): Promise<Response> => {
    const { context } = routed;
    const startedAtMs = performance.now();
    const state: CallerState = { timestamp: application.now(), startedAtMs };
    let answer: Answer;
    try {
      answer = await answerOf(application, endpoint, { ...routed, state, limitedKeys, onDefect });
      if (endpoint.isCompressed) answer = await compressed(answer, context);
    } catch (error) {
      const refusal = refusalAnswer(error);
      if (!refusal) reportTo(onDefect, context)(error);
      answer = refusal ?? internalError;
    }
    const { caller, apiCall, limit } = state;
    if (answer.status >= 400) noteRefusal(answer, context, { apiKeyId: caller?.apiKeyId });
    if (!caller || !apiCall) return respond(answer, context);
    const headers = { ...limitHeaders(caller, limit), ...answer.headers };
    const response = respond({ ...answer, headers }, context);
    if (answer.isRecorded) {
      application.noteKeyUse(apiCall);
    } else {
      const { waitedMs = 0 } = answer;
      const responseTimeMs = durationMs(startedAtMs + waitedMs, performance.now());
      const { status: statusCode } = answer;
      const error = reasonOf(answer);
      const outcome = { statusCode, creditsConsumed: 0, responseTimeMs, error };
      application.recordUsage({ ...apiCall, ...outcome });
    }
    return response;
  };
}

async function answerOf(
  application: PublicUseCases,
  endpoint: PublicEndpoint,
  routed: RoutedRequest & { state: CallerState; limitedKeys: Set<number>; onDefect: OnDefect },
): Promise<Answer> {
  const { context, state, limitedKeys } = routed;
  const { promise: isConfirmed, resolve: confirm } = Promise.withResolvers<boolean>();
  let early: StartedCall | undefined;
  const onExpected = (expected: ApiCaller) => {
    if (!mayStartEarly(endpoint, expected, { context, limitedKeys })) return;
    early = startCall(application, endpoint, { ...routed, caller: expected, isConfirmed });
    // It stays unused if the key turns out to be revoked.
    early.answer.catch(() => {});
  };
  let isExpected;
  try {
    const caller = await application.authenticateApiKey(
      context.request.headers.get("X-API-Key"),
      endpoint.startsEarly && onExpected,
    );
    isExpected = early !== undefined && isSameCaller(early.caller, caller);
    const { timestamp } = state;
    state.caller = caller;
    state.apiCall = isExpected
      ? early!.apiCall
      : toApiCall(endpoint, { caller, context, timestamp });
    // Before the limit: whoever has stolen the key must not use up the requests of its holder.
    requireAllowedFrom(caller, context.ipAddress);
    state.limit = await application.countRequest(caller);
    noteLimit(limitedKeys, caller, state.limit);
    requireScope(caller, endpoint.scopes);
    confirm(isExpected);
  } finally {
    confirm(false);
  }
  if (isExpected) {
    try {
      return await early!.answer;
    } catch (error) {
      if (!(error instanceof NotConfirmedError)) throw error;
    }
  }
  const { caller, apiCall } = state;
  return await startCall(application, endpoint, { ...routed, caller, apiCall }).answer;
}

/** At most so many keys are remembered that have used up their limits. */
const maxLimitedKeys = 10_000;

/** Notes whether a key has used up its limit. Throws RATE_LIMIT_EXCEEDED if it has. */
function noteLimit(
  limitedKeys: Set<number>,
  { apiKeyId }: ApiCaller,
  limit: LimitState | undefined,
): void {
  if (limit?.isAllowed !== false) {
    limitedKeys.delete(apiKeyId);
    return;
  }
  if (limitedKeys.size >= maxLimitedKeys) limitedKeys.clear();
  limitedKeys.add(apiKeyId);
  throw new DomainError(
    "RATE_LIMIT_EXCEEDED",
    `The API key allows ${limit.limit} requests per hour. Wait for the seconds in Retry-After.`,
  );
}

/** Returns whether a call may start for an expected caller (rest-adapter/README.md 10.10). */
function mayStartEarly(
  { startsEarly, scopes }: PublicEndpoint,
  expected: ApiCaller,
  { context, limitedKeys }: { context: RequestContext; limitedKeys: ReadonlySet<number> },
): boolean {
  if (!hasScope(expected, scopes) || limitedKeys.has(expected.apiKeyId)) return false;
  if (!isAllowedFrom(expected, context.ipAddress)) return false;
  // The call may have to be repeated, with the same body.
  return startsEarly === "read" || isCollected(context.request);
}

/** A call of an endpoint for a caller. */
interface StartedCall {
  caller: ApiCaller;
  apiCall: ApiCall;
  answer: Promise<Answer>;
}

function startCall(
  application: PublicUseCases,
  endpoint: PublicEndpoint,
  { context, id, state, isConfirmed, onDefect, ...known }: RoutedRequest & {
    state: CallerState;
    onDefect: OnDefect;
    caller: ApiCaller;
    apiCall?: ApiCall;
    isConfirmed?: Promise<boolean>;
  },
): StartedCall {
  const { timestamp, startedAtMs, limit } = state;
  // The key may have been revoked, or have lost the scope or the network.
  const requireStill = async () => {
    const key = context.request.headers.get("X-API-Key");
    const present = await application.authenticateApiKey(key);
    requireAllowedFrom(present, context.ipAddress);
    requireScope(present, endpoint.scopes);
  };
  const caller = { ...known.caller, requireStill };
  const apiCall = known.apiCall ?? toApiCall(endpoint, { caller, context, timestamp });
  const breakOff = breakOffOf(context, onDefect);
  const { request, conflictingHeaders } = context;
  const received = { request, conflictingHeaders, id, breakOff };
  const call = { application, caller, isConfirmed, apiCall, limit, startedAtMs, ...received };
  return { caller, apiCall, answer: endpoint.handle(call) };
}

function toApiCall(
  endpoint: PublicEndpoint,
  { caller, context, timestamp }: {
    caller: ApiCaller;
    context: RequestContext;
    timestamp: Temporal.Instant;
  },
): ApiCall {
  const { request, ipAddress } = context;
  const method = request.method === "HEAD" ? "HEAD" : endpoint.method;
  return {
    organizationId: caller.organizationId,
    apiKeyId: caller.apiKeyId,
    environment: caller.environment,
    endpoint: pathOf(request).slice(0, maxEndpointLength),
    routeTemplate: `${method} ${endpoint.path}`,
    method,
    timestamp,
    ipAddress,
    userAgent: readUserAgent(request.headers).slice(0, maxUserAgentLength),
    requestId: context.requestId,
  };
}

/** Reads `User-Agent`. Hosts decode headers as Latin-1, so text that was sent as UTF-8 is decoded again. */
function readUserAgent(headers: Headers): string {
  const text = headers.get("User-Agent") ?? "";
  if (!/[\x80-\xff]/.test(text)) return text;
  try {
    return utf8.decode(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  } catch {
    return text;
  }
}
