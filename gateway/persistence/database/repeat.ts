/**
 * Does work every so often until stopped, with a pause after each time. `onFault` gets each failure, and the work is
 * tried again after the next pause.
 */
export function repeat(
  work: (isStopped: () => boolean) => Promise<unknown>,
  { everyMs, onFault }: { everyMs: number; onFault(error: unknown): void },
): { stop(): Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();

  async function once(): Promise<void> {
    try {
      await work(() => isStopped);
    } catch (error) {
      onFault(error);
    }
    if (!isStopped) wait();
  }
  function wait(): void {
    timer = setTimeout(() => working = once(), everyMs);
  }

  wait();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}
