import { listDeliveriesFields, loggedAttemptView } from "../../core/mod.ts";
import { documented, idPath } from "../wire/documented.ts";
import { readQuery } from "../query.ts";
import type { SignedInEndpoint } from "./endpoint.ts";
import { deliveryLogSchema } from "./webhook_schemas.ts";

const path = "/api/staff/webhooks";
const tag = "Webhooks";

/** Lists delivery attempts (rest-adapter/README.md 8.4). */
export const listDeliveriesEndpoint: SignedInEndpoint = {
  method: "GET",
  path: `${path}/{id}/logs`,
  operationId: "listWebhookDeliveries",
  tag,
  summary: "List delivery attempts",
  description:
    "Returns one page of the delivery attempts of a webhook, newest first. They are kept 90 days.",
  useCase: "listDeliveries",
  request: {
    path: idPath("Id of the webhook", 1),
    query: documented(listDeliveriesFields),
  },
  success: { status: 200, description: "One page of the log", body: deliveryLogSchema },
  refusals: ["VALIDATION_ERROR", "WEBHOOK_NOT_FOUND"],
  async handle({ application, caller, request, id }) {
    const query = readQuery(request, listDeliveriesFields);
    const { items, page, size, totalElements, totalPages, isLast } = await application.staff
      .listDeliveries(caller, { ...query, id });
    // Larger offsets are not exact integers. A page that far is empty anyway.
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

/** Delivers an event now (rest-adapter/README.md 8.4). */
export const retryDeliveryEndpoint: SignedInEndpoint = {
  method: "POST",
  path: `${path}/logs/{id}/retry`,
  operationId: "retryWebhookDelivery",
  tag,
  summary: "Retry a delivery",
  description:
    "Delivers an event now. A pending attempt is made at once. A delivery that failed or was " +
    "abandoned starts again: the same bytes with a new `X-Service-Delivery` and the full retry " +
    "schedule. A delivery that succeeded or is in flight at this moment is refused with 409.",
  useCase: "retryDelivery",
  request: { path: idPath("Id of a log entry", 1) },
  success: {
    status: 202,
    description: "The log entry of the attempt",
    body: loggedAttemptView,
    example: { status: "PENDING", statusCode: null, responseTimeMs: null },
  },
  refusals: ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", "WEBHOOK_LOG_NOT_FOUND", "CONFLICT"],
  async handle({ application, caller, id }) {
    return { status: 202, body: await application.staff.retryDelivery(caller, { id }) };
  },
};
