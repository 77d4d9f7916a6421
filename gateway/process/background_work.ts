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

const pauseMs = 1000;

/**
 * Tells webhooks of the slots that changed settings matter to, within a second or so of the change, until
 * stopped; a failure waits for the next look.
 */
export function publishSlotChangesRegularly(
  { publishSlotChanges }: Pick<Persistence, "publishSlotChanges">,
  log: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void>;

  async function look(): Promise<void> {
    try {
      await publishSlotChanges(stopping.signal);
    } catch (error) {
      log.warn({ err: error }, "slots of changed settings are told of later");
    }
    if (!stopping.signal.aborted) timer = setTimeout(start, pauseMs);
  }
  function start(): void {
    working = look();
  }

  start();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await working;
    },
  };
}
