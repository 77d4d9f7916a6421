import type { Logger } from "pino";

const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

// Ctrl-C in a terminal arrives twice: from the terminal and from npm, which forwards it. Signals within this time
// count as one.
const sameRequestMs = 500;

/**
 * Time that a stop takes at most after the drain. Running requests have 10 s of it (http_server.ts). Then a mail that is
 * being sent ends and is settled, because it would be sent again otherwise. Anything that is left after it hangs.
 */
export const maxStopMs = 40_000;

/** Requests to stop the process. */
export interface StopSignals extends Disposable {
  /** Aborted at the first signal or by `request`. */
  signal: AbortSignal;
  /** Requests the stop from inside the process. */
  request(reason: string): void;
}

/**
 * Listens for SIGTERM, SIGINT and SIGHUP. The first one aborts `signal`. Another one more than half a second later calls
 * `onInsist`: somebody does not want to wait any longer.
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
    else if (performance.now() - stoppedAt > sameRequestMs) onInsist();
  }
  for (const name of signals) process.on(name, handle);
  return {
    signal: controller.signal,
    request,
    [Symbol.dispose]: () => signals.forEach((name) => process.off(name, handle)),
  };
}

/** Requests the stop after an uncaught exception, which leaves the process in an unknown state. */
export function stopOnDefects(
  stop: StopSignals,
  { log, onDefect }: { log: Logger; onDefect(): void },
): void {
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "uncaught exception, stopping");
    onDefect();
    stop.request("defect");
  });
}

/** Thrown by a start that was requested to stop. It is not a failure. */
class StopRequested extends Error {
  override name = "StopRequested";
}
