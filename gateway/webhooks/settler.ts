import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { DeliveryQueue, SettledAttempt } from "../../core/mod.ts";

/** Writes what came of attempts. */
export interface Settler {
  /** Fulfilled once it is written, or has been given up; never rejected. */
  settle(settled: SettledAttempt): Promise<void>;
}

const maxBatchSize = 256;
/** Before the leases run out, after which others try these attempts again. */
const attempts = 5;
const pauseMs = 500;

/**
 * Writes what comes of attempts in batches: what is settled while one is being written goes into the next.
 * `onSettled` is told after each.
 */
export function createSettler(
  { queue, log, onSettled }: {
    queue: Pick<DeliveryQueue, "settle">;
    log: Pick<Logger, "warn">;
    onSettled(): void;
  },
): Settler {
  let waiting: { settled: SettledAttempt; done(): void }[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatchSize);
      waiting = waiting.slice(maxBatchSize);
      await write(batch.map(({ settled }) => settled));
      for (const { done } of batch) done();
      // Later, when whoever waited for it has seen that it is done.
      setImmediate(onSettled);
    }
    isWriting = false;
  }

  async function write(batch: SettledAttempt[]): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      try {
        return await queue.settle(batch);
      } catch (error) {
        const what = { err: error, attempts: batch.length };
        if (attempt < attempts) await delay(pauseMs);
        else log.warn(what, "what came of deliveries could not be written; they are made again");
      }
    }
  }

  return {
    settle: (settled) =>
      new Promise((done) => {
        waiting.push({ settled, done });
        // What ends in the same turn of the event loop is written together.
        if (!isWriting) {
          isWriting = true;
          setImmediate(() => void writeAll());
        }
      }),
  };
}
