import { setImmediate } from "node:timers";

/** Blocks calls to a server that does not answer, and detects when it answers again. */
export interface Breaker {
  /** True after a failure, and before the first probe, until a probe succeeds. */
  isOpen(): boolean;
  /** Opens the breaker after a failure. */
  trip(error: unknown): void;
  /** Probes now, in addition to the regular probes. */
  check(): Promise<void>;
  /** Resolves after the first probe, whatever its result. */
  settled: Promise<void>;
  /** Opens the breaker permanently. */
  stop(): void;
}

export interface BreakerOptions {
  /** Rejects if there is no answer. Must end before `everyMs`. */
  probe(): Promise<unknown>;
  /** The interval of probes while open. */
  everyMs: number;
  /** Called once for each reason until the breaker closes. */
  onAway(reason: string): void;
  onBack(): void;
}

export function createBreaker(options: BreakerOptions): Breaker {
  const { probe, everyMs, onAway, onBack } = options;
  let state: "unknown" | "closed" | "open" | "stopped" = "unknown";
  let probing: NodeJS.Timeout | undefined;
  const reported = new Set<string>();
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>();

  function trip(error: unknown): void {
    if (state === "stopped") return;
    const reason = reasonOf(error);
    if (!reported.has(reason)) onAway(reason);
    reported.add(reason);
    if (state === "open") return;
    state = "open";
    probing = setInterval(check, everyMs);
    settle();
  }

  async function check(): Promise<void> {
    try {
      await probe();
    } catch (error) {
      return trip(error);
    }
    if (state !== "unknown" && state !== "open") return;
    state = "closed";
    clearInterval(probing);
    reported.clear();
    onBack();
    settle();
  }

  return {
    isOpen: () => state !== "closed",
    trip,
    check,
    settled,
    stop() {
      state = "stopped";
      clearInterval(probing);
      settle();
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // If all addresses of a host refuse, the error has a code and no message.
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || error.name;
}

/**
 * Returns the result of `work`, or throws after `ms`. After a busy period, Node runs timers before it reads from the
 * network. `setImmediate` lets an answer that has already arrived count.
 */
export function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const expire = () => reject(new Error(`no answer within ${ms} ms`));
    const timer = setTimeout(() => setImmediate(expire), ms);
    const ended = () => clearTimeout(timer);
    work.then(resolve, reject).then(ended, ended);
  });
}
