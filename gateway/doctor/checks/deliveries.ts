import type { DeliveryQueueFacts } from "../../persistence/mod.ts";
import { conclude, durationText, failing, type Finding, warning } from "../finding.ts";

const maxWaitSeconds = 5 * 60;
/** Half of the time after which a delivery is abandoned. */
const dangerousWaitSeconds = 12 * 3600;

/** Checks that webhooks are delivered soon after they are due. */
export function checkDeliveries(
  { due, oldestDueSeconds, overdueLeases }: DeliveryQueueFacts,
): Finding {
  const oldest = oldestDueSeconds ?? 0;
  const backlog = `${due} deliveries are due, the oldest for ${durationText(oldest)}`;
  const fix =
    "Check that a process with WEBHOOK_WORKER=true or npm run worker runs, and start more of them";
  return conclude([
    oldest > dangerousWaitSeconds
      ? failing(`${backlog}; after 24 h they are abandoned`, fix)
      : oldest > maxWaitSeconds && warning(backlog, fix),
    overdueLeases > 0 && warning(
      `${overdueLeases} claimed deliveries were neither settled nor claimed again after their lease`,
      fix,
    ),
  ], due === 0 ? "no delivery is due" : backlog);
}
