/** The database's time, read once, and when it was asked and answered by the monotonic clock; milliseconds. */
export interface ClockSample {
  databaseMs: number;
  sentMs: number;
  receivedMs: number;
}

/** What is known of the database's clock at a moment of the monotonic clock. */
export interface Anchor {
  databaseMs: number;
  monotonicMs: number;
  /** The database's clock differs by this much at most. */
  uncertaintyMs: number;
}

// Two clocks drift apart by less than this, in parts of one: NTP changes a rate by 0.0005 at most.
const maxDrift = 0.0005;

/** The anchor of one sample: the database read its clock somewhere in the round trip, at half of it or so. */
export function anchorOf({ databaseMs, sentMs, receivedMs }: ClockSample): Anchor {
  const uncertaintyMs = (receivedMs - sentMs) / 2;
  return { databaseMs, monotonicMs: sentMs + uncertaintyMs, uncertaintyMs };
}

/** The database's time at a moment of the monotonic clock. */
export function timeAt({ databaseMs, monotonicMs }: Anchor, atMs: number): number {
  return databaseMs + (atMs - monotonicMs);
}

/**
 * Decides between the anchor in use and that of a new sample. A better one (less uncertain than the old one has
 * become) replaces it, and so does one that contradicts it, because then the database's clock was set. `jumpMs` is
 * by how much, beyond what both leave open; 0 where they agree.
 */
export function chooseAnchor(
  current: Anchor,
  sampled: Anchor,
): { anchor: Anchor; jumpMs: number } {
  const ageMs = sampled.monotonicMs - current.monotonicMs;
  const uncertaintyMs = current.uncertaintyMs + Math.abs(ageMs) * maxDrift;
  const difference = sampled.databaseMs - timeAt(current, sampled.monotonicMs);
  const leftOpenMs = uncertaintyMs + sampled.uncertaintyMs;
  const isContradiction = Math.abs(difference) > leftOpenMs;
  const isBetter = sampled.uncertaintyMs <= uncertaintyMs;
  return {
    anchor: isContradiction || isBetter ? sampled : current,
    jumpMs: isContradiction ? difference - Math.sign(difference) * leftOpenMs : 0,
  };
}
