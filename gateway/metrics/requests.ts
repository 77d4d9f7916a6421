import { Counter, Histogram, type Registry } from "prom-client";

/** A request that was answered. */
export interface AnsweredRequest {
  method: string;
  /** The template of the path, such as `/api/v1/appointments/{id}`; undefined if no route has the path. */
  route: string | undefined;
  status: number;
  seconds: number;
}

// The buckets of OpenTelemetry's semantic conventions for HTTP.
const buckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** The methods that have a label of their own. Callers could invent others. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** So many requests are noted in one turn, which takes less than half a millisecond. */
const maxNoted = 256;

/** Measures the requests of the HTTP server. */
export function observeRequests(registry: Registry) {
  // Recorded later and together: a record costs a lone request some 20 µs, and a tenth of it in a row (gateway/metrics/README.md 2.4).
  let noted: AnsweredRequest[] = [];
  const duration = new Histogram({
    name: "http_server_request_duration_seconds",
    help: "Duration of HTTP server requests, until the answer is ready to be sent.",
    labelNames: ["http_request_method", "http_route", "http_response_status_code"],
    buckets,
    registers: [registry],
    collect: record,
  });
  const overloads = new Counter({
    name: "appointment_http_overloads_total",
    help: "Requests that were refused with 503 because MAX_IN_FLIGHT places were taken.",
    registers: [registry],
  });

  function record(): void {
    const requests = noted;
    noted = [];
    for (const { method, route = "unmatched", status, seconds } of requests) {
      duration.observe({
        // A method that the route does not have gets no series of its own: a caller could make seven for each route.
        http_request_method: methods.has(method) && status !== 405 ? method : "_OTHER",
        http_route: route,
        http_response_status_code: status,
      }, seconds);
    }
  }
  return {
    onAnswered(request: AnsweredRequest): void {
      noted.push(request);
      if (noted.length === maxNoted) setImmediate(record);
    },
    onOverload: () => overloads.inc(),
  };
}
