import type { OpenRequest } from "./connections.ts";
import { createAdmissionLimit } from "./client_address.ts";
import { bodyTimedOut, overloaded, refuse } from "./error_response.ts";

/** The requests with an incomplete body. */
export interface HalfRead {
  add(request: OpenRequest): void;
  remove(request: OpenRequest): void;
  /** Refuses requests that took too long with 408. */
  sweep(now: number): void;
}

/**
 * Bounds the requests with an incomplete body. If a network has too many, its oldest one is refused
 * (gateway/http/README.md 3): a body at a usual speed is never the oldest for long.
 */
export function trackHalfRead(count: number, { bodyMs }: Pick<Deadlines, "bodyMs">): HalfRead {
  const places = createAdmissionLimit(count);
  // In order of arrival.
  const since = new Map<OpenRequest, number>();

  function makeRoom(network: string): boolean {
    const oldest = since.keys().find((request) => request.network === network);
    if (!oldest) return false;
    // The new request takes its place.
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

/** Time limits for callers. */
export interface Deadlines {
  /** For the body, from the end of the headers. */
  bodyMs: number;
  /** For reading the next byte of an answer. */
  stallMs: number;
  /** For reading `minBytesPerWindow` of an answer. */
  windowMs: number;
  /** The interval of the checks. Each limit may be exceeded by this time. */
  sweepMs: number;
}

/** The limits in production. Tests use shorter ones. */
export const usualDeadlines: Deadlines = {
  bodyMs: 10_000,
  stallMs: 10_000,
  windowMs: 60_000,
  sweepMs: 1000,
};

/** A reader must read about 1 KiB per second. */
export const minBytesPerWindow = 65_536;
