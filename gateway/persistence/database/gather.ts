/** So many statements of one kind are in flight at a time; what is asked meanwhile is gathered. */
const maxInFlight = 2;
const maxBatchSize = 200;

interface Asked<K, V> {
  key: K;
  resolve(value: V): void;
  reject(error: unknown): void;
}

/**
 * Turns a read of many into a read of one that gathers: what is asked for in one turn of the event loop, or
 * while statements are in flight, is read by the next statement at once. Nothing waits longer when idle, and
 * nothing joins a statement that was sent already, so that each answer is as of after it was asked for. `read` gives the
 * values in the order of its keys.
 */
export function gather<K, V>(read: (keys: K[]) => Promise<V[]>): (key: K) => Promise<V> {
  const waiting: Asked<K, V>[] = [];
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
