import { z } from "zod";
import type { ZodOpenApiPathItemObject } from "zod-openapi";
import { type EventName, eventTypes, testEventType } from "../../core/mod.ts";
import {
  appointmentEventSchema,
  slotEventSchema,
  testEventSchema,
  visitEventSchema,
} from "../public_api/wire_schemas.ts";

const meanings: Record<EventName, string> = {
  APPOINTMENT_CREATED: "An appointment was booked",
  APPOINTMENT_UPDATED: "An appointment was edited, moved or corrected",
  APPOINTMENT_CANCELLED: "An appointment was cancelled, or archived while it was scheduled",
  APPOINTMENT_COMPLETED: "An appointment took place",
  APPOINTMENT_NO_SHOW: "The person did not come",
  SLOT_AVAILABILITY_CHANGED: "The free places of a slot changed",
  VISIT_ARRIVED: "A person waits for a department",
  VISIT_CALLED: "A person was called to a counter",
  VISIT_FINISHED: "A visit ended",
};

const headers = z.object({
  "X-Service-Event": z.string().meta({
    description: "Type of the event",
    examples: [eventTypes.APPOINTMENT_CREATED],
  }),
  "X-Service-Signature": z.string().meta({
    description: "`sha256=` and the HMAC-SHA256 of the raw body with the secret, in hex",
    examples: ["sha256=5d41402abc4b2a76b9719d911017c592ae1d6e4f3a7c9b8e0f1a2b3c4d5e6f70"],
  }),
  "X-Service-Delivery": z.string().meta({
    description: "Id of the delivery, the same for each of its attempts",
    examples: ["b2f7f0c4-4d5c-4c36-8f3e-0b7f5f0b8a11"],
  }),
  "X-Service-Environment": z.enum(["LIVE", "TEST"]).meta({
    description: "Environment of the event",
    examples: ["LIVE"],
  }),
  "webhook-id": z.string().meta({
    description: "Id of the event. A repetition has the same one",
    examples: ["019cb2f0-6c1e-7d9a-8a54-2f8f3f8d7a10"],
  }),
  "webhook-timestamp": z.string().meta({
    description: "Time of the attempt, in seconds since 1970",
    examples: ["1772179964"],
  }),
  "webhook-signature": z.string().meta({
    description: "Signatures of the Standard Webhooks specification",
    examples: ["v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="],
  }),
});

/** What the examples of the events show instead of the examples of their fields. */
const shown: Partial<Record<EventName, object>> = {
  APPOINTMENT_CANCELLED: { status: "CANCELLED" },
  APPOINTMENT_COMPLETED: { status: "COMPLETED" },
  APPOINTMENT_NO_SHOW: { status: "MISSED" },
  VISIT_ARRIVED: { state: "WAITING", desk: null, workerId: null, calledAt: null },
  VISIT_FINISHED: {
    state: "ENDED",
    outcome: "SERVED",
    startedAt: "2026-02-27T08:14:20.000Z",
    endedAt: "2026-02-27T08:31:02.000Z",
  },
};

/** Describes what a webhook of an organization receives (core/webhooks/README.md 2 and 3). */
export const webhooks: Record<string, ZodOpenApiPathItemObject> = {
  ...Object.fromEntries(
    (Object.entries(eventTypes) as [EventName, string][]).map(([name, type]) => [
      type,
      received({
        operationId: `on${pascalCase(name)}`,
        summary: meanings[name],
        schema: schemaOf(name),
        example: { type, ...shown[name] },
      }),
    ]),
  ),
  [testEventType]: received({
    operationId: "onWebhookTest",
    summary: "Staff test the webhook",
    schema: testEventSchema,
    example: { type: testEventType },
  }),
};

function received(
  { operationId, summary, schema, example }: {
    operationId: string;
    summary: string;
    schema: z.ZodType;
    example: object;
  },
): ZodOpenApiPathItemObject {
  return {
    post: {
      operationId,
      tags: ["Webhooks"],
      summary,
      description:
        "Answer 2xx within 5 s. Any other answer is a failure, and the event is sent again.",
      security: [],
      requestParams: { header: headers },
      requestBody: { required: true, content: { "application/json": { schema, example } } },
      responses: { "2XX": { description: "The event arrived" } },
    },
  };
}

function schemaOf(name: EventName) {
  if (name === "SLOT_AVAILABILITY_CHANGED") return slotEventSchema;
  return name.startsWith("VISIT_") ? visitEventSchema : appointmentEventSchema;
}

function pascalCase(name: string): string {
  return name.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
