import { Agent, type buildConnector, Client, type Dispatcher, Pool } from "undici";

/** Told by the connection that a request goes out on. */
export interface Passage {
  /** Whether that connection was already there, kept from a request before. */
  isKept: boolean;
}

/** An idle connection is closed after this time, or sooner where the receiver says so, never later. */
const idleMs = 4000;

/**
 * The connections to all receivers. There are never more in use than requests in flight, so who limits
 * these limits the connections too; a limit of its own for each origin would let one slow receiver delay
 * others that share its host.
 */
export function keepConnections(connect: buildConnector.connector): Agent {
  return new Agent({
    connect,
    allowH2: false,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    // One deadline covers the attempt; these would start anew with each byte.
    headersTimeout: 0,
    bodyTimeout: 0,
    factory: (origin, options) =>
      new Pool(origin, {
        ...options,
        factory: (origin, options) => new TellingClient(origin, options),
      }),
  });
}

/** One connection, which tells each request's `opaque` whether it was kept. */
class TellingClient extends Client {
  override dispatch(
    options: Dispatcher.DispatchOptions & { opaque?: Passage },
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    if (options.opaque) options.opaque.isKept = this.stats.connected;
    return super.dispatch(options, handler);
  }
}

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
