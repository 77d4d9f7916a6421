import type { IncomingMessage } from "node:http";
import { compressorFor } from "./compressor.ts";
import { encodeAnswer } from "./encode_answer.ts";
import type { Compressor, Refused } from "../../rest-adapter/http/mod.ts";
import { errorResponse, jsonHeaders } from "./error_response.ts";
import { pathOf, pathWithoutToken } from "./request_log.ts";
import type { DatabaseFacts, StatusReader, Unready } from "./status.ts";
import { statusResponse } from "./status_page.ts";

/** The connection of a request. */
export interface Connection {
  ipAddress: string;
  /** Cuts the connection if an answer cannot be finished, so that it does not look complete. */
  breakOff(): void;
  /** Called with the template of the path, if a route has it. */
  onRoute?: ((template: string) => void) | undefined;
  /** Called before the answer to a refused request. */
  onRefused?: ((refused: Refused) => void) | undefined;
  /** The id of the request, if it is known before a surface handles it. */
  requestId?: string | undefined;
  /** The names of single headers that were sent with different values (gateway/http/README.md 10). */
  conflictingHeaders?: readonly string[] | undefined;
  /** Called by tRPC for a request that only reads, by whatever method (gateway/http/README.md 9). */
  onRead?: (() => void) | undefined;
  /** Compresses answers to the request (gateway/http/README.md 9). */
  compressor?: (() => Compressor | undefined) | undefined;
}

/** A surface. Answers every request, also with 404. */
export type Handler = (
  request: Request,
  connection: Connection,
) => Response | Promise<Response>;

/** All surfaces. */
export interface Surfaces {
  rest: Handler;
  trpc: Handler;
  graphql: Handler;
  /** The stream of changes for staff. It stays open, so it has places of its own. */
  events: {
    handle: Handler;
    /** Ends all streams. */
    end(): void;
  };
  /** The data of tickets, displays and kiosks, and feeds for calendars. A display stays open, so it has places of its own. */
  screens: {
    handle: Handler;
    /** Ends all streams. */
    end(): void;
  };
  /** Sign-ins and logouts by identity providers. */
  sso: Handler;
  /** The links in mails. */
  email: Handler;
  /** Ends the waits of requests for events (`GET /api/v1/events`). */
  endWaits(): void;
  /** The dashboard's files. Returns undefined for any other path, but for a browser on a path that no surface has. */
  dashboard?: (request: Request, path: string, isUnknown?: boolean) => Response | undefined;
  /** Whether the database is reachable and its migrations applied. */
  isReady(): Promise<boolean>;
  /** Whether the database accepted the last write that checks it. */
  acceptsWrites(): boolean;
  /** Reads what the status page shows of the database. */
  databaseFacts(): Promise<DatabaseFacts>;
}

/** The state of the service. Surfaces are undefined until it has started. */
export interface Life {
  surfaces: Surfaces | undefined;
  /** From the begin of the drain on. */
  isStopping: boolean;
  /** The running check of the database. */
  readiness?: Promise<boolean> | undefined;
  status: StatusReader;
  publicUrl: string | undefined;
}

/** The route of the dashboard's files and pages, whose paths are in the browser. */
const fileRoute = "/{file}";
/** Answered at any time, also while the service starts, stops or is busy. */
const probePaths = new Set(["/healthz", "/readyz", "/status"]);
const streamPath = "/events/stream";
const displayPath = "/screens/display";
const screenRoutes = new Set([
  displayPath,
  "/screens/appointment",
  "/screens/appointment/calendar.ics",
  "/screens/appointment/cancellation",
  "/screens/appointment/move",
  "/screens/appointment/times",
  "/screens/ticket",
  "/screens/kiosk",
  "/screens/kiosk/arrivals",
  "/screens/kiosk/tickets",
]);
/** Answers when there are events, up to 20 s later. */
const feedPath = "/api/v1/events";

// A hanging database must give "not ready" before the probe's own time limit, often 1 to 5 s.
const maxReadinessMs = 900;

/** The kind of places that a request takes. */
export type Budget = "probe" | "document" | "call" | "stream";

/**
 * Returns the kind of places. Calls use the database. Documents (files and pages) are served while calls are refused.
 * Streams wait nearly all the time.
 */
export function budgetOf({ method, url = "", headers }: IncomingMessage): Budget {
  const path = pathOf({ url });
  if (probePaths.has(path)) return "probe";
  if (
    path === streamPath || path === displayPath || path === feedPath && hasParameter(url, "wait")
  ) {
    return "stream";
  }
  if (path === "/graphql") {
    const isPage = method === "GET" && headers.accept?.includes("text/html") &&
      !hasParameter(url, "format");
    return isPage ? "document" : "call";
  }
  const isCall = !path.startsWith("/") || path.startsWith("/api/") ||
    path.startsWith("/trpc/") || path.startsWith("/screens/") || path.startsWith("/feeds/") ||
    path.startsWith("/sso/") || path.startsWith("/email/");
  return isCall ? "call" : "document";
}

