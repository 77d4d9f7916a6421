import type { Logger } from "pino";
import type { Ports } from "../../core/mod.ts";

/** Creates core's port for work after an answer. A process that is killed loses what has not ended. */
export function createBackground(log: Pick<Logger, "warn">): NonNullable<Ports["background"]> {
  return {
    runLater(work) {
      work().catch((error: unknown) => log.warn({ err: error }, "work after an answer failed"));
    },
  };
}
