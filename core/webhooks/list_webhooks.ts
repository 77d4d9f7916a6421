import { z } from "zod";
import { idInput, inSchema, parseInput, requiredOr, wholeNumberField } from "../input.ts";
import { type Page, pageOf } from "../page.ts";
import {
  type Delivery,
  type DeliveryAttemptView,
  type DeliveryLog,
  type LoggedAttemptView,
  toDeliveryAttemptView,
  toLoggedAttemptView,
} from "./delivery_log.ts";
import { attemptStatuses } from "./delivery_queue.ts";
import { attemptNotFound } from "./retry_delivery.ts";
import { toWebhookView, webhookNotFound, type Webhooks, type WebhookView } from "./webhook.ts";

interface Reader {
  organizationId: number;
  timeZone: string;
}

const sorts = ["createdAt,desc", "createdAt,asc", "id,desc", "id,asc"] as const;

/** Filter, order and page of a webhook's log. */
export const listDeliveriesFields = z.object({
  page: wholeNumberField(0, Number.MAX_SAFE_INTEGER, "Page number, from 0", 0).default(0),
  size: wholeNumberField(1, Infinity, "Page size; a value above 100 counts as 100")
    .transform((size) => Math.min(size, 100))
    .default(20)
    .meta({ examples: [20] }),
  status: z
    .enum(attemptStatuses, {
      error: inSchema("mustBe", { what: `one of ${attemptStatuses.join(", ")}` }),
    })
    .optional()
    .meta({ description: "Only attempts with this status", examples: ["FAILED"] }),
  sort: z
    .enum(sorts, { error: requiredOr("mustBe", { what: `one of ${sorts.join("; ")}` }) })
    .default("createdAt,desc")
    .meta({ description: "Order: <field>,<asc|desc>", examples: ["createdAt,desc"] }),
});

/** Input of a list of a webhook's log: the id of the webhook, and the fields. */
export const listDeliveriesInput = idInput.extend(listDeliveriesFields.shape);

/** Lists the webhooks of an organization in the order of their ids, without secrets. */
export async function listWebhooks(
  { webhooks }: { webhooks: Webhooks },
  { organizationId, timeZone }: Reader,
): Promise<WebhookView[]> {
  const found = await webhooks.list(organizationId);
  return found.map((webhook) => toWebhookView(webhook, timeZone));
}

/** Lists one page of a webhook's log. Throws VALIDATION_ERROR, then WEBHOOK_NOT_FOUND. */
export async function listDeliveries(
  { webhooks, deliveryLog }: { webhooks: Webhooks; deliveryLog: DeliveryLog },
  { organizationId, timeZone }: Reader,
  input: unknown,
): Promise<Page<LoggedAttemptView>> {
  const { id, sort, status = null, ...request } = parseInput(listDeliveriesInput, input);
  const ref = { id, organizationId };
  if (!(await webhooks.find(ref))) throw webhookNotFound();
  const [field, direction] = sort.split(",") as ["createdAt" | "id", "asc" | "desc"];
  const query = { ...request, status, sort: { field, direction } };
  const { items, totalElements } = await deliveryLog.page(ref, query);
  const views = items.map((item) => toLoggedAttemptView(item, timeZone));
  return pageOf(views, request, totalElements);
}

/** Returns the body of a log entry's delivery, with all its attempts. Throws WEBHOOK_LOG_NOT_FOUND. */
export async function getDelivery(
  { deliveryLog }: { deliveryLog: DeliveryLog },
  { organizationId, timeZone }: Reader,
  input: unknown,
): Promise<{ body: string; attempts: DeliveryAttemptView[] }> {
  const { id: attemptId } = parseInput(idInput, input);
  const delivery: Delivery | undefined = await deliveryLog.find(organizationId, attemptId);
  if (!delivery) throw attemptNotFound();
  const { body, environment } = delivery;
  const view = { environment, timeZone };
  return { body, attempts: delivery.attempts.map((one) => toDeliveryAttemptView(one, view)) };
}
