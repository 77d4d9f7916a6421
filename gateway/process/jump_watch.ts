/** The two clocks of the process, in milliseconds. */
export interface ProcessClocks {
  /** Of the machine; people, NTP and a resumed virtual machine set it. */
  wallMs(): number;
  /** Only goes forward, at the rate of the machine. */
  monotonicMs(): number;
}

export const processClocks: ProcessClocks = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};

// More than NTP moves the clock by adjusting its rate between two looks.
const minJumpMs = 500;
// Between the two readings of the monotonic clock the process may be stopped.
const maxReadingMs = 10;

/**
 * Watches the wall clock against the monotonic one. Each call returns by how much the wall clock has jumped since
 * the call before: 0, or some milliseconds forward or back. Where the machine was suspended, the monotonic clock
 * has stood still, so that this looks the same.
 */
export function createJumpWatch({ wallMs, monotonicMs }: ProcessClocks): () => number {
  let known = wallMs() - monotonicMs();
  return () => {
    const before = monotonicMs();
    const wall = wallMs();
    // The next look compares again.
    if (monotonicMs() - before > maxReadingMs) return 0;
    const difference = wall - before;
    const jumpMs = difference - known;
    known = difference;
    return Math.abs(jumpMs) < minJumpMs ? 0 : Math.round(jumpMs);
  };
}
