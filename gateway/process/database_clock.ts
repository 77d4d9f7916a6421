import type { Logger } from "pino";
import { createJumpWatch, type ProcessClocks, processClocks } from "./jump_watch.ts";

/** The one clock of a process, which shows the database's time (gateway/README.md 4). */
export interface DatabaseClock {
  /** The current instant in milliseconds, as the database keeps them. Throws before `start`. */
  now(): Temporal.Instant;
  /** Takes the first samples, and further ones until `stop`. Rejects if the database cannot be reached. */
  start(sample: () => Promise<ClockSample>): Promise<void>;
  stop(): void;
}

const checkEveryMs = 1000;
const sampleEveryMs = 10_000;
const firstSamples = 3;
// Smaller steps of the database's clock are not logged. After a small step back, `now` returns the last instant until
// the clock has caught up.
const maxQuietStepMs = 500;

/** Creates the clock. It has no time before its first sample. */
export function createDatabaseClock(
  { log, clocks = processClocks }: { log: Pick<Logger, "warn">; clocks?: ProcessClocks },
): DatabaseClock {
  const { monotonicMs } = clocks;
  const watch = createJumpWatch(clocks);
  let takeSample: (() => Promise<ClockSample>) | undefined;
  let anchor: Anchor | undefined;
  let sampledAtMs = -Infinity;
  let jumps = 0;
  let lastMs = -Infinity;
  let sampling: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Detects a jump of the process's clock. The monotonic clock may have stopped meanwhile, so the next sample decides. */
  function checkJump(): void {
    const jumpMs = watch();
    if (jumpMs === 0) return;
    jumps += 1;
    log.warn({ jumpMs }, "the clock of this process jumped; times follow the database's clock");
    if (anchor) anchor = { ...anchor, uncertaintyMs: Infinity };
    void refresh().catch(() => {});
  }

  /** Takes a sample. Repeats it if the clock jumped meanwhile, because the sample may be from before the jump. */
  function refresh(): Promise<void> {
    return sampling ??= sampleOnce().finally(() => sampling = undefined);
  }

  async function sampleOnce(): Promise<void> {
    if (!takeSample) return;
    for (;;) {
      const jumpsBefore = jumps;
      const sampled = anchorOf(await takeSample());
      checkJump();
      if (jumps === jumpsBefore) return use(sampled);
    }
  }

  function use(sampled: Anchor): void {
    sampledAtMs = sampled.monotonicMs;
    const { anchor: chosen, jumpMs } = anchor
      ? chooseAnchor(anchor, sampled)
      : { anchor: sampled, jumpMs: 0 };
    anchor = chosen;
    if (Math.abs(jumpMs) < maxQuietStepMs) return;
    log.warn({ jumpMs: Math.round(jumpMs) }, "the database's clock jumped; times follow it");
  }

  function tick(): void {
    checkJump();
    // If the database is unreachable, the next tick tries again.
    if (monotonicMs() - sampledAtMs >= sampleEveryMs) void refresh().catch(() => {});
  }

  return {
    now() {
      checkJump();
      if (!anchor) {
        throw new Error("The clock has no time yet: start() has not read the database's clock");
      }
      const atMs = Math.floor(timeAt(anchor, monotonicMs()));
      if (atMs > lastMs || lastMs - atMs > maxQuietStepMs) lastMs = atMs;
      return Temporal.Instant.fromEpochMilliseconds(lastMs);
    },
    async start(sample) {
      takeSample = sample;
      // The best sample counts. The first ones are slow, because the process is just starting.
      for (let i = 0; i < firstSamples; i += 1) await refresh();
      timer = setInterval(tick, checkEveryMs).unref();
    },
    stop() {
      clearInterval(timer);
      takeSample = undefined;
    },
  };
}

/** One reading of the database's clock, with the monotonic times of request and answer. In milliseconds. */
export interface ClockSample {
  databaseMs: number;
  sentMs: number;
  receivedMs: number;
}

/** An estimate of the database's time at one moment of the monotonic clock. */
export interface Anchor {
  databaseMs: number;
  monotonicMs: number;
  /** The maximum error of the estimate. */
  uncertaintyMs: number;
}

// The maximum drift between two clocks, as a fraction: NTP changes a clock's rate by at most 0.0005.
const maxDrift = 0.0005;

/** Returns the anchor of a sample. Assumes that the database read its clock in the middle of the round trip. */
function anchorOf({ databaseMs, sentMs, receivedMs }: ClockSample): Anchor {
  const uncertaintyMs = (receivedMs - sentMs) / 2;
  return { databaseMs, monotonicMs: sentMs + uncertaintyMs, uncertaintyMs };
}

/** Returns the database's time at a moment of the monotonic clock. */
function timeAt({ databaseMs, monotonicMs }: Anchor, atMs: number): number {
  return databaseMs + (atMs - monotonicMs);
}

/**
 * Chooses between the current anchor and the anchor of a new sample. The new one wins if it is less uncertain, or if it
 * contradicts the current one: then the database's clock was set. `jumpMs` is the size of the jump beyond the
 * uncertainty of both, or 0 if they agree.
 */
function chooseAnchor(
  current: Anchor,
  sampled: Anchor,
): { anchor: Anchor; jumpMs: number } {
  const ageMs = sampled.monotonicMs - current.monotonicMs;
  const uncertaintyMs = current.uncertaintyMs + Math.abs(ageMs) * maxDrift;
  const difference = sampled.databaseMs - timeAt(current, sampled.monotonicMs);
  const maxDifferenceMs = uncertaintyMs + sampled.uncertaintyMs;
  const isContradiction = Math.abs(difference) > maxDifferenceMs;
  const isBetter = sampled.uncertaintyMs <= uncertaintyMs;
  return {
    anchor: isContradiction || isBetter ? sampled : current,
    jumpMs: isContradiction ? difference - Math.sign(difference) * maxDifferenceMs : 0,
  };
}
