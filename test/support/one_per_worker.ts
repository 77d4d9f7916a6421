const ends: (() => Promise<unknown>)[] = [];

/**
 * Returns a function that starts something at its first call and then always returns it. All files that run in this
 * worker share it, because a worker loads each module once. It ends with the worker.
 */
export function onePerWorker<T extends AsyncDisposable>(
  start: () => Promise<T>,
): () => Promise<T> {
  let started: Promise<T> | undefined;
  return () => {
    started ??= start().then(
      (one) => {
        endWithWorker(() => one[Symbol.asyncDispose]());
        return one;
      },
      (error) => {
        // The next file tries again.
        started = undefined;
        throw error;
      },
    );
    return started;
  };
}

/** Vitest ends a worker by SIGTERM, and kills it half a second later. */
function endWithWorker(end: () => PromiseLike<unknown>): void {
  if (ends.length === 0) {
    process.once("SIGTERM", () => {
      void Promise.allSettled(ends.map((one) => one())).then(() => process.exit());
    });
  }
  ends.push(async () => await end());
}
