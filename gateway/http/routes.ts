import { randomUUID } from "node:crypto";
import { errorResponse } from "./error_response.ts";

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
}

// A database that hangs must read as "not ready" before a probe's own limit, often 1 to 5 s.
const readinessPatienceMs = 900;

/** Whether a path asks after the service itself. */
export function isProbe(path: string): boolean {
  return path === "/healthz" || path === "/readyz";
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

async function readiness({ surfaces, isStopping }: Life): Promise<Response> {
  if (isStopping) return unavailable("The service is stopping");
  if (!surfaces) return unavailable("The service is starting");
  const isReady = await answerWithin(surfaces.isReady(), readinessPatienceMs);
  if (isReady) return statusOk();
  return unavailable("The database is away or its migrations are not applied");
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
