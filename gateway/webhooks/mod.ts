// Sending: the address check and the sender.
export { createAddressCheck } from "./address_check.ts";
export { createWebhookSender } from "./lazy_sender.ts";
export type { SendResult, WebhookSender } from "./webhook_sender.ts";

// Delivery: the worker.
export { type DeliveryWorker, startDeliveryWorker } from "./delivery_worker.ts";
