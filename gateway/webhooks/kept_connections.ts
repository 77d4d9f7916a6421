import { Agent, type buildConnector, Client, type Dispatcher, Pool } from "undici";

/** Facts about the connection of a request. */
export interface ConnectionUse {
  /** Whether the connection was kept from an earlier request. */
  isKept: boolean;
}

/** An idle connection is closed after this time, or sooner if the receiver requests it. */
const idleMs = 4000;

/**
 * Creates the pool of connections to all receivers. It needs no limit: the limit of requests in flight also limits the
 * connections. A limit for each origin would let one slow receiver delay others on the same host.
 */
export function keepConnections(connect: buildConnector.connector): Agent {
  return new Agent({
    connect,
    allowH2: false,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    // One deadline covers the whole attempt. These timeouts would restart with each byte.
    headersTimeout: 0,
    bodyTimeout: 0,
    factory: (origin, options) =>
      new Pool(origin, {
        ...options,
        factory: (origin, options) => new ReportingClient(origin, options),
      }),
  });
}

/** A connection that sets `isKept` in the `opaque` of each request. */
class ReportingClient extends Client {
  override dispatch(
    options: Dispatcher.DispatchOptions & { opaque?: ConnectionUse },
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    if (options.opaque) options.opaque.isKept = this.stats.connected;
    return super.dispatch(options, handler);
  }
}

/** The time limit of an attempt. */
export interface Deadline {
  /** Aborts when the time is over. */
  signal: AbortSignal;
  /** Returns the result of `work`, or throws DeadlineError when the time is over. */
  bound<T>(work: Promise<T>): Promise<T>;
  /** Clears the timer. */
  clear(): void;
}

/** The time of an attempt is over. */
export class DeadlineError extends Error {
  override name = "DeadlineError";
}

/** Starts a deadline of `ms` milliseconds. */
export function startDeadline(ms: number): Deadline {
  const controller = new AbortController();
  const { promise: expired, reject } = Promise.withResolvers<never>();
  expired.catch(() => {});

  function expire() {
    const error = new DeadlineError();
    controller.abort(error);
    reject(error);
  }
  // After a busy period, Node runs timers before it reads from the network. `setImmediate` lets an answer that has
  // already arrived count.
  const timer = setTimeout(() => setImmediate(expire), ms);

  return {
    signal: controller.signal,
    bound: (work) => Promise.race([work, expired]),
    clear: () => clearTimeout(timer),
  };
}
