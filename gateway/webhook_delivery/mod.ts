// The one door of the delivery of webhooks.
export { type DeliveryWorker, startDeliveryWorker } from "./delivery_worker.ts";
