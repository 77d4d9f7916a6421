import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import { alreadyDoneError, type DoneRequest } from "../access/idempotent_requests.ts";
import { answering } from "../audit/audit_record.ts";
import { idInput, inSchema, parseInput } from "../input.ts";
import type { Clock, SecretBox } from "../platform.ts";
import { attemptDelivery } from "./attempt_delivery.ts";
import { deliveryIdField, type DeliveryLog, outcomeFields } from "./delivery_log.ts";
import { count } from "../view_fields.ts";
import type { DeliveryQueue } from "./delivery_queue.ts";
import type { DeliverySender, Signing } from "./delivery_sender.ts";
import { eventNames } from "./event_catalogue.ts";
import { testEvent } from "./new_event.ts";
import { attemptNotFound } from "./retry_delivery.ts";
import { auditOfWebhook, webhookNotFound } from "./webhook.ts";

/** The result of a test event. It never contains the receiver's response body. */
export const testResultView = z
  .object({
    success: z.boolean().meta({
      description: "Whether a 2xx response arrived in time",
      examples: [true],
    }),
    ...outcomeFields,
    responseTimeMs: count("Duration in milliseconds", 84),
    deliveryId: deliveryIdField,
  })
  .meta({ id: "WebhookTest", description: "The result of a test event" });
type TestResult = z.output<typeof testResultView>;

/** Input of a test: the webhook, and the event that is sent; without it a `webhook.test`. */
export const testWebhookInput = idInput.extend({
  event: z.enum(eventNames, {
    error: inSchema("mustBe", { what: `one of ${eventNames.join(", ")}` }),
  }).nullish().meta({
    description: "Event of the sample. Without it, the type is `webhook.test`",
    examples: ["APPOINTMENT_CREATED"],
  }),
});

/**
 * Sends a signed test event now and returns the result within 5 s. It is one attempt; it is logged and does not change
 * the health. An inactive webhook can also be tested. Throws VALIDATION_ERROR or WEBHOOK_NOT_FOUND.
 */
export async function testWebhook(
  ports: Clock & Signing & DeliverySender & {
    secretBox: SecretBox;
    deliveryLog: DeliveryLog;
    deliveryQueue: DeliveryQueue;
  },
  { organizationId, actor }: Pick<Caller, "organizationId" | "actor">,
  input: unknown,
): Promise<TestResult> {
  const { id, event } = parseInput(testWebhookInput, input);
  const ref = { id, organizationId };
  const at = ports.now();
  const changes = event ? [{ field: "event", after: event }] : [];
  const claimed = await ports.deliveryLog.startTest(
    ref,
    testEvent(id, at, event ?? null),
    ({ id: attemptId, url }) =>
      auditOfWebhook({ ...ref, url }, {
        actor: answering(actor, { attemptId }),
        action: "webhook.tested",
        changes,
        at,
      }),
  );
  if (!claimed) throw webhookNotFound();
  const settled = await attemptDelivery(ports, claimed);
  await ports.deliveryQueue.settle([settled]);
  const { isDelivered: success, statusCode, responseTimeMs, error } = settled.result;
  return { success, statusCode, responseTimeMs, error, deliveryId: claimed.deliveryId };
}

/**
 * Returns the result of a test that was carried out, from the delivery log. Throws CONFLICT if it is not sent yet: if its
 * process ended, a worker sends it within 30 s.
 */
export async function getTestResult(
  { deliveryLog }: { deliveryLog: DeliveryLog },
  { organizationId }: Pick<Caller, "organizationId">,
  done: DoneRequest,
): Promise<TestResult> {
  const { attemptId } = JSON.parse(done.answer!) as { attemptId: string };
  const delivery = await deliveryLog.find(organizationId, Number(attemptId));
  const attempt = delivery?.attempts.find(({ id }) => id === Number(attemptId));
  if (!attempt) throw attemptNotFound();
  const { status, statusCode, responseTimeMs, error, deliveryId } = attempt;
  if (status === "PENDING") throw alreadyDoneError(done, "running");
  const success = status === "DELIVERED";
  return { success, statusCode, responseTimeMs: responseTimeMs ?? 0, error, deliveryId };
}
