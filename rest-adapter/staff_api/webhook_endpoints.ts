import { createWebhookInput, updateWebhookInput } from "../../core/mod.ts";
import { requireJsonBody } from "../json_body.ts";
import { documented, idPath } from "../openapi/documented.ts";
import type { SignedInEndpoint } from "./endpoint.ts";
import {
  newWebhookSchema,
  webhookListSchema,
  webhookSchema,
  webhookTestSchema,
} from "./webhook_schemas.ts";

const path = "/api/staff/webhooks";
const tag = "Webhooks";
const webhookPath = idPath("The webhook's id", 5);
const url = { description: "https URL of the receiver", example: "https://example.org/hooks" };
const events = {
  description: "The events that it is told of; at least one",
  example: ["APPOINTMENT_CREATED", "APPOINTMENT_CANCELLED"],
};

/** GET /webhooks (interface). */
export const listWebhooksEndpoint: SignedInEndpoint = {
  method: "GET",
  path,
  operationId: "listWebhooks",
  tag,
  summary: "List webhooks",
  description: "Gives every webhook of the organization, by id; never their secrets.",
  useCase: "listWebhooks",
  request: {},
  success: { status: 200, description: "The webhooks", body: webhookListSchema },
  refusals: [],
  async handle({ application, caller }) {
    return { status: 200, body: await application.staff.listWebhooks(caller) };
  },
};

/** POST /webhooks (interface; decisions 8). */
export const createWebhookEndpoint: SignedInEndpoint = {
  method: "POST",
  path,
  operationId: "createWebhook",
  tag,
  summary: "Make a webhook",
  description: "Makes a webhook. The signing secret in `secret` is shown this once.",
  useCase: "createWebhook",
  request: {
    body: {
      schema: documented(createWebhookInput, { url, events }),
      example: { url: url.example, events: events.example },
    },
  },
  success: { status: 201, description: "The webhook was made", body: newWebhookSchema },
  refusals: ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE"],
  async handle({ application, caller, request }) {
    // What only other surfaces may set is as unknown here as any other field.
    const { url, events } = await requireJsonBody(request);
    return { status: 201, body: await application.staff.createWebhook(caller, { url, events }) };
  },
};

/** PATCH /webhooks/{id} (interface). */
export const updateWebhookEndpoint: SignedInEndpoint = {
  method: "PATCH",
  path: `${path}/{id}`,
  operationId: "updateWebhook",
  tag,
  summary: "Change a webhook",
  description:
    "Changes what is given. While a webhook is inactive, new events make no delivery for " +
    "it, and pending ones wait.",
  useCase: "updateWebhook",
  request: {
    path: webhookPath,
    body: {
      schema: documented(updateWebhookInput, {
        url,
        events,
        isActive: { description: "Whether new events are delivered", example: false },
      }),
      example: { isActive: false },
    },
  },
  success: { status: 200, description: "The webhook as it is now", body: webhookSchema },
  refusals: ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", "WEBHOOK_NOT_FOUND"],
  async handle({ application, caller, request, id }) {
    const { url, events, isActive } = await requireJsonBody(request);
    const change = { url, events, isActive };
    return { status: 200, body: await application.staff.updateWebhook(caller, id, change) };
  },
};

/** DELETE /webhooks/{id} (interface). */
export const deleteWebhookEndpoint: SignedInEndpoint = {
  method: "DELETE",
  path: `${path}/{id}`,
  operationId: "deleteWebhook",
  tag,
  summary: "Delete a webhook",
  description: "Deletes a webhook; what is still to be delivered to it is abandoned.",
  useCase: "deleteWebhook",
  request: { path: webhookPath },
  success: { status: 204, description: "The webhook is deleted" },
  refusals: ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", "WEBHOOK_NOT_FOUND"],
  async handle({ application, caller, id }) {
    await application.staff.deleteWebhook(caller, id);
    return { status: 204 };
  },
};

/** POST /webhooks/{id}/test (interface; decisions 7). */
export const testWebhookEndpoint: SignedInEndpoint = {
  method: "POST",
  path: `${path}/{id}/test`,
  operationId: "testWebhook",
  tag,
  summary: "Test a webhook",
  description:
    "Sends a signed `webhook.test` event at once and says how it was received, within 5 " +
    "seconds. It is one attempt, logged, without effect on the health.",
  useCase: "testWebhook",
  request: { path: webhookPath },
  success: { status: 200, description: "How it was received", body: webhookTestSchema },
  refusals: ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", "WEBHOOK_NOT_FOUND"],
  async handle({ application, caller, id }) {
    return { status: 200, body: await application.staff.testWebhook(caller, id) };
  },
};
