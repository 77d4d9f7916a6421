import { z } from "zod";
import { attemptStatuses, eventNames, maxAttempts } from "../../core/mod.ts";
import { count, id, localDateTime, text } from "../wire/wire_fields.ts";

const webhookFields = {
  id: id("Id of the webhook", 1),
  url: text("URL of the receiver; https only", "https://example.org/hooks"),
  events: z.array(z.enum(eventNames)).min(1).meta({
    description: "Events to send",
    examples: [["APPOINTMENT_CREATED"]],
  }),
  isActive: z.boolean().meta({
    description: "Whether events are delivered",
    examples: [true],
  }),
  includeTest: z.boolean().meta({
    description: "Whether events of the TEST environment are also sent",
    examples: [false],
  }),
  createdAt: localDateTime("Time of the creation", "2026-02-27T09:12:44"),
  lastTriggeredAt: localDateTime("Time of the last attempt", "2026-03-01T08:00:00").nullable()
    .meta({ description: "Time of the last attempt; null before the first" }),
  healthStatus: z.enum(["HEALTHY", "DEGRADED", "FAILING"]).meta({
    description:
      "DEGRADED if the last delivery failed, FAILING if 5 or more failed in a row, otherwise " +
      "HEALTHY",
    examples: ["HEALTHY"],
  }),
};

/** A webhook (rest-adapter/README.md 8.4). */
export const webhookSchema = z
  .object(webhookFields)
  .meta({ id: "Webhook", description: "A URL that receives the events of an organization" });

/** Every webhook of the organization. */
export const webhookListSchema = z.array(webhookSchema).meta({
  description: "The webhooks, in the order of their ids",
});

/** A new webhook, with its secret. */
export const newWebhookSchema = z
  .object({
    ...webhookFields,
    secret: z.string().regex(/^whsec_[0-9A-Za-z]{44}$/).meta({
      description: "The signing secret; only this response contains it",
      examples: ["whsec_3kTq9ZbW7uNaE4fZk0sQmT9xYc2LbW7uNaE0sQmT9xYc"],
    }),
  })
  .meta({ id: "NewWebhook", description: "A webhook with its signing secret" });

const outcome = {
  statusCode: z.int().nullable().meta({
    description: "Status of the receiver's response; null if there was none",
    examples: [204],
  }),
  error: z.string().nullable().meta({
    description: "The failure in words for people; null if there was none",
    examples: [null, "No answer within 5 s"],
  }),
};
const deliveryId = z.uuid().meta({
  description: "Id of the delivery, sent as X-Service-Delivery; the same on every attempt",
  examples: ["b2f7f0c4-4d5c-4c36-8f3e-0b7f5f0b8a11"],
});

/** The result of a test event (rest-adapter/README.md 8.4). */
export const webhookTestSchema = z
  .object({
    success: z.boolean().meta({
      description: "Whether a 2xx response arrived in time",
      examples: [true],
    }),
    ...outcome,
    responseTimeMs: count("Duration in milliseconds", 84),
    deliveryId,
  })
  .meta({ id: "WebhookTest", description: "The result of a test event" });

/** One delivery attempt, which is one log entry (rest-adapter/README.md 8.4). */
export const deliveryAttemptSchema = z
  .object({
    id: id("Id of the log entry", 1),
    webhookId: id("Id of the webhook", 1),
    eventId: z.uuid().meta({
      description: "Id of the event; the `id` in the body",
      examples: ["0199f0c4-4d5c-7c36-8f3e-0b7f5f0b8a11"],
    }),
    deliveryId,
    eventType: text("Type of the event", "appointment.created"),
    attempt: z.int().min(1).max(maxAttempts).meta({
      description: "Number of the attempt within its delivery",
      examples: [1],
    }),
    status: z.enum(attemptStatuses).meta({
      description: "Status of the attempt",
      examples: ["DELIVERED"],
    }),
    ...outcome,
    responseTimeMs: z.int().min(0).nullable().meta({
      description: "Duration in milliseconds; null before the attempt is made",
      examples: [84],
    }),
    createdAt: localDateTime("Time when the attempt was scheduled", "2026-03-01T08:00:00"),
    nextRetryAt: localDateTime("Time of the next attempt", "2026-03-01T08:01:00").nullable()
      .meta({ description: "Time of the next attempt; null if there is none", examples: [null] }),
  })
  .meta({ id: "WebhookDeliveryAttempt", description: "One delivery attempt" });

/** One page of a webhook's log (rest-adapter/README.md 8.4). */
export const deliveryLogSchema = z
  .object({
    content: z.array(deliveryAttemptSchema).meta({ description: "The attempts of the page" }),
    pageable: z
      .object({
        pageNumber: count("Page number, from 0", 0),
        pageSize: z.int().min(1).max(100).meta({ description: "Page size", examples: [20] }),
        offset: count("Number of entries before the page", 0),
      })
      .meta({ description: "The requested page" }),
    totalElements: count("Attempts on all pages", 1),
    totalPages: count("Number of pages", 1),
    last: z.boolean().meta({ description: "Whether this is the last page", examples: [true] }),
    first: z.boolean().meta({ description: "Whether this is the first page", examples: [true] }),
    numberOfElements: count("Attempts on this page", 1),
  })
  .meta({ id: "WebhookDeliveryLog", description: "One page of a webhook's log" });
