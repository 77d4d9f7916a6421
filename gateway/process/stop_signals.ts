import type { Logger } from "pino";

const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

// Ctrl-C in a terminal reaches us twice: once from the terminal and once from npm, which passes it on.
// Signals this close together are one wish.
const sameWishMs = 500;

/** What asks the process to stop. */
export interface StopSignals extends Disposable {
  /** Aborted at the first signal, or when asked to. */
  signal: AbortSignal;
  /** Asks for the stop from inside. */
  request(reason: string): void;
}

/**
 * Listens for SIGTERM, SIGINT and SIGHUP. The first aborts `signal`; one that comes after half a second
 * more means that somebody is done waiting, and calls `onInsist`.
 */
export function listenForStop({ onInsist }: { onInsist(): void }): StopSignals {
  const controller = new AbortController();
  let stoppedAt: number | undefined;

  function request(reason: string): void {
    stoppedAt ??= performance.now();
    controller.abort(new StopRequested(reason));
  }
  function handle(name: NodeJS.Signals): void {
    if (stoppedAt === undefined) request(name);
    else if (performance.now() - stoppedAt > sameWishMs) onInsist();
  }
  for (const name of signals) process.on(name, handle);
  return {
    signal: controller.signal,
    request,
    [Symbol.dispose]: () => signals.forEach((name) => process.off(name, handle)),
  };
}

/** Asks for the stop when a defect outside any request leaves the process in a state that nobody knows. */
export function stopOnDefects(
  stop: StopSignals,
  { log, onDefect }: { log: Logger; onDefect(): void },
): void {
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "an uncaught defect; stopping");
    onDefect();
    stop.request("defect");
  });
}

/** Thrown out of a start-up that was asked to stop; no fault. */
class StopRequested extends Error {
  override name = "StopRequested";
}
