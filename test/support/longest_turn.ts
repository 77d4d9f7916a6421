/**
 * The longest time, in milliseconds of its processor, for which some work kept this thread from a turn of the event
 * loop. Time in which a busy machine ran something else does not count.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let last = usedMs();
  function turn(): void {
    const now = usedMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  }
  setImmediate(turn);
  await work();
  isOver = true;
  return longest;
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
