import type { Logger } from "pino";
import { createJumpWatch, type ProcessClocks, processClocks } from "./jump_watch.ts";

/** The one clock of a process, which shows the database's time (gateway/README.md 4). */
export interface DatabaseClock {
  /** The current instant in milliseconds, as the database keeps them. Throws before `start`. */
  now(): Temporal.Instant;
  /** Takes the first sample, and further ones until `stop`. Rejects if the database cannot be asked. */
  start(sample: () => Promise<ClockSample>): Promise<void>;
  stop(): void;
}

const lookEveryMs = 1000;
const sampleEveryMs = 10_000;
const firstSamples = 3;
// The database's clock may be set by so much without a word. Set back, time stands still until it has passed.
const maxQuietStepMs = 500;

/** Creates the clock; it has no time before its first sample. */
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

  /** Notices a jump of the process's clock. The monotonic clock may have stood still: the next sample decides. */
  function look(): void {
    const jumpMs = watch();
    if (jumpMs === 0) return;
    jumps += 1;
    log.warn({ jumpMs }, "the clock of this process jumped; times follow the database's clock");
    if (anchor) anchor = { ...anchor, uncertaintyMs: Infinity };
    void refresh().catch(() => {});
  }

  /** Asks the database again, and once more if the clock jumped meanwhile: that answer may be of before. */
  function refresh(): Promise<void> {
    return sampling ??= sampleOnce().finally(() => sampling = undefined);
  }

  async function sampleOnce(): Promise<void> {
    if (!takeSample) return;
    for (;;) {
      const jumpsBefore = jumps;
      const sampled = anchorOf(await takeSample());
      look();
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
    look();
    // The database may be away: it is asked again at the next tick.
    if (monotonicMs() - sampledAtMs >= sampleEveryMs) void refresh().catch(() => {});
  }

  return {
    now() {
      look();
      if (!anchor) throw new Error("Cannot tell the time: the database has not been asked yet");
      const atMs = Math.floor(timeAt(anchor, monotonicMs()));
      if (atMs > lastMs || lastMs - atMs > maxQuietStepMs) lastMs = atMs;
      return Temporal.Instant.fromEpochMilliseconds(lastMs);
    },
    async start(sample) {
      takeSample = sample;
      // The best of them counts; a process that is just starting is slow.
      for (let i = 0; i < firstSamples; i += 1) await refresh();
      timer = setInterval(tick, lookEveryMs).unref();
    },
    stop() {
      clearInterval(timer);
      takeSample = undefined;
    },
  };
}

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
function anchorOf({ databaseMs, sentMs, receivedMs }: ClockSample): Anchor {
  const uncertaintyMs = (receivedMs - sentMs) / 2;
  return { databaseMs, monotonicMs: sentMs + uncertaintyMs, uncertaintyMs };
}

/** The database's time at a moment of the monotonic clock. */
function timeAt({ databaseMs, monotonicMs }: Anchor, atMs: number): number {
  return databaseMs + (atMs - monotonicMs);
}

/**
 * Decides between the anchor in use and that of a new sample. A better one (less uncertain than the old one has
 * become) replaces it, and so does one that contradicts it, because then the database's clock was set. `jumpMs` is
 * by how much, beyond what both leave open; 0 where they agree.
 */
function chooseAnchor(
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
