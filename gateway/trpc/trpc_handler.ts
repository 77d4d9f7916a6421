import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { answerCalls } from "./answer_calls.ts";
import {
  type Called,
  endpoint,
  readCalled,
  refuseBatch,
  requestForTrpc,
} from "./called_procedures.ts";
import { type Exchange, openExchange, type TrpcUseCases } from "./context.ts";
import { causeOf, refusalOf, retryAfterOf, shapeOf } from "./errors.ts";
import { appRouter, procedureTypes } from "./router.ts";
import {
  commonHeaders,
  type ConnectionInfo,
  createStaffSessions,
  limitHeaders,
  requestIdOf,
  staffHeaders,
  type StaffSurfaceOptions,
} from "../../rest-adapter/http/mod.ts";

/** Answers a request under `/trpc`; never throws and never rejects. */
export type TrpcHandler = (
  request: Request,
  connection: Pick<ConnectionInfo, "ipAddress">,
) => Promise<Response>;

/** How the handler is set up. */
export type TrpcHandlerOptions = StaffSurfaceOptions;

/**
 * The procedures over the use cases, under the session and the rules of the staff REST API (decisions 7 and 9):
 * foreign page 403, then for each procedure name 404, method 405, session 401, limit 429, role 403, input 400.
 */
export function createTrpcHandler(
  application: TrpcUseCases,
  { publicUrl, sessionTokens, onDefect = () => {} }: TrpcHandlerOptions,
): TrpcHandler {
  const sessions = createStaffSessions(application, { publicUrl, sessionTokens });

  return async (request, { ipAddress }) => {
    const requestId = requestIdOf(request.headers);
    const { isBatch } = readCalled(request);
    const exchange = openExchange({ application, sessions, request, ipAddress, isBatch });
    let retryAfterSeconds = 0;

    function note(error: unknown, path?: string): void {
      retryAfterSeconds = Math.max(retryAfterSeconds, retryAfterOf(error) ?? 0);
      // If the client has hung up, the work ends with an error, which is not a defect.
      if (refusalOf(error) || request.signal.aborted) return;
      const about = { requestId, method: request.method, path: `${endpoint}/${path ?? ""}` };
      onDefect(causeOf(error), about);
    }

    const response = await answer(exchange, note).catch((error: unknown) => {
      note(error);
      return refused(error);
    });
    const { caller, limit } = exchange.standing;
    const headers = {
      ...commonHeaders({ requestId }),
      ...staffHeaders,
      ...(caller && limitHeaders(caller, limit)),
      ...(retryAfterSeconds > 0 && { "Retry-After": String(retryAfterSeconds) }),
    };
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    // tRPC's answers vary by what may be streamed; none of ours may.
    response.headers.delete("Vary");
    return response;
  };
}

async function answer(
  exchange: Exchange,
  note: (error: unknown, path?: string) => void,
): Promise<Response> {
  const { request, sessions } = exchange;
  // Of every change, session or none: signing in is one, and the session would be the foreign page's choice.
  sessions.refuseForeignChange(request);
  const called = readCalled(request);
  refuseBatch(called, procedureTypes);
  const answerOne = (one: Called) =>
    fetchRequestHandler({
      endpoint,
      req: requestForTrpc(request, one),
      router: appRouter,
      createContext: ({ resHeaders }) => ({ ...exchange, responseHeaders: resHeaders }),
      onError: ({ error, path }) => note(error, path),
    });
  return request.method === "GET" ? await answerCalls(called, answerOne) : await answerOne(called);
}

/** The whole request refused; clients take it as the answer to each of its calls. */
function refused(error: unknown): Response {
  const shape = shapeOf(error);
  return Response.json({ error: shape }, { status: shape.data.httpStatus });
}
