import type { Delivery, Webhook } from "../../api/types.ts";
import { Badge, type Tone } from "../../ui/states.tsx";

/** Shows the health of a webhook, or that it is paused. */
export function HealthBadge({ webhook: { isActive, healthStatus } }: { webhook: Webhook }) {
  if (!isActive) return <Badge>Paused</Badge>;
  if (healthStatus === "HEALTHY") return <Badge tone="good">Healthy</Badge>;
  if (healthStatus === "DEGRADED") return <Badge tone="warn">Last delivery failed</Badge>;
  return <Badge tone="bad">Failing</Badge>;
}

const outcomes: Record<Delivery["status"], { tone: Tone; label: string }> = {
  PENDING: { tone: "info", label: "Pending" },
  DELIVERED: { tone: "good", label: "Delivered" },
  FAILED: { tone: "bad", label: "Failed" },
  ABANDONED: { tone: "neutral", label: "Abandoned" },
};

/** Shows the outcome of a delivery attempt. */
export function OutcomeBadge({ status }: Pick<Delivery, "status">) {
  const { tone, label } = outcomes[status];
  return <Badge tone={tone}>{label}</Badge>;
}
