/** The two clocks of the process, in milliseconds. */
export interface ProcessClocks {
  /** The machine's clock. People, NTP and a resumed virtual machine set it. */
  wallMs(): number;
  /** Never goes back. */
  monotonicMs(): number;
}

export const processClocks: ProcessClocks = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};

// More than NTP changes the clock between two calls by adjusting its rate.
const minJumpMs = 500;
// A longer time means that the process was suspended between the two readings.
const maxReadingMs = 10;

/**
 * Compares the wall clock with the monotonic clock. Each call returns the jump of the wall clock since the previous
 * call, in milliseconds: 0, positive (forward) or negative (back). A suspension of the machine is a jump, too, because
 * the monotonic clock stops meanwhile.
 */
export function createJumpWatch({ wallMs, monotonicMs }: ProcessClocks): () => number {
  let known = wallMs() - monotonicMs();
  return () => {
    const before = monotonicMs();
    const wall = wallMs();
    // The next call compares again.
    if (monotonicMs() - before > maxReadingMs) return 0;
    const difference = wall - before;
    const jumpMs = difference - known;
    known = difference;
    return Math.abs(jumpMs) < minJumpMs ? 0 : Math.round(jumpMs);
  };
}
