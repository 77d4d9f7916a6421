import { expect, test } from "vitest";
import { deliverBeside } from "../../support/webhook_isolation.ts";

const timeoutMs = 5000;

test("receivers that hang delay no other: their events arrive before the first attempt is given up", async () => {
  const { delaysMs, mostAtOnce, attemptsOfHung } = await deliverBeside({
    healthy: 10,
    eventsOfHealthy: 20,
    hung: 3,
    eventsOfHung: 300,
  });
  expect(delaysMs).toHaveLength(200);
  expect(delaysMs.at(-1)).toBeLessThan(timeoutMs);
  expect(mostAtOnce).toBe(8);
  expect(attemptsOfHung).toBe(3 * 8);
});
