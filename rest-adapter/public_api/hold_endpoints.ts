import { z } from "zod";
import { holdPlaceFields, holdPlaceInput, holdView } from "../../core/mod.ts";
import { documented, idPath } from "../wire/documented.ts";
import type { PublicEndpoint } from "./endpoint.ts";
import { readIdempotentBody } from "./idempotent_body.ts";

const path = "/api/v1/holds";
const tag = "Extensions";
const holdPath = idPath("Id of the hold", 1);

/** Holds a place, reads a hold and ends it (rest-adapter/README.md 9.6). */
export const holdEndpoints: readonly PublicEndpoint[] = [
  {
    method: "POST",
    path,
    operationId: "createHold",
    tag,
    summary: "Hold a place",
    description:
      "Holds a place of a slot while a person fills in a form. It costs no credit. The place counts as taken for " +
      "everybody else, and a creation or a move with its `holdId` takes it. It ends by itself after `seconds`, and " +
      "not later than the slot can be booked.",
    scopes: ["WRITE_APPOINTMENTS"],
    request: {
      headers: documented(holdPlaceInput.pick({ "Idempotency-Key": true })),
      body: {
        schema: documented(holdPlaceFields),
        example: { departmentId: 1, dateTime: "2030-03-05T14:30:00", seconds: 300 },
      },
    },
    success: {
      status: 201,
      description: "The place is held, or was held before with the same Idempotency-Key",
      body: holdView,
      headers: {
        Location: z.string().meta({ description: "Path of the hold", examples: [`${path}/311`] }),
        "Idempotent-Replayed": z.literal("true").optional().meta({
          description: "Present if this repeats the first answer to the same key",
          examples: ["true"],
        }),
      },
    },
    refusals: [
      "VALIDATION_ERROR",
      "DEPARTMENT_NOT_FOUND",
      "HOLD_LIMIT_EXCEEDED",
      "PAYLOAD_TOO_LARGE",
    ],
    async handle(call) {
      const { application, caller } = call;
      const input = await readIdempotentBody(call);
      const { hold, isReplay } = await application.holdPlace(caller, input);
      return {
        status: 201,
        body: hold,
        headers: {
          Location: `${path}/${hold.id}`,
          ...(isReplay && { "Idempotent-Replayed": "true" }),
        },
      };
    },
  },
  {
    method: "GET",
    path: `${path}/{id}`,
    operationId: "getHold",
    tag,
    summary: "Read a hold",
    description: "Returns a hold of this API key that has not ended and was not used.",
    scopes: ["READ_APPOINTMENTS"],
    request: { path: holdPath },
    success: { status: 200, description: "The hold", body: holdView },
    refusals: ["HOLD_NOT_FOUND"],
    async handle({ application, caller, id }) {
      return { status: 200, body: await application.getHold(caller, id) };
    },
  },
  {
    method: "DELETE",
    path: `${path}/{id}`,
    operationId: "releaseHold",
    tag,
    summary: "End a hold",
    description: "Ends a hold of this API key. Its place is free at once.",
    scopes: ["WRITE_APPOINTMENTS"],
    request: { path: holdPath },
    success: { status: 204, description: "The hold has ended; there is no body" },
    refusals: ["HOLD_NOT_FOUND"],
    async handle({ application, caller, id }) {
      await application.releaseHold(caller, id);
      return { status: 204 };
    },
  },
];
