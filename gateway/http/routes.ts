import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { errorResponse } from "./error_response.ts";
import { pathOf } from "./request_log.ts";

/** What a surface is told of a connection. */
export interface Connection {
  ipAddress: string;
  /** Cuts it, under an answer that cannot be finished. */
  breakOff(): void;
}

/** A surface: answers whatever it is asked, 404 too. */
export type Handler = (
  request: Request,
  connection: Connection,
) => Response | Promise<Response>;

/** What the switch leads to. */
export interface Surfaces {
  rest: Handler;
  trpc: Handler;
  graphql: Handler;
  /** The staff's pages; undefined for a path that is none of them. */
  dashboard?: (request: Request, path: string) => Response | undefined;
  /** Whether the database is reachable and its migrations applied. */
  isReady(): Promise<boolean>;
}

/** Where the service is in its life; there are no surfaces before it has started. */
export interface Life {
  surfaces: Surfaces | undefined;
  isStopping: boolean;
  /** The check of the database that is under way. */
  readiness?: Promise<boolean> | undefined;
}

// A database that hangs must read as "not ready" before a probe's own limit, often 1 to 5 s.
const readinessPatienceMs = 900;

/** What a request counts as where places are limited. */
export type Budget = "probe" | "document" | "call";

/** Calls use the database. Documents are files and pages, which must be had while calls are refused, and vice versa. */
export function budgetOf({ method, url = "", headers }: IncomingMessage): Budget {
  const path = pathOf({ url });
  if (path === "/healthz" || path === "/readyz") return "probe";
  if (path === "/graphql") {
    const isPage = method === "GET" && headers.accept?.includes("text/html");
    return isPage ? "document" : "call";
  }
  const isCall = !path.startsWith("/") || path.startsWith("/api/") || path.startsWith("/trpc/");
  return isCall ? "call" : "document";
}

/** The one switch in front of every surface. `path` is the request's, without the query. */
export function route(
  request: Request,
  { path, life, ...connection }: Connection & { path: string; life: Life },
): Response | Promise<Response> {
  if (path === "/healthz") return probe(request, statusOk);
  if (path === "/readyz") return probe(request, () => readiness(life));
  if (!life.surfaces) return unavailable("The service is starting");
  const { rest, trpc, graphql, dashboard } = life.surfaces;
  if (path.startsWith("/trpc/")) return trpc(request, connection);
  if (path === "/graphql") return graphql(request, connection);
  return dashboard?.(request, path) ?? rest(request, connection);
}

async function readiness(life: Life): Promise<Response> {
  const { surfaces, isStopping } = life;
  if (isStopping) return unavailable("The service is stopping");
  if (!surfaces) return unavailable("The service is starting");
  if (await (life.readiness ??= checkReadiness(life, surfaces))) return statusOk();
  return unavailable("The database is away or its migrations are not applied");
}

/** One check at a time answers all probes: they are not limited, and must not take the database's connections. */
async function checkReadiness(life: Life, surfaces: Surfaces): Promise<boolean> {
  try {
    return await answerWithin(surfaces.isReady(), readinessPatienceMs);
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
    message: "Only GET and HEAD are allowed here",
    headers: { allow: "GET, HEAD" },
  });
}

function statusOk(): Response {
  return new Response('{"status":"ok"}', {
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-request-id": randomUUID(),
    },
  });
}

function unavailable(message: string): Response {
  return errorResponse({
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    message,
    headers: { "retry-after": "1" },
  });
}

async function answerWithin(answer: Promise<boolean>, patienceMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), patienceMs);
  try {
    return await Promise.race([answer.catch(() => false), late]);
  } finally {
    clearTimeout(timer);
  }
}
