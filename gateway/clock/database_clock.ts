import type { Logger } from "pino";
import { type Anchor, anchorOf, chooseAnchor, type ClockSample, timeAt } from "./anchor.ts";
import { createJumpWatch, type ProcessClocks, processClocks } from "./jump_watch.ts";

/** The one clock of a process, which shows the database's time (gateway/README.md, "Time"). */
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
