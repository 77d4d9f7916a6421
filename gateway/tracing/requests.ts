import { type Span, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { requestIdOf } from "../../rest-adapter/http/mod.ts";
import { endSpan, fromHeaders, type Scopes } from "./scopes.ts";

/** The span of a request, for the HTTP server that serves it. */
export interface RequestSpan {
  requestId: string;
  /** Called with the template of the path, such as `/api/v1/appointments/{id}`. */
  onRoute(template: string): void;
}

/** Serves a request in a span. The span ends when the answer is ready to be sent, and for a stream when it begins. */
export type TraceRequest = (
  request: Request,
  path: string,
  serve: (span?: RequestSpan) => Promise<Response>,
) => Promise<Response>;

/** The methods that are named. Callers could invent others. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const probes = new Set(["/healthz", "/readyz", "/status"]);

/** Traces the requests of the HTTP server, and continues the traces of their callers. */
export function traceRequests(scopes: Scopes): TraceRequest {
  return async (request, path, serve) => {
    // They come every few seconds and say nothing.
    if (probes.has(path)) return await scopes.run(undefined, serve);
    const method = methods.has(request.method) ? request.method : "_OTHER";
    const requestId = requestIdOf(request.headers);
    const span = scopes.start(method === "_OTHER" ? "HTTP" : method, {
      kind: SpanKind.SERVER,
      parent: fromHeaders({
        traceparent: request.headers.get("traceparent"),
        tracestate: request.headers.get("tracestate"),
      }),
      // No path and no query: only the template of the route is certain to have no data in it.
      attributes: {
        "http.request.method": method,
        "http.response.header.x-request-id": [requestId],
      },
    });
    const onRoute = (template: string) => {
      span.setAttribute("http.route", template);
      span.updateName(`${method} ${template}`);
    };
    try {
      const response = await scopes.run(
        { span, requestId },
        () => serve({ requestId, onRoute }),
      );
      endRequest(span, response.status);
      return response;
    } catch (error) {
      endSpan(span, error);
      throw error;
    }
  };
}

function endRequest(span: Span, status: number): void {
  span.setAttribute("http.response.status_code", status);
  if (status >= 500) {
    span.setAttribute("error.type", String(status));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}
