/** Works on one item after the other, also if one fails, and then throws the first fault. */
export async function eachOf<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const faults: unknown[] = [];
  for (const item of items) {
    await work(item).catch((error: unknown) => void faults.push(error));
  }
  if (faults.length > 0) throw faults[0];
}
