import type { Logger } from "pino";
import type { Persistence } from "../persistence/mod.ts";

const hourMs = 3_600_000;

/** Deletes what has outlived its time each hour, until stopped; a failure waits for the next hour. */
export function cleanRegularly(
  persistence: Pick<Persistence, "clean">,
  log: Logger,
): { stop(): Promise<void> } {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => persistence.clean())
      .catch((error: unknown) => log.warn({ err: error }, "cleaning failed, trying in an hour"));
  }, hourMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
