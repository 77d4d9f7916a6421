import type { Delivery, Webhook } from "../../api/types.ts";
import { Badge, type Tone } from "../../ui/states.tsx";

/** How a receiver has answered lately; of a paused one, that it is paused. */
export function HealthBadge({ webhook: { isActive, healthStatus } }: { webhook: Webhook }) {
  if (!isActive) return <Badge>Paused</Badge>;
  if (healthStatus === "HEALTHY") return <Badge tone="good">Healthy</Badge>;
  if (healthStatus === "DEGRADED") return <Badge tone="warn">Last one failed</Badge>;
  return <Badge tone="bad">Failing</Badge>;
}

const outcomes: Record<Delivery["status"], { tone: Tone; word: string }> = {
  PENDING: { tone: "info", word: "Pending" },
  DELIVERED: { tone: "good", word: "Delivered" },
  FAILED: { tone: "bad", word: "Failed" },
  ABANDONED: { tone: "neutral", word: "Abandoned" },
};

/** What became of an attempt. */
export function OutcomeBadge({ status }: Pick<Delivery, "status">) {
  const { tone, word } = outcomes[status];
  return <Badge tone={tone}>{word}</Badge>;
}
