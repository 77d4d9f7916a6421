// Sending: the address check and the sender.
export { createAddressCheck } from "./address_check.ts";
export { createWebhookSender } from "./lazy_sender.ts";
export type { SendResult, WebhookSender } from "./webhook_sender.ts";

/** Loads the connector for other requests to addresses that people enter, with the same check. */
export async function loadConnector(
  options: { allowsPrivateNetwork: boolean; timeoutMs: number },
) {
  const { createCheckedConnector } = await import("./checked_connector.ts");
  const { createNameResolver } = await import("./resolve_name.ts");
  return createCheckedConnector({ ...options, resolveName: createNameResolver() });
}

// Delivery: the worker.
export { type DeliveryWorker, startDeliveryWorker } from "./delivery_worker.ts";
