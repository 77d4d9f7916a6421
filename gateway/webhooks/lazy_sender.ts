import { lazily } from "../lazily.ts";
import type { SenderOptions, WebhookSender } from "./webhook_sender.ts";

/** Creates a sender that loads undici at its first attempt. If it cannot be loaded, the attempt throws. */
export function createWebhookSender(options: SenderOptions): WebhookSender {
  let isUsed = false;
  let isClosed = false;
  const loaded = lazily(async () => {
    const { createWebhookSender } = await import("./webhook_sender.ts");
    const sender = createWebhookSender(options);
    if (isClosed) await sender.close();
    return sender;
  });
  return {
    async send(webhook) {
      isUsed = true;
      return await (await loaded()).send(webhook);
    },
    async close() {
      isClosed = true;
      if (isUsed) await (await loaded()).close();
    },
  };
}
