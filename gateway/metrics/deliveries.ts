import { Counter, Histogram, type Registry } from "prom-client";
import type { DeliveryQueue, SettledAttempt } from "../../core/ports.ts";

const outcomes = ["delivered", "will_retry", "failed", "abandoned"] as const;

/** Measures the delivery of webhooks. */
export function observeDeliveries(registry: Registry) {
  const registers = [registry];
  const attempts = new Counter({
    name: "appointment_webhook_attempts_total",
    help:
      "Attempts to deliver an event by outcome: delivered, will_retry, failed (the last attempt), " +
      "abandoned (could not be tried in 24 hours).",
    labelNames: ["outcome"],
    registers,
  });
  const mails = new Counter({
    name: "appointment_mail_attempts_total",
    help:
      "Attempts to send a mail by outcome: delivered, will_retry, failed (the last attempt), abandoned (there was " +
      "nothing true to say any more).",
    labelNames: ["outcome"],
    registers,
  });
  const delays = new Histogram({
    name: "appointment_webhook_delay_seconds",
    help: "Time from an event to its first attempt.",
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 43_200],
    registers,
  });
  const durations = new Histogram({
    name: "appointment_webhook_attempt_duration_seconds",
    help: "Time that a receiver took to answer an attempt. An attempt ends after 5 s.",
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  for (const outcome of outcomes) {
    attempts.inc({ outcome }, 0);
    mails.inc({ outcome }, 0);
  }

  function note({ claimed, sentAt, result, nextRetryAt }: SettledAttempt): void {
    const failure = nextRetryAt === null ? "failed" : "will_retry";
    const outcome = result.isDelivered ? "delivered" : result.isAbandoned ? "abandoned" : failure;
    if (claimed.channel === "EMAIL") return mails.inc({ outcome });
    attempts.inc({ outcome });
    durations.observe(result.responseTimeMs / 1000);
    if (claimed.attempt > 1) return;
    const delayMs = sentAt.epochMilliseconds - claimed.createdAt.epochMilliseconds;
    delays.observe(Math.max(0, delayMs) / 1000);
  }
  return {
    /** Returns the queue, whose settled attempts are counted. */
    observe(queue: DeliveryQueue): DeliveryQueue {
      return {
        ...queue,
        // After the write: a result that cannot be written is written again, and must count once.
        async settle(settled) {
          await queue.settle(settled);
          settled.forEach(note);
        },
        async abandonOverdue() {
          const abandoned = await queue.abandonOverdue();
          attempts.inc({ outcome: "abandoned" }, abandoned);
          return abandoned;
        },
      };
    },
  };
}
