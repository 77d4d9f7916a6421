// So few that none waits too long for its turn on a busy machine: the service refuses a booking after 5 seconds.
const atOnce = 64;

/** Runs work for each item, some at a time. Returns the results in the order of the items. */
export async function inTurns<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  await Promise.all(Array.from({ length: atOnce }, async () => {
    for (const [i, item] of left) results[i] = await work(item);
  }));
  return results;
}
