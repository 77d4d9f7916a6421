// The one door of webhook sending: where webhooks may go, and their way out.
export { createAddressCheck } from "./address_check.ts";
export { createWebhookSender, type SendResult, type WebhookSender } from "./webhook_sender.ts";

// The one door of the delivery of webhooks.
export { type DeliveryWorker, startDeliveryWorker } from "./delivery_worker.ts";
