import { z } from "zod";
import { readEventsInput } from "../../core/mod.ts";
import { readQuery } from "../query.ts";
import { documented } from "../wire/documented.ts";
import type { PublicEndpoint } from "./endpoint.ts";
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
  request: { query: documented(readEventsInput) },
  success: {
    status: 200,
    description: "The next events",
    body: eventPageSchema,
    headers: {
      "Retry-After": z.int().min(1).optional().meta({
        description: "Seconds to wait before continuing; present if `wait` ended before its time",
        examples: [1],
      }),
    },
  },
  refusals: ["VALIDATION_ERROR"],
  async handle({ application, caller, request }) {
    const query = readQuery(request, readEventsInput);
    // Only the body could show that there was an event.
    const isHead = request.method === "HEAD";
    if (isHead && readEventsInput.shape.wait.safeParse(query["wait"]).success) query["wait"] = 0;
    const { signal } = request;
    const page = await application.readEvents(caller, query, signal);
    const { events, waitedMs, isEarly, ...rest } = page;
    // The bodies stay as they are: webhooks sign these bytes.
    const json = encoder.encode(`{"events":[${events}],${JSON.stringify(rest).slice(1)}`);
    return { status: 200, json, waitedMs, ...(isEarly && { headers: { "Retry-After": "1" } }) };
  },
};
