import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { DeliveryQueue, SettledAttempt } from "../../core/mod.ts";

/** Writes the results of attempts. */
export interface Settler {
  /** Resolves when the result is written, or after the last failed try. Never rejects. */
  settle(settled: SettledAttempt): Promise<void>;
}

const maxBatchSize = 256;
/** All tries end before the leases expire. After that, other workers repeat these attempts. */
const attempts = 5;
const pauseMs = 500;

/**
 * Writes the results of attempts in batches. Results that arrive during a write form the next batch. Calls `onSettled`
 * after each batch.
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
      // After the callers of `settle` have continued.
      setImmediate(onSettled);
    }
    isWriting = false;
  }

  async function write(batch: SettledAttempt[]): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      try {
        return await queue.settle(batch);
      } catch (error) {
        const fields = { err: error, attempts: batch.length };
        if (attempt < attempts) await delay(pauseMs);
        else log.warn(fields, "writing the results of deliveries failed, they will be repeated");
      }
    }
  }

  return {
    settle: (settled) =>
      new Promise((done) => {
        waiting.push({ settled, done });
        // Collects all results of this turn of the event loop.
        if (!isWriting) {
          isWriting = true;
          setImmediate(() => void writeAll());
        }
      }),
  };
}
