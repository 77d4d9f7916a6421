import { type ApiCaller, DomainError, type LimitState, requireScope } from "../../core/mod.ts";
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
  caller?: ApiCaller;
  limit?: LimitState | undefined;
}

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
    const timestamp = now();
    const standing: Standing = {};
    let answer: Answer;
    try {
      answer = await answerOf(application, endpoint, { ...arrival, standing });
    } catch (error) {
      const refusal = refusalAnswer(error);
      if (!refusal) onDefect(error, aboutOf(exchange));
      answer = refusal ?? internalError;
    }
    const { caller } = standing;
    if (!caller) return respond(answer, exchange);
    const headers = { ...callerHeaders(caller, standing.limit), ...answer.headers };
    const response = respond({ ...answer, headers }, exchange);
    application.recordUsage({
      organizationId: caller.organizationId,
      apiKeyId: caller.apiKeyId,
      environment: caller.environment,
      endpoint: pathOf(exchange.request),
      routeTemplate: `${endpoint.method} ${endpoint.path}`,
      method: endpoint.method,
      statusCode: answer.status,
      creditsConsumed: answer.creditsConsumed ?? 0,
      responseTimeMs: Math.round(performance.now() - startedAtMs),
      timestamp,
      ipAddress: exchange.ipAddress,
      userAgent: (exchange.request.headers.get("User-Agent") ?? "").slice(0, maxUserAgentLength),
    });
    return response;
  };
}

async function answerOf(
  application: PublicUseCases,
  endpoint: PublicEndpoint,
  { exchange: { request }, id, standing }: Arrival & { standing: Standing },
): Promise<Answer> {
  const caller = await application.authenticateApiKey(request.headers.get("X-API-Key"));
  standing.caller = caller;
  standing.limit = await application.countRequest(caller);
  if (standing.limit?.isAllowed === false) {
    throw new DomainError(
      "RATE_LIMIT_EXCEEDED",
      `The API key is limited to ${standing.limit.limit} requests an hour; wait as Retry-After says`,
    );
  }
  requireScope(caller, endpoint.scopes);
  return endpoint.handle({ application, caller, request, id });
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
