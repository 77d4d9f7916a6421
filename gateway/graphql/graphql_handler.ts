import { createYoga, useExecutionCancellation } from "graphql-yoga";
import { formatUtc } from "../../core/mod.ts";
import type { GraphqlContext } from "./builder.ts";
import { shownError } from "./errors.ts";
import { admit, begin, type GraphqlUseCases, type RequestContext } from "./request_context.ts";
import { explorerPage, wantsExplorer } from "./explorer.ts";
import { type Received, useAdmission } from "./admission.ts";
import { bytesAhead, endReading } from "./csv_file.ts";
import { formOf, isCsv } from "./parameters.ts";
import { schema } from "./schema.ts";
import {
  breakOffOf,
  challenges,
  commonHeaders,
  type ConnectionInfo,
  createStaffSessions,
  csvHeaders,
  csvStream,
  limitHeaders,
  requestIdOf,
  staffHeaders,
  type StaffSurfaceOptions,
} from "../../rest-adapter/http/mod.ts";

/** The status that nginx logs for a caller that disconnected. */
const clientClosedRequest = 499;

/** Answers a request to `/graphql`. */
export type GraphqlHandler = (
  request: Request,
  connection: Pick<ConnectionInfo, "ipAddress" | "requestId" | "breakOff" | "onRefused">,
) => Promise<Response>;

/** Options of the handler. */
export interface GraphqlHandlerOptions extends StaffSurfaceOptions {
  /** Whether browsers with a session get the GraphiQL page. */
  hasExplorer?: boolean;
}

/**
 * Creates the handler of `/graphql`. It checks requests in the order of gateway/graphql/README.md 4, reads all data of a
 * query in one snapshot, and always closes the snapshot.
 */
export function createGraphqlHandler(
  application: GraphqlUseCases,
  { publicUrl, sessionTokens, hasExplorer = false, onDefect = () => {} }: GraphqlHandlerOptions,
): GraphqlHandler {
  const sessions = createStaffSessions(application, { publicUrl, sessionTokens });
  const yoga = createYoga<Received, GraphqlContext>({
    schema,
    plugins: [
      useAdmission({
        admit: admitOnce,
        begin: (context) => begin(context, application),
        onDefect,
      }),
      useExecutionCancellation(),
    ],
    maskedErrors: { maskError: shownError, errorMessage: "" },
    // Callers would choose the content of the caches, and the caches cost more memory than they save time.
    parserAndValidationCache: false,
    fetchAPI: { Response },
    cors: false,
    graphiql: false,
    landingPage: false,
    multipart: false,
    logging: false,
  });

  function admitOnce(context: RequestContext): Promise<void> {
    return context.admission ??= admit(context, { application, sessions });
  }

  function isAdmitted(context: RequestContext): Promise<boolean> {
    return admitOnce(context).then(() => true, () => false);
  }

  return async (request, { ipAddress, ...connection }) => {
    const requestId = connection.requestId ?? requestIdOf(request.headers);
    const context: RequestContext = { request, ipAddress, form: formOf(request) };
    let isSending = false;
    try {
      // A refused page load is answered like a refused query.
      if (hasExplorer && wantsExplorer(request) && await isAdmitted(context)) {
        return await explorerPage(request, { requestId });
      }
      let response = await yoga.fetch(requestForYoga(context), { context, requestId });
      const { refusedCode: code, staffUserId } = context;
      if (code !== undefined) connection.onRefused?.({ code, staffUserId });
      if (context.file) {
        isSending = request.method !== "HEAD";
        response = fileResponse(context, { ...connection, requestId });
      }
      for (const [name, value] of headersOf(context, requestId)) response.headers.set(name, value);
      if (response.status === 401) response.headers.set("WWW-Authenticate", challengeFor(request));
      return response;
    } catch (error) {
      if (!request.signal.aborted) throw error;
      // The caller has disconnected, which is not a defect. The status is for the log only.
      return new Response(null, { status: clientClosedRequest });
    } finally {
      // A file that is being sent closes them at its end.
      if (!isSending) await endReading(context);
    }
  };

  function fileResponse(
    { request, file, form }: RequestContext,
    connection: Pick<ConnectionInfo, "breakOff"> & { requestId: string },
  ): Response {
    const { table, batches } = file!;
    const headers = csvHeaders(table.name);
    if (request.method === "HEAD") return new Response(null, { headers });
    const breakOff = breakOffOf({ ...connection, request }, onDefect);
    return new Response(
      csvStream({
        columns: table.columns.map(({ name }) => name),
        cells: (row) => row,
        batches,
        hasMark: form === "excel",
        bytesAhead,
        breakOff,
      }),
      { headers },
    );
  }
}

/**
 * Creates the request that yoga sees: HEAD is GET, whose body the server leaves out. Without the features that we do
 * not offer, such as other bodies or streaming. The errors of a file have the statuses of the second JSON type.
 */
function requestForYoga({ request: { url, method, signal }, form }: RequestContext): Request {
  return new Request(url, {
    // Some methods are invalid in a Request. Yoga refuses PUT like every method but GET and POST.
    method: method === "HEAD" ? "GET" : method === "GET" || method === "POST" ? method : "PUT",
    headers: {
      Accept: isCsv(form) ? "application/graphql-response+json" : form ?? "application/json",
    },
    signal,
  });
}

/** Returns how a caller may authenticate. Not Basic to a browser: it would ask its user for a password. */
function challengeFor({ headers }: Request): string {
  const isBrowser = headers.has("Origin") || headers.has("Sec-Fetch-Site");
  return isBrowser ? challenges.token : challenges.tokenOrPassword;
}

function headersOf(
  { reader, limit, cost, dataAge, form, file }: RequestContext,
  requestId: string,
): [string, string][] {
  return Object.entries({
    ...commonHeaders({ requestId }),
    ...staffHeaders,
    ...(reader && limitHeaders(reader, limit)),
    ...(cost && "points" in cost && { "X-Query-Cost": String(cost.points) }),
    ...(dataAge && { "X-Data-As-Of": formatUtc(dataAge.asOf) }),
    ...(isCsv(form) && !file && { "Content-Type": "application/json; charset=utf-8" }),
    Vary: "Accept",
  });
}
