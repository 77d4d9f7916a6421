import type { Logger } from "pino";
import type { Application, Ports } from "../../core/mod.ts";
import type { Persistence } from "../persistence/mod.ts";
import { createMailer, type MailSettings, maxMailsAtOnce } from "../email/mod.ts";
import { createIdentityClient } from "../sso/mod.ts";
import { createSecretBox, type EncryptionKey } from "../security/secret_box.ts";
import { createAddressCheck, createWebhookSender, startDeliveryWorker } from "../webhooks/mod.ts";
import { publishSlotChangesRegularly } from "./background_work.ts";

/** Core's ports for webhooks, e-mail and identity providers. `close` closes their connections. */
export interface WebhookTools
  extends Pick<Ports, "secretBox" | "sendDelivery" | "refuseUrl" | "identityClient" | "mailer"> {
  close(): Promise<void>;
}

/** Opens the webhook sender, the sender of mails, the client of identity providers, the address check and the encryption of webhook secrets. */
export function openWebhookTools(
  { secretsKey, allowsPrivateWebhooks: allowsPrivateNetwork, mail }: {
    secretsKey: EncryptionKey;
    allowsPrivateWebhooks: boolean;
    mail: MailSettings | undefined;
  },
): WebhookTools {
  const sender = createWebhookSender({ allowsPrivateNetwork });
  const identityClient = createIdentityClient({ allowsPrivateNetwork });
  const addresses = createAddressCheck({ allowsPrivateNetwork });
  return {
    identityClient,
    mailer: mail && createMailer(mail),
    secretBox: createSecretBox(secretsKey),
    sendDelivery: (delivery) => sender.send(delivery),
    refuseUrl: (url) => addresses.refusalOf(url),
    close: async () => void await Promise.all([sender.close(), identityClient.close()]),
  };
}

/** Delivers webhooks until stopped. The events that any process commits wake it. */
export function deliverWebhooks(
  { application, persistence, sendsMails }: {
    application: Application;
    persistence: Persistence;
    sendsMails: boolean;
  },
  log: Logger,
): { stop(): Promise<void> } {
  const worker = startDeliveryWorker({
    queue: persistence.deliveryQueue,
    application,
    log,
    maxMails: sendsMails ? maxMailsAtOnce : 0,
  });
  const listening = persistence.onEvents(() => worker.wake());
  const publishing = publishSlotChangesRegularly(persistence, log);
  return {
    async stop() {
      await publishing.stop();
      await listening.stop();
      await worker.stop();
    },
  };
}
