import { expect, test } from "vitest";
import { patience, timed } from "../../support/time_bounds.ts";
import { deliverBeside } from "../../support/webhook_isolation.ts";

const timeoutMs = 5000;

test(
  "hanging receivers do not delay others, whose events arrive before the first attempt times out",
  timed,
  async () => {
    const { delaysMs, maxAtOnce, attemptsOfHung, tookMs } = await deliverBeside({
      healthy: 10,
      eventsOfHealthy: 20,
      hung: 3,
      eventsOfHung: 300,
    });
    expect(delaysMs).toHaveLength(200);
    expect(delaysMs.at(-1)).toBeLessThan(patience(timeoutMs));
    expect(maxAtOnce).toBe(8);
    expect(attemptsOfHung).toBeGreaterThanOrEqual(3 * 8);
    // Where the machine takes longer than an attempt may, that many have been given up and others been made.
    const rounds = 1 + Math.floor(tookMs / timeoutMs);
    expect(attemptsOfHung).toBeLessThanOrEqual(3 * 8 * rounds);
  },
);
