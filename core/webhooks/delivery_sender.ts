import type { SendingResult } from "./delivery_queue.ts";
import type { SignedDelivery } from "./webhook_secret.ts";
import type { Message } from "../messages.ts";

/** Signs deliveries. */
export interface Signing {
  /** Returns the 32 bytes of an HMAC-SHA256. */
  hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

/** Sends deliveries. */
export interface DeliverySender {
  /** Sends one attempt. Never throws; returns within 5 s. */
  sendDelivery(delivery: SignedDelivery): Promise<SendingResult>;
}

/** Checks the URLs of webhooks. */
export interface UrlCheck {
  /** Returns the reason why a webhook may not have this URL; undefined if it may. */
  refuseUrl(url: string): Promise<Message | undefined>;
}
