/** Returns the milliseconds within which a share of some calls was answered; 0 without calls. */
export function percentile(timesMs: readonly number[], share: number): number {
  const sorted = timesMs.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
}
