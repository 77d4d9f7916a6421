import { z } from "zod";
import {
  joinWaitlistFields,
  joinWaitlistInput,
  listWaitlistInput,
  waitlistEntryView,
} from "../../core/mod.ts";
import { readQuery } from "../query.ts";
import { documented, idPath } from "../wire/documented.ts";
import type { PublicEndpoint } from "./endpoint.ts";
import { readIdempotentBody } from "./idempotent_body.ts";
import { waitlistPageSchema } from "./wire_schemas.ts";

const path = "/api/v1/waitlist";
const tag = "Extensions";
const entryPath = idPath("Id of the entry", 17);

/** Joins, reads and leaves the waiting list (rest-adapter/README.md 9.12). */
export const waitlistEndpoints: readonly PublicEndpoint[] = [
  {
    method: "POST",
    path,
    operationId: "joinWaitlist",
    tag,
    summary: "Join the waiting list",
    description:
      "Adds a person to the waiting list of a department. As soon as a place is free that the entry waits for, the " +
      "place is held for it, in order of arrival: the event `waitlist.offered` has the `holdId`, and a creation of " +
      "an appointment with it accepts the offer. It costs no credit before that. An offer that ends goes to the " +
      "next entry. It ends before `expiresAt` if the office closes its place.",
    scopes: ["WRITE_APPOINTMENTS"],
    request: {
      headers: documented(joinWaitlistInput.pick({ "Idempotency-Key": true })),
      body: {
        schema: documented(joinWaitlistFields),
        example: { departmentId: 1, fromDate: "2030-03-04", toDate: "2030-03-15" },
      },
    },
    success: {
      status: 201,
      description: "The entry waits, or has an offer already, if a place is free",
      body: waitlistEntryView,
      headers: {
        Location: z.string().meta({ description: "Path of the entry", examples: [`${path}/17`] }),
        "Idempotent-Replayed": z.literal("true").optional().meta({
          description: "Present if an earlier request with the same key made the entry",
          examples: ["true"],
        }),
      },
    },
    refusals: ["VALIDATION_ERROR", "DEPARTMENT_NOT_FOUND", "WAITLIST_FULL", "PAYLOAD_TOO_LARGE"],
    async handle(call) {
      const { application, caller } = call;
      const input = await readIdempotentBody(call);
      const { entry, isReplay } = await application.joinWaitlist(caller, input);
      return {
        status: 201,
        body: entry,
        headers: {
          Location: `${path}/${entry.id}`,
          ...(isReplay && { "Idempotent-Replayed": "true" }),
        },
      };
    },
  },
  {
    method: "GET",
    path,
    operationId: "listWaitlist",
    tag,
    summary: "List the waiting list",
    description:
      "Returns the entries of this API key and of the keys that it replaced, in order of arrival, at most 100 on a page. " +
      "A page may have fewer and a `nextCursor` all the same: read on until it is null.",
    scopes: ["READ_APPOINTMENTS"],
    request: { query: documented(listWaitlistInput) },
    success: { status: 200, description: "One page of entries", body: waitlistPageSchema },
    refusals: ["VALIDATION_ERROR"],
    async handle({ application, caller, request }) {
      const query = readQuery(request, listWaitlistInput);
      return { status: 200, body: await application.listWaitlist(caller, query) };
    },
  },
  {
    method: "GET",
    path: `${path}/{id}`,
    operationId: "getWaitlistEntry",
    tag,
    summary: "Read an entry of the waiting list",
    description: "Returns an entry of this API key, with its offer while a place is held for it.",
    scopes: ["READ_APPOINTMENTS"],
    request: { path: entryPath },
    success: { status: 200, description: "The entry", body: waitlistEntryView },
    refusals: ["WAITLIST_ENTRY_NOT_FOUND"],
    async handle({ application, caller, id }) {
      return { status: 200, body: await application.getWaitlistEntry(caller, id) };
    },
  },
  {
    method: "DELETE",
    path: `${path}/{id}`,
    operationId: "leaveWaitlist",
    tag,
    summary: "Leave the waiting list",
    description:
      "Ends an entry of this API key. If it has an offer, the place goes to the next entry at once.",
    scopes: ["WRITE_APPOINTMENTS"],
    request: { path: entryPath },
    success: { status: 204, description: "The entry has ended; there is no body" },
    refusals: ["WAITLIST_ENTRY_NOT_FOUND"],
    async handle({ application, caller, id }) {
      await application.leaveWaitlist(caller, id);
      return { status: 204 };
    },
  },
];