/** Whether the query of a target has a parameter, in any spelling that the surface reads. */
function hasParameter(url: string, name: string): boolean {
  return new URL(url, "http://host").searchParams.has(name);
}

/** Passes a request to its surface. `path` is the path of the request, without the query. */
export function route(
  request: Request,
  { path, life, ...connection }: Connection & { path: string; life: Life },
): Response | Promise<Response> {
  const { onRoute } = connection;
  if (probePaths.has(path)) {
    onRoute?.(path);
    return probe(request, () => answerProbe(request, path, life));
  }
  if (!life.surfaces) return unavailable("The service is starting");
  const { rest, trpc, graphql, events, screens, sso, email, dashboard } = life.surfaces;
  if (path.startsWith("/trpc/")) {
    return answerTrpc(trpc, request, connection);
  }
  if (path === "/graphql" || path === streamPath) {
    onRoute?.(path);
    const handle = path === "/graphql" ? graphql : events.handle;
    return handle(request, connection);
  }
  if (path.startsWith("/screens/")) {
    onRoute?.(screenRoutes.has(path) ? path : "/screens/{path}");
    return screens.handle(request, connection);
  }
  if (path.startsWith("/feeds/")) {
    onRoute?.(pathWithoutToken(path));
    return sendFeed(screens.handle, request, connection);
  }
  if (path.startsWith("/sso/")) {
    onRoute?.("/sso/{path}");
    return sso(request, connection);
  }
  if (path.startsWith("/email/stop/")) {
    onRoute?.(pathWithoutToken(path));
    return email(request, connection);
  }
  const file = dashboard?.(request, path);
  if (file) {
    const template = pathWithoutToken(path);
    onRoute?.(template === path ? fileRoute : template);
  }
  return file ??
    restOrNotFound({ rest, dashboard }, request, { path, ...connection });
}

/** Answers with REST. A browser that opens a path that REST does not have gets a page instead of JSON. */
async function restOrNotFound(
  { rest, dashboard }: { rest: Handler; dashboard: Surfaces["dashboard"] },
  request: Request,
  { path, ...connection }: Connection & { path: string },
): Promise<Response> {
  const compressor = () => compressorFor(request);
  const response = await rest(request, { ...connection, compressor });
  if (response.status !== 404) return response;
  const page = dashboard?.(request, path, true);
  if (page) connection.onRoute?.(fileRoute);
  return page ?? response;
}

async function sendFeed(feeds: Handler, request: Request, connection: Connection) {
  return await encodeAnswer(request, await feeds(request, connection));
}

async function answerTrpc(
  trpc: Handler,
  request: Request,
  connection: Connection,
): Promise<Response> {
  let isRead = false;
  const response = await trpc(request, { ...connection, onRead: () => isRead = true });
  return isRead ? await encodeAnswer(request, response) : response;
}

async function answerProbe(request: Request, path: string, life: Life): Promise<Response> {
  if (path === "/healthz") return statusOk();
  if (path === "/status") return statusResponse(request, await life.status.read(), life.publicUrl);
  const reason = await findUnready(life);
  return reason ? unavailable(unreadyMessages[reason]) : statusOk();
}

const unreadyMessages: Record<Unready, string> = {
  starting: "The service is starting",
  stopping: "The service is stopping",
  database: "The database is unreachable or its migrations are not applied",
  // The reason is for the operator: it is in the log, and doctor finds it.
  writes: "The database accepts no writes",
};

/** Returns why the service is not ready; undefined if it is. */
export async function findUnready(
  life: Pick<Life, "surfaces" | "isStopping" | "readiness">,
): Promise<Unready | undefined> {
  const { surfaces, isStopping } = life;
  if (isStopping) return "stopping";
  if (!surfaces) return "starting";
  if (!await (life.readiness ??= checkReadiness(life, surfaces))) return "database";
  return surfaces.acceptsWrites() ? undefined : "writes";
}

/** Checks the database once for all concurrent probes: probes are not limited and must not use up its connections. */
async function checkReadiness(
  life: Pick<Life, "readiness">,
  surfaces: Surfaces,
): Promise<boolean> {
  try {
    return await answerWithin(surfaces.isReady(), maxReadinessMs);
  } finally {
    life.readiness = undefined;
  }
}

function probe(
  request: Request,
  answer: () => Response | Promise<Response>,
): Response | Promise<Response> {
  if (request.method === "GET" || request.method === "HEAD") return answer();
  return errorResponse({
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    message: "Use GET or HEAD",
    headers: { allow: "GET, HEAD" },
  });
}

function statusOk(): Response {
  return new Response('{"status":"ok"}', { headers: jsonHeaders() });
}

function unavailable(message: string): Response {
  return errorResponse({
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    message,
    headers: { "retry-after": "1" },
  });
}

async function answerWithin(answer: Promise<boolean>, maxWaitMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), maxWaitMs);
  try {
    return await Promise.race([answer.catch(() => false), late]);
  } finally {
    clearTimeout(timer);
  }
}
