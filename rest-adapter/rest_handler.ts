import { Hono } from "hono";
import { corsHeadersOf, preflightAnswer } from "./cors.ts";
import { reportTo } from "./defects.ts";
import {
  type Connection,
  type Exchange,
  pathOf,
  requestIdOf,
  respond,
  staffHeaders,
} from "./exchange.ts";
import { createOpenApiDocument, type OpenApiDocument } from "./openapi/document.ts";
import type { PublicUseCases } from "./public_api/endpoint.ts";
import { publicEndpoints } from "./public_api/endpoints.ts";
import { createPublicServer } from "./public_api/serve_endpoint.ts";
import { readPathId } from "./query.ts";
import { internalError, methodNotAllowed, notFound } from "./refusals.ts";
import type { StaffUseCases } from "./staff_api/endpoint.ts";
import { staffEndpoints } from "./staff_api/endpoints.ts";
import { createStaffServer } from "./staff_api/serve_staff_endpoint.ts";
import type { StaffSurfaceOptions } from "./staff_api/staff_sessions.ts";

/** Answers a request; never throws and never rejects. */
export type RestHandler = (request: Request, connection?: Connection) => Promise<Response>;

/** How the handler is set up; all but the tokens have a sensible absence. */
export interface RestHandlerOptions extends StaffSurfaceOptions {
  /** Origins whose pages may call the public API from a browser, exact, or `*`. */
  corsOrigins?: readonly string[];
  /** The clock of usage entries. */
  now?: () => Temporal.Instant;
}

type Serve = (exchange: Exchange, id: number) => Response | Promise<Response>;

/**
 * The HTTP contract over the use cases (interface, "Endpoints"): every path, method, header and status of
 * `/api/v1` and `/api/staff`, and `/openapi.json`, on Web APIs alone.
 */
export function createRestHandler(
  application: PublicUseCases & StaffUseCases,
  options: RestHandlerOptions,
): RestHandler {
  const { corsOrigins = [], onDefect = () => {}, now = () => Temporal.Now.instant() } = options;
  const { publicUrl, sessionTokens } = options;
  const servePublic = createPublicServer(application, { onDefect, now });
  const routes = new RouteTable();
  for (const endpoint of publicEndpoints) {
    routes.add(endpoint, (exchange, id) => servePublic(endpoint, { exchange, id }));
  }
  const serveStaff = createStaffServer(application, { publicUrl, sessionTokens, onDefect });
  for (const endpoint of staffEndpoints) {
    routes.add(endpoint, (exchange, id) => serveStaff(endpoint, { exchange, id }));
  }
  routes.add({ method: "GET", path: "/openapi.json" }, serveDocument(options));

  const app = new Hono<{ Bindings: Exchange }>();
  for (const [path, byMethod] of routes.paths) {
    const methods = [...byMethod.keys()];
    // One route a path for every method, so that the 405 and its Allow come from the same list.
    app.all(path.replaceAll(/\{(\w+)\}/g, ":$1"), (context) => {
      const exchange = context.env;
      const serve = byMethod.get(exchange.request.method);
      if (serve) return serve(exchange, readPathId(context.req.param("id")));
      return respond(preflightAnswer(exchange, methods) ?? methodNotAllowed(methods), exchange);
    });
  }
  app.notFound((context) => respond(notFound, context.env));
  app.onError((error, { env }) => {
    reportTo(onDefect, env)(error);
    return respond(internalError, env);
  });

  return async (request, connection) =>
    app.fetch(request, {
      request,
      ipAddress: connection?.ipAddress ?? "",
      ...(connection?.breakOff && { breakOff: connection.breakOff }),
      requestId: requestIdOf(request.headers),
      ...(pathOf(request).startsWith("/api/staff")
        ? { corsHeaders: undefined, surfaceHeaders: staffHeaders }
        : { corsHeaders: corsHeadersOf(request, corsOrigins) }),
    });
}

class RouteTable {
  readonly paths = new Map<string, Map<string, Serve>>();

  add({ method, path }: { method: string; path: string }, serve: Serve): void {
    const byMethod = this.paths.get(path) ?? new Map<string, Serve>();
    this.paths.set(path, byMethod.set(method, serve));
  }
}

function serveDocument({ publicUrl }: RestHandlerOptions): Serve {
  let document: OpenApiDocument | undefined;
  return (exchange) => {
    document ??= createOpenApiDocument({ ...(publicUrl !== undefined && { publicUrl }) });
    return respond({ status: 200, body: document }, exchange);
  };
}
