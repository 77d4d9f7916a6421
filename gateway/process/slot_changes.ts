import type { Logger } from "pino";
import type { Persistence } from "../persistence/mod.ts";

const pauseMs = 1000;

/**
 * Tells webhooks of the slots that changed settings matter to, within a second or so of the change, until
 * stopped; a failure waits for the next look.
 */
export function tellSlotChangesRegularly(
  { tellSlotChanges }: Pick<Persistence, "tellSlotChanges">,
  log: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void>;

  async function look(): Promise<void> {
    try {
      await tellSlotChanges(stopping.signal);
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
