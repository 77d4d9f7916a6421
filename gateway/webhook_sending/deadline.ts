/** An end that is set to an attempt. */
export interface Deadline {
  /** Aborts when time is up. */
  signal: AbortSignal;
  /** The result of `work`, or an error as soon as time is up. */
  bound<T>(work: Promise<T>): Promise<T>;
  /** Lets go of it. */
  clear(): void;
}

/** Time was up. */
export class DeadlineError extends Error {
  override name = "DeadlineError";
}

/** A deadline `ms` from now. */
export function startDeadline(ms: number): Deadline {
  const controller = new AbortController();
  const { promise: expired, reject } = Promise.withResolvers<never>();
  expired.catch(() => {});

  function expire() {
    const error = new DeadlineError();
    controller.abort(error);
    reject(error);
  }
  // A process that was busy for all that time finds its timers first and what came in from the network
  // after them; so what has already come in is read before time is called.
  const timer = setTimeout(() => setImmediate(expire), ms);

  return {
    signal: controller.signal,
    bound: (work) => Promise.race([work, expired]),
    clear: () => clearTimeout(timer),
  };
}
