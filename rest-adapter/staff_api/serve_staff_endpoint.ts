import { requireRole, validationError } from "../../core/mod.ts";
import { type OnDefect, reportTo } from "../defects.ts";
import { type Answer, type Exchange, respond } from "../exchange.ts";
import { unaskedBodyFault } from "../json_body.ts";
import { limitHeaders } from "../limit_headers.ts";
import { internalError, refusalAnswer } from "../refusals.ts";
import type { StaffEndpoint, StaffRequest, StaffUseCases } from "./endpoint.ts";
import { createStaffSessions, type StaffSessionsOptions, type Standing } from "./staff_sessions.ts";

/** A request that has reached an endpoint, with the id of its path. */
interface Arrival {
  exchange: Exchange;
  id: number;
}

/** How the staff API is served. */
export interface StaffServerOptions extends StaffSessionsOptions {
  onDefect: OnDefect;
}

/**
 * Serves the endpoints of the staff API: foreign page 403, session 401, limit 429, role 403, and then what
 * the endpoint itself checks (decisions 7 and 9).
 */
export function createStaffServer(
  application: StaffUseCases,
  { onDefect, ...options }: StaffServerOptions,
) {
  const sessions = createStaffSessions(application, options);

  async function answerOf(
    endpoint: StaffEndpoint,
    received: StaffRequest,
    standing: Standing,
  ): Promise<Answer> {
    const { request } = received;
    if (endpoint.beginsSession || sessions.isClaimedBy(request)) {
      sessions.refuseForeignChange(request);
    }
    if (endpoint.beginsSession) return await endpoint.handle(received);
    const caller = await sessions.authenticate(received);
    standing.caller = caller;
    await sessions.count(caller, standing);
    if (endpoint.useCase !== null) {
      const { role, weightOf } = application.staff[endpoint.useCase];
      requireRole(caller, role);
      await sessions.count(caller, standing, weightOf(queryOf(request)) - 1);
    }
    if (request.method !== "GET" && !endpoint.request.body) {
      const fault = await unaskedBodyFault(request);
      if (fault) throw validationError(fault);
    }
    return await endpoint.handle({ ...received, caller: { ...caller, signal: request.signal } });
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
      const received = { application, request, ipAddress, id, sessions, breakOff };
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

/** A query as an object, for its weight alone. */
function queryOf({ url }: Request): Record<string, string> {
  return Object.fromEntries(new URL(url).searchParams);
}
