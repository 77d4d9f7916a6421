import { requirePermission, requireSamePermission, validationError } from "../../core/mod.ts";
import { breakOffOf, type OnDefect, reportTo } from "../http/defects.ts";
import {
  type Answer,
  limitHeaders,
  type RequestContext,
  respond,
} from "../http/request_context.ts";
import { unexpectedBodyFault } from "../http/json_body.ts";
import { internalError, noteRefusal, refusalAnswer } from "../http/refusals.ts";
import type { StaffEndpoint, StaffRequest, StaffUseCases } from "./endpoint.ts";
import {
  type CallerState,
  createStaffSessions,
  type StaffSessionsOptions,
} from "../http/staff_sessions.ts";

/** A request that was routed to an endpoint, with the id of its path. */
interface RoutedRequest {
  context: RequestContext;
  id: number;
}

/** Options of the staff API. */
export interface StaffServerOptions extends StaffSessionsOptions {
  onDefect: OnDefect;
}

/**
 * Makes the function that serves the endpoints of the staff API. It makes the checks in the order of
 * rest-adapter/README.md 8.2 and adds the headers of a known caller.
 */
export function createStaffServer(
  application: StaffUseCases,
  { onDefect, ...options }: StaffServerOptions,
) {
  const sessions = createStaffSessions(application, options);

  async function answerOf(
    endpoint: StaffEndpoint,
    received: StaffRequest,
    state: CallerState,
  ): Promise<Answer> {
    const { request } = received;
    if (endpoint.beginsSession || sessions.isClaimedBy(request)) {
      sessions.refuseForeignChange(request);
    }
    if (endpoint.beginsSession) return await endpoint.handle(received);
    const caller = await sessions.authenticate(received);
    state.caller = caller;
    await sessions.count(caller, state);
    if (endpoint.useCase !== null) {
      const { permission, weightOf } = application.staff[endpoint.useCase];
      requirePermission(caller, permission);
      await sessions.count(caller, state, weightOf(queryOf(request)) - 1);
    }
    if (endpoint.method !== "GET" && !endpoint.request.body) {
      const fault = await unexpectedBodyFault(request);
      if (fault) throw validationError(fault);
    }
    const requireStill = async () => {
      const present = await sessions.authenticate(received, { isActivity: false });
      if (endpoint.useCase !== null) {
        requireSamePermission(caller, present, application.staff[endpoint.useCase].permission);
      }
    };
    const { signal } = request;
    return await endpoint.handle({ ...received, caller: { ...caller, signal, requireStill } });
  }

  return async (endpoint: StaffEndpoint, { context, id }: RoutedRequest): Promise<Response> => {
    const { request, ipAddress } = context;
    const state: CallerState = {};
    const report = reportTo(onDefect, context);
    const breakOff = breakOffOf(context, onDefect);
    let answer: Answer;
    try {
      const received = { application, request, ipAddress, id, sessions, breakOff };
      answer = await answerOf(endpoint, received, state);
    } catch (error) {
      const refusal = refusalAnswer(error);
      if (!refusal) report(error);
      answer = refusal ?? internalError;
      noteRefusal(answer, context, { staffUserId: state.caller?.staffUserId });
    }
    const headers = { ...(state.caller && limitHeaders(state.caller, state.limit)) };
    return respond({ ...answer, headers: { ...headers, ...answer.headers } }, context);
  };
}

/** Returns the query as an object. Only the weight of the call is computed from it. */
function queryOf({ url }: Request): Record<string, string> {
  return Object.fromEntries(new URL(url).searchParams);
}
