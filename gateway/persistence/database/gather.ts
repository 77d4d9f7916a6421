/** The maximum number of statements in flight. Reads that arrive meanwhile wait for the next statement. */
const maxInFlight = 2;
const maxBatchSize = 200;

interface QueuedRead<K, V> {
  key: K;
  resolve(value: V): void;
  reject(error: unknown): void;
}

/**
 * Returns a read of one key that shares statements. Keys that are requested in one turn of the event loop, or while
 * statements are in flight, are read together by the next statement. `read` returns the values in the order of its keys.
 *
 * An idle reader adds no delay. A key never joins a statement that was already sent, so each value is at least as new
 * as its request.
 */
export function gather<K, V>(read: (keys: K[]) => Promise<V[]>): (key: K) => Promise<V> {
  const waiting: QueuedRead<K, V>[] = [];
  let inFlight = 0;
  let isStarting = false;

  async function work(): Promise<void> {
    isStarting = false;
    inFlight += 1;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxBatchSize);
      try {
        const values = await read(batch.map(({ key }) => key));
        for (const [i, { resolve }] of batch.entries()) resolve(values[i]!);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    inFlight -= 1;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (isStarting || inFlight >= maxInFlight) return;
      isStarting = true;
      setImmediate(() => void work());
    });
}
