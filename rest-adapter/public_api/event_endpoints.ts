import { readQuery } from "../query.ts";
import type { PublicEndpoint } from "./endpoint.ts";
import { readEventsQuery } from "./request_schemas.ts";
import { eventPageSchema } from "./wire_schemas.ts";

const encoder = new TextEncoder();

/** Reads the feed of events (rest-adapter/README.md 9.1). */
export const readEventsEndpoint: PublicEndpoint = {
  method: "GET",
  path: "/api/v1/events",
  operationId: "readEvents",
  tag: "Extensions",
  summary: "Read events",
  description:
    "Returns the events of the organization in the order in which they were committed, at least of the last 30 " +
    "days, whether or not a webhook subscribes to them. Send `nextCursor` as `after` to continue. No event " +
    "is skipped or repeated.",
  scopes: ["READ_APPOINTMENTS"],
  request: { query: readEventsQuery },
  success: { status: 200, description: "The next events", body: eventPageSchema },
  refusals: ["VALIDATION_ERROR"],
  async handle({ application, caller, request }) {
    const query = readQuery(request, readEventsQuery, {
      integers: ["limit", "wait"],
    });
    const { signal } = request;
    const { events, waitedMs, ...page } = await application.readEvents(caller, query, signal);
    // The key may have been revoked meanwhile.
    if (waitedMs > 0) await application.authenticateApiKey(request.headers.get("X-API-Key"));
    const rest = JSON.stringify(page).slice(1);
    // The bodies stay as they are: webhooks sign these bytes.
    return { status: 200, json: encoder.encode(`{"events":[${events}],${rest}`), waitedMs };
  },
};
