import { listDeliveriesInput } from "../../core/mod.ts";
import { documented, idPath } from "../openapi/documented.ts";
import { readQuery } from "../query.ts";
import type { SignedInEndpoint } from "./endpoint.ts";
import { deliveryAttemptSchema, deliveryLogSchema } from "./webhook_schemas.ts";

const path = "/api/staff/webhooks";
const tag = "Webhooks";

/** GET /webhooks/{id}/logs (interface; decisions 7). */
export const listDeliveriesEndpoint: SignedInEndpoint = {
  method: "GET",
  path: `${path}/{id}/logs`,
  operationId: "listWebhookDeliveries",
  tag,
  summary: "The log of a webhook's deliveries",
  description:
    "Gives one page of the attempts to deliver to a webhook, newest first; kept 90 days.",
  useCase: "listDeliveries",
  request: {
    path: idPath("The webhook's id", 5),
    query: documented(listDeliveriesInput, {
      page: { description: "Page, from 0", example: 0, keywords: { default: 0 } },
      size: {
        description: "Entries a page; above 100 counts as 100",
        example: 20,
        keywords: { default: 20 },
      },
      status: { description: "Only those with this status", example: "FAILED" },
      sort: { description: "Order, as <field>,<asc|desc>", example: "createdAt,desc" },
    }),
  },
  success: { status: 200, description: "One page", body: deliveryLogSchema },
  refusals: ["VALIDATION_ERROR", "WEBHOOK_NOT_FOUND"],
  async handle({ application, caller, request, id }) {
    const query = readQuery(request, {
      names: Object.keys(listDeliveriesInput.shape),
      integers: ["page", "size"],
    });
    const { items, page, size, totalElements, totalPages, isLast } = await application.staff
      .listDeliveries(caller, id, query);
    // What is beyond is no exact integer any more, and as empty.
    const offset = Math.min(page * size, Number.MAX_SAFE_INTEGER);
    const body = {
      content: items,
      pageable: { pageNumber: page, pageSize: size, offset },
      totalElements,
      totalPages,
      last: isLast,
      first: page === 0,
      numberOfElements: items.length,
    };
    return { status: 200, body };
  },
};

/** POST /webhooks/logs/{logId}/retry (interface; decisions 7). */
export const retryDeliveryEndpoint: SignedInEndpoint = {
  method: "POST",
  path: `${path}/logs/{id}/retry`,
  operationId: "retryWebhookDelivery",
  tag,
  summary: "Deliver an event again",
  description:
    "Schedules anew the delivery of an event that has failed or was abandoned: the same " +
    "bytes under another `X-Service-Delivery`, with the same retries.",
  useCase: "retryDelivery",
  request: { path: idPath("The id of an entry of the log", 90_210) },
  success: { status: 202, description: "The new entry of the log", body: deliveryAttemptSchema },
  refusals: ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", "WEBHOOK_LOG_NOT_FOUND", "CONFLICT"],
  async handle({ application, caller, id }) {
    return { status: 202, body: await application.staff.retryDelivery(caller, id) };
  },
};
