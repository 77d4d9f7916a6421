import {
  type ApiCall,
  type ApiCaller,
  DomainError,
  type LimitState,
  requireScope,
} from "../../core/mod.ts";
import { type OnDefect, reportTo } from "../defects.ts";
import { type Answer, type Exchange, pathOf, respond } from "../exchange.ts";
import { limitHeaders } from "../limit_headers.ts";
import { internalError, refusalAnswer } from "../refusals.ts";
import type { PublicEndpoint, PublicUseCases } from "./endpoint.ts";

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
const utf8 = new TextDecoder("utf-8", { fatal: true });

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
      if (!refusal) reportTo(onDefect, exchange)(error);
      answer = refusal ?? internalError;
    }
    const { caller, apiCall, limit } = standing;
    if (!caller || !apiCall) return respond(answer, exchange);
    const headers = { ...limitHeaders(caller, limit), ...answer.headers };
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
    userAgent: readUserAgent(request.headers).slice(0, maxUserAgentLength),
  };
}

/** Headers arrive as Latin-1; a name that was sent as UTF-8 is read as that. */
function readUserAgent(headers: Headers): string {
  const text = headers.get("User-Agent") ?? "";
  if (!/[\x80-\xff]/.test(text)) return text;
  try {
    return utf8.decode(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  } catch {
    return text;
  }
}
