import {
  DomainError,
  type LimitState,
  requireRole,
  type StaffCaller,
  validationError,
} from "../../core/mod.ts";
import { type OnDefect, reportTo } from "../defects.ts";
import { type Answer, type Exchange, respond } from "../exchange.ts";
import { unaskedBodyFault } from "../json_body.ts";
import { limitHeaders } from "../limit_headers.ts";
import { internalError, refusalAnswer } from "../refusals.ts";
import type { StaffEndpoint, StaffRequest, StaffUseCases } from "./endpoint.ts";
import { backgroundHeader } from "./endpoints.ts";
import { isForeignChange } from "./foreign_page.ts";
import { createSessionCookie, type SessionTokens } from "./session_cookie.ts";

/** A request that has reached an endpoint, with the id of its path. */
interface Arrival {
  exchange: Exchange;
  id: number;
}

/** What became known of the caller before the request was answered or refused. */
interface Standing {
  caller?: StaffCaller;
  limit?: LimitState | undefined;
}

/** How the staff API is served. */
export interface StaffServerOptions {
  publicUrl: string | undefined;
  sessionTokens: SessionTokens;
  onDefect: OnDefect;
}

/**
 * Serves the endpoints of the staff API: foreign page 403, session 401, limit 429, role 403, and then what
 * the endpoint itself checks (decisions 7 and 9).
 */
export function createStaffServer(
  application: StaffUseCases,
  { publicUrl, sessionTokens: tokens, onDefect }: StaffServerOptions,
) {
  const cookie = createSessionCookie(publicUrl);

  async function answerOf(
    endpoint: StaffEndpoint,
    received: StaffRequest,
    standing: Standing,
  ): Promise<Answer> {
    const { request } = received;
    const token = cookie.read(request);
    if (token !== undefined || endpoint.beginsSession) refuseForeignChange(request);
    if (endpoint.beginsSession) return await endpoint.handle(received);
    const sessionId = token === undefined ? undefined : await tokens.verify(token);
    const caller = await application.authenticateSession(sessionId, {
      isActivity: request.headers.get(backgroundHeader) !== "true",
      ipAddress: received.ipAddress,
    });
    standing.caller = caller;
    standing.limit = await application.countStaffRequest(caller);
    if (standing.limit?.isAllowed === false) throw tooManyRequests(standing.limit);
    if (endpoint.useCase !== null) requireRole(caller, application.staff[endpoint.useCase].role);
    if (request.method !== "GET" && !endpoint.request.body) {
      const fault = await unaskedBodyFault(request);
      if (fault) throw validationError(fault);
    }
    return await endpoint.handle({ ...received, caller });
  }

  function refuseForeignChange(request: Request): void {
    if (!isForeignChange(request, publicUrl)) return;
    throw new DomainError("FORBIDDEN", "This request comes from another site's page");
  }

  return async (endpoint: StaffEndpoint, { exchange, id }: Arrival): Promise<Response> => {
    const { request, ipAddress } = exchange;
    const standing: Standing = {};
    const report = reportTo(onDefect, exchange);
    const breakOff = (error: unknown): boolean => {
      report(error);
      exchange.breakOff?.();
      return exchange.breakOff !== undefined;
    };
    let answer: Answer;
    try {
      const received = { application, request, ipAddress, id, cookie, tokens, breakOff };
      answer = await answerOf(endpoint, received, standing);
    } catch (error) {
      const refusal = refusalAnswer(error);
      if (!refusal) report(error);
      answer = refusal ?? internalError;
    }
    const headers = { ...(standing.caller && limitHeaders(standing.caller, standing.limit)) };
    return respond({ ...answer, headers: { ...headers, ...answer.headers } }, exchange);
  };
}

function tooManyRequests({ limit }: LimitState): DomainError {
  return new DomainError(
    "RATE_LIMIT_EXCEEDED",
    `A staff user is limited to ${limit} requests a minute; wait as Retry-After says`,
  );
}
