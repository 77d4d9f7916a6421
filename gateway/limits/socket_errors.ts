import type { Socket } from "node:net";
import { AbstractConnector, type Redis, SentinelConnector } from "ioredis";

const streams = new WeakMap<object, Socket>();

/**
 * Gives every socket of ioredis a listener for errors that stays. ioredis listens to the first error only, and a socket
 * with TLS can have two: that the certificate of Redis is refused, and then the alert of Redis. Node ends a process whose
 * socket has an error without a listener.
 *
 * Why all connectors and not only ours: ioredis opens the connections to sentinels and to nodes of a Cluster by itself.
 */
export function listenToSocketErrors(): void {
  Object.defineProperty(AbstractConnector.prototype, "stream", {
    configurable: true,
    get(this: object) {
      return streams.get(this);
    },
    set(this: object, stream: Socket) {
      // The first error reaches the listeners of ioredis, which report it.
      stream.on("error", () => {});
      streams.set(this, stream);
    },
  });
}

/**
 * Gives the connections that wait for news of the sentinels a listener for errors. ioredis makes them and listens to none,
 * so it would print an error of a slow sentinel to standard error, between the lines of the log. They connect again by
 * themselves, and a service that cannot count reports that.
 */
export function listenToSentinelErrors(): void {
  const prototype = SentinelConnector.prototype as unknown as {
    connectToSentinel(...args: unknown[]): Redis;
  };
  const { connectToSentinel } = prototype;
  prototype.connectToSentinel = function (...args) {
    return connectToSentinel.apply(this, args).on("error", () => {});
  };
}
