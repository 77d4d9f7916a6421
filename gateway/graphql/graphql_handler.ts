import { createYoga, useExecutionCancellation } from "graphql-yoga";
import type { GraphqlContext } from "./builder.ts";
import { shownError } from "./errors.ts";
import { admit, begin, type Exchange, type GraphqlUseCases } from "./exchange.ts";
import { explorerPage, wantsExplorer } from "./explorer.ts";
import { createGate, type Received } from "./gate.ts";
import { mediaTypeOf } from "./parameters.ts";
import { schema } from "./schema.ts";
import {
  commonHeaders,
  type ConnectionInfo,
  createStaffSessions,
  limitHeaders,
  requestIdOf,
  staffHeaders,
  type StaffSurfaceOptions,
} from "../../rest-adapter/http/mod.ts";

/** As nginx and its like write of a caller who hung up. */
const callerHasGone = 499;

/** Answers a request to `/graphql`. */
export type GraphqlHandler = (
  request: Request,
  connection: Pick<ConnectionInfo, "ipAddress">,
) => Promise<Response>;

/** How the handler is set up. */
export interface GraphqlHandlerOptions extends StaffSurfaceOptions {
  /** Whether browsers with a session are given a page to write queries in. */
  hasExplorer?: boolean;
}

/**
 * Reporting over GraphQL (contracts, "GraphQL"): caller 401, 429 and 403, body 400 and 413, limits and validation,
 * cost points 429, and then one snapshot that is let go whatever becomes of the answer.
 */
export function createGraphqlHandler(
  application: GraphqlUseCases,
  { publicUrl, sessionTokens, hasExplorer = false, onDefect = () => {} }: GraphqlHandlerOptions,
): GraphqlHandler {
  const sessions = createStaffSessions(application, { publicUrl, sessionTokens });
  const yoga = createYoga<Received, GraphqlContext>({
    schema,
    plugins: [
      createGate({
        admit: admitOnce,
        begin: (exchange) => begin(exchange, application),
        onDefect,
      }),
      useExecutionCancellation(),
    ],
    maskedErrors: { maskError: shownError, errorMessage: "" },
    // What would be kept of queries is the callers' to choose, and larger than what it saves.
    parserAndValidationCache: false,
    fetchAPI: { Response },
    cors: false,
    graphiql: false,
    landingPage: false,
    multipart: false,
    logging: false,
  });

  function admitOnce(exchange: Exchange): Promise<void> {
    return exchange.admission ??= admit(exchange, { application, sessions });
  }

  function isAdmitted(exchange: Exchange): Promise<boolean> {
    return admitOnce(exchange).then(() => true, () => false);
  }

  return async (request, { ipAddress }) => {
    const requestId = requestIdOf(request.headers);
    const exchange: Exchange = { request, ipAddress };
    try {
      // A refusal of the page is the refusal of a query.
      if (hasExplorer && wantsExplorer(request) && await isAdmitted(exchange)) {
        return await explorerPage(request, { requestId });
      }
      const response = await yoga.fetch(requestForYoga(request), { exchange, requestId });
      for (const [name, value] of headersOf(exchange, requestId)) response.headers.set(name, value);
      return response;
    } catch (error) {
      if (!request.signal.aborted) throw error;
      // Nobody is there to read it; the log is to say that the caller hung up, which is no defect.
      return new Response(null, { status: callerHasGone });
    } finally {
      await exchange.reports?.close();
      exchange.turn?.[Symbol.dispose]();
    }
  };
}

/** What yoga is to see of a request. Whatever else it would heed is left out, as other bodies and streamed answers. */
function requestForYoga({ url, method, headers, signal }: Request): Request {
  return new Request(url, {
    // Of some methods no Request can be made; none but these two is taken.
    method: method === "GET" || method === "POST" ? method : "PUT",
    headers: { Accept: mediaTypeOf(headers.get("Accept")) ?? "application/json" },
    signal,
  });
}

function headersOf({ reader, limit, cost }: Exchange, requestId: string): [string, string][] {
  return Object.entries({
    ...commonHeaders({ requestId }),
    ...staffHeaders,
    ...(reader && limitHeaders(reader, limit)),
    ...(cost && "points" in cost && { "X-Query-Cost": String(cost.points) }),
    Vary: "Accept",
  });
}
