import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { answerCalls, answerPostedCalls } from "./batch_answer.ts";
import {
  endpoint,
  isRead,
  parseRequestedCalls,
  refuseAmbiguousKey,
  refuseBatch,
  type RequestedCalls,
  requestForTrpc,
} from "./requested_calls.ts";
import { createRequestContext, type RequestContext, type TrpcUseCases } from "./request_context.ts";
import { causeOf, refusalOf, retryAfterOf, shapeOf } from "./errors.ts";
import { appRouter, procedureTypes } from "./router.ts";
import {
  challenges,
  commonHeaders,
  type ConnectionInfo,
  createStaffSessions,
  limitHeaders,
  readJsonText,
  requestIdOf,
  staffHeaders,
  type StaffSurfaceOptions,
} from "../../rest-adapter/http/mod.ts";

/** Answers a request under `/trpc`. Never throws and never rejects. */
export type TrpcHandler = (
  request: Request,
  connection:
    & Pick<
      ConnectionInfo,
      "ipAddress" | "requestId" | "onRoute" | "onRefused" | "conflictingHeaders"
    >
    & {
      /** Called for a request that only reads, by whatever method. */
      onRead?: (() => void) | undefined;
    },
) => Promise<Response>;

/** Options of the handler. */
export type TrpcHandlerOptions = StaffSurfaceOptions;

/**
 * Creates the handler of `/trpc`. Sessions, limits and roles are those of the staff REST API. The order of checks is in
 * gateway/trpc/README.md 2.
 */
export function createTrpcHandler(
  application: TrpcUseCases,
  { publicUrl, sessionTokens, onDefect = () => {} }: TrpcHandlerOptions,
): TrpcHandler {
  const sessions = createStaffSessions(application, { publicUrl, sessionTokens });

  return async (request, { ipAddress, onRoute, onRead, conflictingHeaders, ...connection }) => {
    const requestId = connection.requestId ?? requestIdOf(request.headers);
    const calls = parseRequestedCalls(request);
    const { isBatch } = calls;
    onRoute?.(routeOf(calls));
    if (isRead(request, calls, procedureTypes)) onRead?.();
    const received = { request, ipAddress, conflictingHeaders };
    const context = createRequestContext({ application, sessions, isBatch, ...received });
    let retryAfterSeconds = 0;

    function note(error: unknown, path?: string): void {
      retryAfterSeconds = Math.max(retryAfterSeconds, retryAfterOf(error) ?? 0);
      const refusal = refusalOf(error);
      if (refusal) {
        const { staffUserId } = context.callerState.caller ?? {};
        connection.onRefused?.({ code: refusal.code, staffUserId });
      }
      // If the client has hung up, the work ends with an error, which is not a defect.
      if (refusal || request.signal.aborted) return;
      const about = { requestId, method: request.method, path: `${endpoint}/${path ?? ""}` };
      onDefect(causeOf(error), about);
    }

    const response = await answer(context, note).catch((error: unknown) => {
      note(error);
      return refused(error);
    });
    const { caller, limit } = context.callerState;
    const headers = {
      ...commonHeaders({ requestId }),
      ...staffHeaders,
      ...(caller && limitHeaders(caller, limit)),
      ...(retryAfterSeconds > 0 && { "Retry-After": String(retryAfterSeconds) }),
      ...(response.status === 401 && { "WWW-Authenticate": challenges.session }),
      ...(response.headers.get("Allow") === "GET, POST" && { Allow: "GET, HEAD, POST" }),
    };
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    // tRPC sets Vary for streamed answers, which we do not have.
    response.headers.delete("Vary");
    return response;
  };
}

/** Returns the route of a request for metrics and traces. Callers could invent names of procedures. */
function routeOf({ paths, isBatch }: RequestedCalls): string {
  const [path] = paths;
  if (isBatch && paths.length > 1) return `${endpoint}/{batch}`;
  return `${endpoint}/${path !== undefined && procedureTypes.has(path) ? path : "{procedure}"}`;
}

async function answer(
  context: RequestContext,
  note: (error: unknown, path?: string) => void,
): Promise<Response> {
  const { request, sessions, conflictingHeaders } = context;
  // Checks every change, also without a session: a foreign page must not sign its visitors in.
  sessions.refuseForeignChange(request);
  const calls = parseRequestedCalls(request);
  refuseBatch(calls, procedureTypes);
  refuseAmbiguousKey(calls, request, conflictingHeaders);
  const answerOne = (one: Omit<RequestedCalls, "faults">, readBody?: () => Promise<string>) =>
    fetchRequestHandler({
      endpoint,
      req: requestForTrpc(request, one, readBody),
      router: appRouter,
      allowMethodOverride: true,
      createContext: ({ resHeaders }) => ({ ...context, responseHeaders: resHeaders }),
      onError: ({ error, path }) => note(error, path),
    });
  if (!isRead(request, calls, procedureTypes)) return await answerOne(calls);
  const answered = request.method === "POST"
    ? await answerPostedCalls(calls, answerOne, () => readJsonText(request))
    : await answerCalls(calls, answerOne);
  if (calls.isBatch && context.hasWaited()) await context.requireStill();
  return answered;
}

/** Refuses the whole request. Clients take the error as the answer to each call. */
function refused(error: unknown): Response {
  const shape = shapeOf(error);
  return Response.json({ error: shape }, { status: shape.data.httpStatus });
}
