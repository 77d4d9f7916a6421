import { z } from "zod";
import { attemptStatuses, eventNames } from "../../core/mod.ts";
import { count, id, localDateTime, text } from "../openapi/wire_fields.ts";

const webhookFields = {
  id: id("The webhook's id", 5),
  url: text("https URL of the receiver", "https://example.org/hooks"),
  events: z.array(z.enum(eventNames)).min(1).meta({
    description: "The events that it is told of",
    examples: [["APPOINTMENT_CREATED"]],
  }),
  isActive: z.boolean().meta({
    description: "Whether new events are delivered",
    examples: [true],
  }),
  includeTest: z.boolean().meta({
    description: "Whether events of the TEST environment are sent too",
    examples: [false],
  }),
  createdAt: localDateTime("When it was made", "2026-02-27T09:12:44"),
  lastTriggeredAt: localDateTime("When it was last sent to", "2026-03-01T08:00:00").nullable()
    .meta({ description: "When it was last sent to; null before" }),
  healthStatus: z.enum(["HEALTHY", "DEGRADED", "FAILING"]).meta({
    description:
      "How its last attempts went: DEGRADED from 1 failure in a row, FAILING from 5; a " +
      "success heals it",
    examples: ["HEALTHY"],
  }),
};

/** A webhook (interface, "Webhook (staff view)"). */
export const webhookSchema = z
  .object(webhookFields)
  .meta({ id: "Webhook", description: "Where an organization is told of its events" });

/** Every webhook of the organization. */
export const webhookListSchema = z.array(webhookSchema).meta({
  description: "The webhooks, by id",
});

/** A webhook that was just made, with its secret. */
export const newWebhookSchema = z
  .object({
    ...webhookFields,
    secret: z.string().regex(/^whsec_[0-9A-Za-z]{44}$/).meta({
      description: "The signing secret, shown this once",
      examples: ["whsec_3kTq9ZbW7uNaE4fZk0sQmT9xYc2LbW7uNaE0sQmT9xYc"],
    }),
  })
  .meta({ id: "NewWebhook", description: "A webhook with its signing secret" });

const outcome = {
  statusCode: z.int().nullable().meta({
    description: "What the receiver answered; null where it did not",
    examples: [204],
  }),
  error: z.string().nullable().meta({
    description: "What went wrong, for people to read; null otherwise",
    examples: ["No answer within 5 s"],
  }),
};
const deliveryId = z.uuid().meta({
  description: "Sent as X-Service-Delivery, the same on every attempt",
  examples: ["b2f7f0c4-4d5c-4c36-8f3e-0b7f5f0b8a11"],
});

/** How a test event was received (decisions 7). */
export const webhookTestSchema = z
  .object({
    success: z.boolean().meta({ description: "Whether a 2xx came in time", examples: [true] }),
    ...outcome,
    responseTimeMs: count("How long it took, in milliseconds", 84),
    deliveryId,
  })
  .meta({ id: "WebhookTest", description: "How a test event was received" });

/** One attempt to deliver an event (decisions 7). */
export const deliveryAttemptSchema = z
  .object({
    id: id("The entry's id", 90_210),
    webhookId: id("The webhook", 5),
    eventId: z.uuid().meta({
      description: "The event, as `id` in the body",
      examples: ["0199f0c4-4d5c-7c36-8f3e-0b7f5f0b8a11"],
    }),
    deliveryId,
    eventType: text("The event's type", "appointment.created"),
    attempt: z.int().min(1).max(5).meta({ description: "Which attempt", examples: [1] }),
    status: z.enum(attemptStatuses).meta({
      description: "What has become of it",
      examples: ["DELIVERED"],
    }),
    ...outcome,
    responseTimeMs: z.int().min(0).nullable().meta({
      description: "How long it took, in milliseconds; null before it was made",
      examples: [84],
    }),
    createdAt: localDateTime("When it was scheduled", "2026-03-01T08:00:00"),
    nextRetryAt: localDateTime("When it is tried again", "2026-03-01T08:01:00").nullable()
      .meta({ description: "When it is tried again; null for never" }),
  })
  .meta({ id: "WebhookDeliveryAttempt", description: "One attempt to deliver an event" });

/** One page of a webhook's log (interface, "Limits", the general page). */
export const deliveryLogSchema = z
  .object({
    content: z.array(deliveryAttemptSchema).meta({ description: "The attempts of the page" }),
    pageable: z
      .object({
        pageNumber: count("The page, from 0", 0),
        pageSize: z.int().min(1).max(100).meta({ description: "Entries a page", examples: [20] }),
        offset: count("Entries before the page", 0),
      })
      .meta({ description: "What was asked for" }),
    totalElements: count("Attempts on all pages", 41),
    totalPages: count("Pages in all", 3),
    last: z.boolean().meta({ description: "Whether no page follows", examples: [false] }),
    first: z.boolean().meta({ description: "Whether it is the first page", examples: [true] }),
    numberOfElements: count("Attempts on this page", 20),
  })
  .meta({ id: "WebhookDeliveryLog", description: "One page of a webhook's log" });
