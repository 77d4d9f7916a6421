import type { Webhook, WebhookEvent } from "../../api/types.ts";
import { Badge, type Tone } from "../../ui/states.tsx";
import { t } from "./texts.ts";

/** Shows the health of a webhook. A webhook is called healthy only if it has delivered something. */
export function HealthBadge({ webhook }: { webhook: Webhook }) {
  const { isActive, healthStatus, lastDeliveredAt, lastTest } = webhook;
  if (!isActive) return <Badge>{t("healthState.paused")}</Badge>;
  if (healthStatus === "FAILING") return <Badge tone="bad">{t("healthState.failing")}</Badge>;
  if (healthStatus === "DEGRADED") return <Badge tone="warn">{t("healthState.degraded")}</Badge>;
  const isTestNewer = lastTest && (!lastDeliveredAt || lastTest.at > lastDeliveredAt);
  if (isTestNewer && !lastTest.isDelivered) {
    return <Badge tone="bad">{t("healthState.testFailed")}</Badge>;
  }
  if (lastDeliveredAt) return <Badge tone="good">{t("healthState.healthy")}</Badge>;
  return <Badge>{t(lastTest ? "healthState.testDelivered" : "healthState.none")}</Badge>;
}

const tones: Record<WebhookEvent["state"], Tone> = {
  PENDING: "info",
  RETRYING: "warn",
  DELIVERED: "good",
  FAILED: "bad",
  ABANDONED: "neutral",
};

/** Shows the state of an event or of an attempt. */
export function StateBadge({ state }: Pick<WebhookEvent, "state">) {
  return <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>;
}
