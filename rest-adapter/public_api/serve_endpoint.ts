import {
  type ApiCall,
  type ApiCaller,
  DomainError,
  type LimitState,
  requireScope,
} from "../../core/mod.ts";
import { type Answer, type Exchange, pathOf, respond } from "../exchange.ts";
import { internalError, refusalAnswer } from "../refusals.ts";
import type { PublicEndpoint, PublicUseCases } from "./endpoint.ts";

/** Told of an error that is no refusal, with what finds the request again in the logs. */
export type OnDefect = (
  error: unknown,
  about: { requestId: string; method: string; path: string },
) => void;

/** A request that has reached an endpoint, with the id of its path. */
interface Arrival {
  exchange: Exchange;
  id: number;
}

/** What became known of the caller before the request was answered or refused. */
interface Standing {
  timestamp: Temporal.Instant;
  caller?: ApiCaller;
  apiCall?: ApiCall;
  limit?: LimitState | undefined;
}

const maxEndpointLength = 2000;
const maxUserAgentLength = 512;

/**
 * Serves the endpoints of the public API: the checks in the contract's order (decisions 5), the headers of
 * a known caller, and one usage entry for each response to a valid key.
 */
export function createPublicServer(
  application: PublicUseCases,
  { onDefect, now }: { onDefect: OnDefect; now: () => Temporal.Instant },
) {
  return async (endpoint: PublicEndpoint, arrival: Arrival): Promise<Response> => {
    const { exchange } = arrival;
    const startedAtMs = performance.now();
    const standing: Standing = { timestamp: now() };
    let answer: Answer;
    try {
      answer = await answerOf(application, endpoint, { ...arrival, standing });
    } catch (error) {
      const refusal = refusalAnswer(error);
      if (!refusal) onDefect(error, aboutOf(exchange));
      answer = refusal ?? internalError;
    }
    const { caller, apiCall, limit } = standing;
    if (!caller || !apiCall) return respond(answer, exchange);
    const headers = { ...callerHeaders(caller, limit), ...answer.headers };
    const response = respond({ ...answer, headers }, exchange);
    if (answer.isRecorded) {
      application.noteKeyUse(apiCall);
    } else {
      const responseTimeMs = Math.round(performance.now() - startedAtMs);
      const { status: statusCode } = answer;
      application.recordUsage({ ...apiCall, statusCode, creditsConsumed: 0, responseTimeMs });
    }
    return response;
  };
}

async function answerOf(
  application: PublicUseCases,
  endpoint: PublicEndpoint,
  { exchange, id, standing }: Arrival & { standing: Standing },
): Promise<Answer> {
  const { request } = exchange;
  const caller = await application.authenticateApiKey(request.headers.get("X-API-Key"));
  const apiCall = describeCall(endpoint, { caller, exchange, timestamp: standing.timestamp });
  standing.caller = caller;
  standing.apiCall = apiCall;
  standing.limit = await application.countRequest(caller);
  if (standing.limit?.isAllowed === false) {
    throw new DomainError(
      "RATE_LIMIT_EXCEEDED",
      `The API key is limited to ${standing.limit.limit} requests an hour; wait as Retry-After says`,
    );
  }
  requireScope(caller, endpoint.scopes);
  return endpoint.handle({ application, caller, apiCall, request, id });
}

function describeCall(
  { method, path }: PublicEndpoint,
  { caller, exchange, timestamp }: {
    caller: ApiCaller;
    exchange: Exchange;
    timestamp: Temporal.Instant;
  },
): ApiCall {
  const { request, ipAddress } = exchange;
  return {
    organizationId: caller.organizationId,
    apiKeyId: caller.apiKeyId,
    environment: caller.environment,
    endpoint: pathOf(request).slice(0, maxEndpointLength),
    routeTemplate: `${method} ${path}`,
    method,
    timestamp,
    ipAddress,
    userAgent: (request.headers.get("User-Agent") ?? "").slice(0, maxUserAgentLength),
  };
}

/** The headers of every response to a valid key (decisions 1 and 5). */
function callerHeaders(
  { timeZone }: ApiCaller,
  limit: LimitState | undefined,
): Record<string, string> {
  if (!limit) return { "X-Organization-Time-Zone": timeZone };
  return {
    "X-Organization-Time-Zone": timeZone,
    "X-RateLimit-Limit": String(limit.limit),
    "X-RateLimit-Remaining": String(limit.remaining),
    "X-RateLimit-Reset": String(limit.resetSeconds),
    ...(!limit.isAllowed && { "Retry-After": String(Math.max(1, limit.resetSeconds)) }),
  };
}

function aboutOf({ request, requestId }: Exchange) {
  return { requestId, method: request.method, path: pathOf(request) };
}
