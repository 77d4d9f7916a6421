import { Hono } from "hono";
import { stringify } from "yaml";
import { compressed } from "./http/compressed.ts";
import { corsHeadersOf, preflightAnswer } from "./http/cors.ts";
import { reportTo } from "./http/defects.ts";
import {
  type ConnectionInfo,
  pathOf,
  type RequestContext,
  requestIdOf,
  respond,
  staffHeaders,
} from "./http/request_context.ts";
import { createOpenApiDocument } from "./openapi/document.ts";
import type { PublicUseCases } from "./public_api/endpoint.ts";
import { publicEndpoints } from "./public_api/endpoints.ts";
import { createPublicServer } from "./public_api/serve_endpoint.ts";
import { readPathId } from "./query.ts";
import { internalError, methodNotAllowed, noteRefusal, notFoundAt } from "./http/refusals.ts";
import type { StaffUseCases } from "./staff_api/endpoint.ts";
import { staffEndpoints } from "./staff_api/endpoints.ts";
import { createStaffServer } from "./staff_api/serve_staff_endpoint.ts";
import type { StaffSurfaceOptions } from "./http/staff_sessions.ts";

/** Answers a request; never throws and never rejects. */
export type RestHandler = (request: Request, connection?: ConnectionInfo) => Promise<Response>;

/** Options of the handler. Only `sessionTokens` is required. */
export interface RestHandlerOptions extends StaffSurfaceOptions {
  /** Exact origins whose pages may call the public API from a browser; `*` allows every origin. */
  corsOrigins?: readonly string[];
}

type Serve = (context: RequestContext, id: number) => Response | Promise<Response>;

/**
 * Makes the function that answers every request to `/api/v1`, `/api/staff`, `/openapi.json` and `/openapi.yaml`
 * (rest-adapter/README.md). It uses Web APIs only.
 */
export function createRestHandler(
  application: PublicUseCases & StaffUseCases,
  options: RestHandlerOptions,
): RestHandler {
  const { corsOrigins = [], onDefect = () => {} } = options;
  const { publicUrl, sessionTokens } = options;
  const servePublic = createPublicServer(application, { onDefect });
  const routes = new RouteTable();
  for (const endpoint of publicEndpoints) {
    routes.add(endpoint, (context, id) => servePublic(endpoint, { context, id }));
  }
  const serveStaff = createStaffServer(application, { publicUrl, sessionTokens, onDefect });
  for (const endpoint of staffEndpoints) {
    routes.add(endpoint, (context, id) => serveStaff(endpoint, { context, id }));
  }
  routes.add({ method: "GET", path: "/openapi.json" }, serveDocument(options));
  routes.add({ method: "GET", path: "/openapi.yaml" }, serveYaml(options));

  const app = new Hono<{ Bindings: RequestContext }>();
  for (const [path, byMethod] of routes.paths) {
    const methods = [...byMethod.keys()].flatMap((one) => one === "GET" ? [one, "HEAD"] : one);
    // One route per path for all methods, so that 405 and `Allow` come from the same list.
    app.all(path.replaceAll(/\{(\w+)\}/g, ":$1"), ({ env: context, req }) => {
      context.onRoute?.(path);
      const { method } = context.request;
      // The answer to HEAD is that to GET, without its body (rest-adapter/README.md 10.1).
      const serve = byMethod.get(method === "HEAD" ? "GET" : method);
      if (serve) return serve(context, readPathId(req.param("id")));
      const answer = preflightAnswer(context, methods) ?? methodNotAllowed(methods);
      noteRefusal(answer, context);
      return respond(answer, context);
    });
  }
  app.notFound(({ env }) => {
    const answer = notFoundAt(pathOf(env.request));
    noteRefusal(answer, env);
    return respond(answer, env);
  });
  app.onError((error, { env }) => {
    reportTo(onDefect, env)(error);
    return respond(internalError, env);
  });

  return async (request, connection) =>
    app.fetch(request, {
      request,
      ipAddress: connection?.ipAddress ?? "",
      ...(connection?.breakOff && { breakOff: connection.breakOff }),
      ...(connection?.onRoute && { onRoute: connection.onRoute }),
      onRefused: connection?.onRefused,
      conflictingHeaders: connection?.conflictingHeaders,
      compressor: connection?.compressor,
      requestId: connection?.requestId ?? requestIdOf(request.headers),
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

/** Serves bytes that all answers share: many readers at once take no memory of their own. */
function serveDocument({ publicUrl }: RestHandlerOptions): Serve {
  let json: Uint8Array<ArrayBuffer> | undefined;
  return async (context) => {
    json ??= new TextEncoder().encode(
      JSON.stringify(createOpenApiDocument({ ...(publicUrl !== undefined && { publicUrl }) })),
    );
    return respond(await compressed({ status: 200, json }, context), context);
  };
}

/** Serves the same document as YAML. */
function serveYaml({ publicUrl }: RestHandlerOptions): Serve {
  let yaml: Uint8Array<ArrayBuffer> | undefined;
  const headers = { "Content-Type": "application/yaml" };
  return async (context) => {
    yaml ??= new TextEncoder().encode(
      // Aliases would make it shorter and hard to read.
      stringify(createOpenApiDocument({ ...(publicUrl !== undefined && { publicUrl }) }), {
        aliasDuplicateObjects: false,
      }),
    );
    return respond(await compressed({ status: 200, json: yaml, headers }, context), context);
  };
}
