/**
 * Returns a function that loads a value at its first call and then keeps it (gateway/process/README.md 3). All calls wait
 * for one load. If it fails, the calls that wait fail with its error, and the next call loads again.
 */
export function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return async () => {
    try {
      return await (loading ??= load());
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
}

/**
 * Loads modules one after the other, and answers other requests between them. A single `import()` holds up the process
 * until everything that it imports is loaded.
 */
export async function loadInSteps(...steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const step of steps) {
    await step();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
