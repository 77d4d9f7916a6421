import { setImmediate } from "node:timers";

/** Keeps calls away from what does not answer, and finds out when it answers again. */
export interface Breaker {
  /** True from a failure until a probe has succeeded, and before the first has. */
  isOpen(): boolean;
  /** Opens it for a failure. */
  trip(error: unknown): void;
  /** Probes now, beside the regular probes. */
  check(): Promise<void>;
  /** Fulfilled once it is known for the first time whether there is an answer. */
  settled: Promise<void>;
  /** Opens it for good. */
  stop(): void;
}

export interface BreakerOptions {
  /** Rejects while there is no answer; ends sooner than `everyMs`. */
  probe(): Promise<unknown>;
  /** How often it is probed while open. */
  everyMs: number;
  /** Told each reason once, until there is an answer again. */
  onAway(reason: string): void;
  onBack(): void;
}

export function createBreaker(options: BreakerOptions): Breaker {
  const { probe, everyMs, onAway, onBack } = options;
  let state: "unknown" | "closed" | "open" | "stopped" = "unknown";
  let probing: NodeJS.Timeout | undefined;
  const told = new Set<string>();
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>();

  function trip(error: unknown): void {
    if (state === "stopped") return;
    const reason = reasonOf(error);
    if (!told.has(reason)) onAway(reason);
    told.add(reason);
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
    told.clear();
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
  // A host with several addresses that all refuse has a code and no message.
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || error.name;
}

/**
 * The result of `work`, or an error once `ms` have passed without it. A process that was busy for all that
 * time finds its timers first and what came in from the network after them; so what has already come in is
 * read before time is called.
 */
export function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const expire = () => reject(new Error(`no answer within ${ms} ms`));
    const timer = setTimeout(() => setImmediate(expire), ms);
    const ended = () => clearTimeout(timer);
    work.then(resolve, reject).then(ended, ended);
  });
}
