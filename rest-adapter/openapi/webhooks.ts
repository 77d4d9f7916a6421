import { z } from "zod";
import type { ZodOpenApiPathItemObject } from "zod-openapi";
import { eventCatalogue, type EventSubject, testEventType } from "../../core/mod.ts";
import {
  appointmentEventSchema,
  balanceEventSchema,
  keyEventSchema,
  slotEventSchema,
  testEventSchema,
  visitEventSchema,
  waitlistEventSchema,
} from "../public_api/wire_schemas.ts";

const headers = z.object({
  "X-Service-Event": z.string().meta({
    description: "Type of the event",
    examples: [eventCatalogue.APPOINTMENT_CREATED.type],
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

const schemas: Record<EventSubject, z.ZodType> = {
  appointment: appointmentEventSchema,
  slot: slotEventSchema,
  visit: visitEventSchema,
  key: keyEventSchema,
  balance: balanceEventSchema,
  waitlist: waitlistEventSchema,
};

/** Describes what a webhook of an organization receives (core/webhooks/README.md 2 and 3). */
export const webhooks: Record<string, ZodOpenApiPathItemObject> = {
  ...Object.fromEntries(
    Object.entries(eventCatalogue).map(([name, { type, subject, meaning, sample }]) => [
      type,
      received({
        operationId: `on${pascalCase(name)}`,
        summary: meaning,
        schema: schemas[subject],
        example: { type, ...sample },
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

function pascalCase(name: string): string {
  return name.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
