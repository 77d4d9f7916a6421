import type { OpenRequest } from "./connections.ts";
import type { Deadlines } from "./deadlines.ts";
import { createPlaces } from "./places.ts";
import { bodyTimedOut, overloaded, refuse } from "./refuse.ts";

/** The requests whose body has not arrived in full. */
export interface HalfRead {
  add(request: OpenRequest): void;
  remove(request: OpenRequest): void;
  /** Answers 408 to those that took too long. */
  sweep(now: number): void;
}

/**
 * Bounds the requests whose body is on its way. Where a network may have no more of them, its oldest makes room
 * (README, 3): a body that is sent at a usual speed is never the oldest for long.
 */
export function trackHalfRead(count: number, { bodyMs }: Pick<Deadlines, "bodyMs">): HalfRead {
  const places = createPlaces(count);
  // In order of arrival.
  const since = new Map<OpenRequest, number>();

  function makeRoom(network: string): boolean {
    const oldest = since.keys().find((request) => request.network === network);
    if (!oldest) return false;
    // Its place is passed on.
    since.delete(oldest);
    refuse(oldest.outgoing, overloaded, { isLast: true });
    return true;
  }

  function remove(request: OpenRequest): void {
    if (since.delete(request)) places.release(request.network);
  }

  return {
    remove,
    add(request) {
      const { network, outgoing } = request;
      if (places.take(network) || makeRoom(network)) since.set(request, performance.now());
      else refuse(outgoing, overloaded, { isLast: true });
    },
    sweep(now) {
      for (const [request, at] of since) {
        if (now - at < bodyMs) return;
        remove(request);
        refuse(request.outgoing, bodyTimedOut, { isLast: true });
      }
    },
  };
}
