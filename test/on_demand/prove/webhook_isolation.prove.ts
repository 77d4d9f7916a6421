import { expect } from "vitest";
import { deliverBeside, type Fared } from "../../support/webhook_isolation.ts";
import { percentile } from "../../support/percentile.ts";
import { proof } from "./proof.ts";

const healthy = 99;
const eventsOfHealthy = 200;
const eventsOfHung = 5000;
const rounds = 3;

proof("webhook-isolation", async (progress) => {
  const alone: Fared[] = [];
  const withHung: Fared[] = [];
  // In turns, so that both see the same weather.
  for (let round = 1; round <= rounds; round += 1) {
    for (const [fared, hung] of [[alone, 0], [withHung, 1]] as const) {
      fared.push(await deliverBeside({ healthy, eventsOfHealthy, hung, eventsOfHung }));
      progress(`round ${round}, ${hung} hung: p99 ${p99Ms(fared.at(-1)!)} ms`);
    }
  }
  const figures = {
    "healthy deliveries, each": healthy * eventsOfHealthy,
    "without the hung one, p50 ms": median(alone.map(p50Ms)),
    "without the hung one, p99 ms": median(alone.map(p99Ms)),
    "with a hung receiver, p50 ms": median(withHung.map(p50Ms)),
    "with a hung receiver, p99 ms": median(withHung.map(p99Ms)),
    "ratio of the p99": Number((median(withHung.map(p99Ms)) / median(alone.map(p99Ms))).toFixed(2)),
    "attempts of the hung one": Math.max(...withHung.map(({ attemptsOfHung }) => attemptsOfHung)),
    "most in flight of one webhook": Math.max(...withHung.map(({ maxAtOnce }) => maxAtOnce)),
  };
  expect(figures["ratio of the p99"]).toBeLessThanOrEqual(1.5);
  expect(figures["most in flight of one webhook"]).toBeLessThanOrEqual(8);
  for (const { delaysMs } of [...alone, ...withHung]) {
    expect(delaysMs).toHaveLength(healthy * eventsOfHealthy);
  }
  return figures;
});

function p50Ms({ delaysMs }: Fared): number {
  return percentile(delaysMs, 0.5);
}

function p99Ms({ delaysMs }: Fared): number {
  return percentile(delaysMs, 0.99);
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}
