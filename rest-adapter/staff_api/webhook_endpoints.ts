import type { z } from "zod";
import {
  createWebhookInput,
  testResultView,
  testWebhookInput,
  updateWebhookFields,
  type WebhookView,
} from "../../core/mod.ts";
import { readOptionalJsonBody, requireJsonBody } from "../http/json_body.ts";
import { documented, idPath } from "../wire/documented.ts";
import type { SignedInEndpoint } from "./endpoint.ts";
import { newWebhookSchema, webhookListSchema, webhookSchema } from "./webhook_schemas.ts";

const path = "/api/staff/webhooks";
const tag = "Webhooks";
const webhookPath = idPath("Id of the webhook", 1);

/** Leaves out what only the dashboard shows. */
function toWire(webhook: WebhookView): z.output<typeof webhookSchema> {
  const { id, url, events, isActive, includeTest, includeContact } = webhook;
  const { createdAt, lastTriggeredAt, healthStatus } = webhook;
  const settings = { id, url, events, isActive, includeTest, includeContact };
  return { ...settings, createdAt, lastTriggeredAt, healthStatus };
}

/** Lists webhooks (rest-adapter/README.md 8.4). */
export const listWebhooksEndpoint: SignedInEndpoint = {
  method: "GET",
  path,
  operationId: "listWebhooks",
  tag,
  summary: "List webhooks",
  description:
    "Returns every webhook of the organization, in the order of their ids, without secrets.",
  useCase: "listWebhooks",
  request: {},
  success: { status: 200, description: "The webhooks", body: webhookListSchema },
  refusals: [],
  async handle({ application, caller }) {
    const webhooks = await application.staff.listWebhooks(caller);
    return { status: 200, body: webhooks.map(toWire) };
  },
};

/** Creates a webhook (rest-adapter/README.md 8.4). */
export const createWebhookEndpoint: SignedInEndpoint = {
  method: "POST",
  path,
  operationId: "createWebhook",
  tag,
  summary: "Create a webhook",
  description: "Creates a webhook. Only this response contains the signing secret `secret`.",
  useCase: "createWebhook",
  request: {
    body: {
      schema: documented(createWebhookInput, {
        includeTest: { default: false },
        includeContact: { default: false },
      }),
      example: {
        url: "https://example.org/hooks",
        events: ["APPOINTMENT_CREATED", "APPOINTMENT_CANCELLED"],
      },
    },
  },
  success: { status: 201, description: "The new webhook, with its secret", body: newWebhookSchema },
  refusals: ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", "CONFLICT"],
  async handle({ application, caller, request }) {
    const input = await requireJsonBody(request);
    const { secret, ...webhook } = await application.staff.createWebhook(caller, input);
    return { status: 201, body: { ...toWire(webhook), secret } };
  },
};

/** Changes a webhook (rest-adapter/README.md 8.4). */
export const updateWebhookEndpoint: SignedInEndpoint = {
  method: "PATCH",
  path: `${path}/{id}`,
  operationId: "updateWebhook",
  tag,
  summary: "Change a webhook",
  description:
    "Changes the given fields only. While a webhook is inactive, new events make no delivery " +
    "for it and pending deliveries wait.",
  useCase: "updateWebhook",
  request: {
    path: webhookPath,
    body: {
      schema: documented(updateWebhookFields),
      example: { isActive: false },
    },
  },
  success: { status: 200, description: "The changed webhook", body: webhookSchema },
  refusals: ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", "WEBHOOK_NOT_FOUND"],
  async handle({ application, caller, request, id }) {
    const { url, events, isActive, includeTest, includeContact } = await requireJsonBody(request);
    // The contract of the REST API has no version.
    const change = { id, url, events, isActive, includeTest, includeContact };
    return { status: 200, body: toWire(await application.staff.updateWebhook(caller, change)) };
  },
};

/** Deletes a webhook (rest-adapter/README.md 8.4). */
export const deleteWebhookEndpoint: SignedInEndpoint = {
  method: "DELETE",
  path: `${path}/{id}`,
  operationId: "deleteWebhook",
  tag,
  summary: "Delete a webhook",
  description: "Deletes a webhook. Its pending deliveries are abandoned.",
  useCase: "deleteWebhook",
  request: { path: webhookPath },
  success: { status: 204, description: "The webhook is deleted" },
  refusals: ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", "WEBHOOK_NOT_FOUND"],
  async handle({ application, caller, id }) {
    await application.staff.deleteWebhook(caller, { id });
    return { status: 204 };
  },
};

/** Sends a test event (rest-adapter/README.md 8.4). */
export const testWebhookEndpoint: SignedInEndpoint = {
  method: "POST",
  path: `${path}/{id}/test`,
  operationId: "testWebhook",
  tag,
  summary: "Test a webhook",
  description:
    "Sends a signed `webhook.test` event now and returns the result within 5 seconds. It is one " +
    "attempt. It appears in the log and does not change the health. A body with an `event` sends a " +
    "sample of that event instead.",
  useCase: "testWebhook",
  request: {
    path: webhookPath,
    body: {
      schema: documented(testWebhookInput.omit({ id: true })),
      example: { event: "APPOINTMENT_CREATED" },
      isOptional: true,
    },
  },
  success: { status: 200, description: "The result of the attempt", body: testResultView },
  refusals: ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", "WEBHOOK_NOT_FOUND"],
  async handle({ application, caller, request, id }) {
    const { event } = await readOptionalJsonBody(request);
    return { status: 200, body: await application.staff.testWebhook(caller, { id, event }) };
  },
};
