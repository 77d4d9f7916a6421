import { conclude, failing, type Finding, type Problem, warning } from "../finding.ts";

/** How far another clock is ahead of this machine's clock. */
export interface ClockDifference {
  /** Such as `Postgres`. */
  name: string;
  aheadMs: number;
  /** The maximum error of the measurement. */
  uncertaintyMs: number;
}

const maxDifferenceMs = 1000;

/**
 * Checks that the clocks agree. From `refusedMs` on, the service takes a time of another clock for one that was set: it ends
 * sessions and voids leases.
 */
export function checkClocks(
  differences: readonly ClockDifference[],
  { refusedMs }: { refusedMs: number },
): Finding {
  return conclude(
    differences.map((one) => problemOf(one, refusedMs)),
    differences.map((one) => `${one.name} ${differenceText(one.aheadMs)} this machine`).join(", "),
  );
}

function problemOf(
  { name, aheadMs, uncertaintyMs }: ClockDifference,
  refusedMs: number,
): Problem | false {
  // Only a difference that the measurement proves.
  const leastMs = Math.abs(aheadMs) - uncertaintyMs;
  const finding = `the clock of ${name} is ${differenceText(aheadMs)} this machine`;
  const fix = "Synchronize the clocks of all machines with NTP (chrony or systemd-timesyncd)";
  if (leastMs > refusedMs) return failing(finding, fix);
  return leastMs > maxDifferenceMs && warning(finding, fix);
}

function differenceText(aheadMs: number): string {
  const size = Math.abs(aheadMs);
  const text = size < 10_000 ? `${Math.round(size)} ms` : `${Math.round(size / 1000)} s`;
  return `${text} ${aheadMs < 0 ? "behind" : "ahead of"}`;
}
