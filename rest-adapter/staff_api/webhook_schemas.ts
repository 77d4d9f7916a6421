import { z } from "zod";
import { count, loggedAttemptView, webhookView } from "../../core/mod.ts";

/** A webhook (rest-adapter/README.md 8.4). */
export const webhookSchema = webhookView
  .omit({ version: true, lastDeliveredAt: true, lastTest: true })
  .meta({ id: "Webhook", description: "A URL that receives the events of an organization" });

/** Every webhook of the organization. */
export const webhookListSchema = z.array(webhookSchema).meta({
  description: "The webhooks, in the order of their ids",
});

/** A new webhook, with its secret. */
export const newWebhookSchema = z
  .object({
    ...webhookSchema.shape,
    secret: z.string().regex(/^whsec_[0-9A-Za-z]{44}$/).meta({
      description: "The signing secret; only this response contains it",
      examples: ["whsec_3kTq9ZbW7uNaE4fZk0sQmT9xYc2LbW7uNaE0sQmT9xYc"],
    }),
  })
  .meta({ id: "NewWebhook", description: "A webhook with its signing secret" });

/** One page of a webhook's log (rest-adapter/README.md 8.4). */
export const deliveryLogSchema = z
  .object({
    content: z.array(loggedAttemptView).meta({ description: "The attempts of the page" }),
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
