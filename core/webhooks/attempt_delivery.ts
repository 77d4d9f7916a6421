import type { Ports } from "../ports.ts";
import type { ClaimedAttempt, SettledAttempt } from "./delivery_queue.ts";
import { testEventType } from "./event_types.ts";
import { nextAttemptAt } from "./retry_schedule.ts";
import { signDelivery } from "./sign_delivery.ts";
import { signingSecrets } from "./webhook_secret.ts";

/** The version in `User-Agent`. It changes when the format of deliveries changes. */
const version = "1.0";

/**
 * Makes one attempt and returns what the queue must write about it (core/webhooks/README.md 4). The attempt uses the
 * webhook's current URL and secrets. A test is attempted once and does not change the health.
 */
export async function attemptDelivery(
  ports: Pick<Ports, "now" | "secretBox" | "hmacSha256" | "sendDelivery">,
  claimed: ClaimedAttempt,
): Promise<SettledAttempt> {
  const sentAt = ports.now();
  const { eventId, eventType, deliveryId, environment, body, url } = claimed;
  const headers = await signDelivery(ports, {
    eventId,
    type: eventType,
    deliveryId,
    environment,
    body,
    secrets: signingSecrets(openSecrets(ports, claimed), sentAt),
    sentAt,
    version,
  });
  const result = await ports.sendDelivery({ url, headers, body });
  const isTest = eventType === testEventType;
  const isLast = result.isDelivered || isTest;
  const nextRetryAt = isLast ? null : nextAttemptAt(claimed.attempt, sentAt);
  return { claimed, result, nextRetryAt, countsForHealth: !isTest };
}

function openSecrets(
  { secretBox }: Pick<Ports, "secretBox">,
  { organizationId, sealedSecret, previousSealedSecret, secretReplacedAt }: ClaimedAttempt,
) {
  const open = (sealed: string) => secretBox.open(sealed, secretContext(organizationId));
  return {
    secret: open(sealedSecret),
    previous: previousSealedSecret !== null && secretReplacedAt !== null
      ? { secret: open(previousSealedSecret), replacedAt: secretReplacedAt }
      : null,
  };
}

/** Returns the context of a sealed secret. A secret copied into another organization's row cannot be opened. */
export function secretContext(organizationId: number): string {
  return `webhook secret of organization ${organizationId}`;
}
