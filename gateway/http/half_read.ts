import type { OpenRequest } from "./connections.ts";
import { createPlaces } from "./client_address.ts";
import { bodyTimedOut, overloaded, refuse } from "./error_response.ts";

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

/** How long callers may take. */
export interface Deadlines {
  /** For a body, from the end of the headers. */
  bodyMs: number;
  /** Without taking a byte of an answer. */
  stallMs: number;
  /** To take `minBytesPerWindow` of an answer. */
  windowMs: number;
  /** How often the above are checked; each may be exceeded by this. */
  sweepMs: number;
}

/** Tests shorten them. */
export const usualDeadlines: Deadlines = {
  bodyMs: 10_000,
  stallMs: 10_000,
  windowMs: 60_000,
  sweepMs: 1000,
};

/** A slow reader is served for as long as it takes about 1 KiB a second. */
export const minBytesPerWindow = 65_536;
