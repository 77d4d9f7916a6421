import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * Returns the caller's address. Behind n trusted proxies it is the n-th entry from the right of X-Forwarded-For, which
 * the outermost proxy wrote. The entries left of it are the caller's own claims. A header without an address there did
 * not pass all proxies, so the socket's address counts.
 */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, "socket" | "headers">,
  trustedProxies: number,
): string {
  // Node joins several headers of this name into one.
  const forwardedFor = headers["x-forwarded-for"] as string | undefined;
  const entry = trustedProxies > 0 ? forwardedFor?.split(",").at(-trustedProxies) : undefined;
  return addressIn(entry?.trim() ?? "") ?? addressIn(socket.remoteAddress ?? "") ?? "";
}

/** Returns the address without its port: `203.0.113.9:4711` or `[2001:db8::1]:4711`. Undefined for any other text. */
function addressIn(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ??
    /^(\d+(?:\.\d+){3}):\d+$/.exec(text)?.[1] ??
    text;
  if (isIP(bare) === 0) return undefined;
  // A socket that listens on both families shows an IPv4 caller as ::ffff:203.0.113.9.
  return /^::ffff:(\d+(?:\.\d+){3})$/i.exec(bare)?.[1] ?? bare;
}

/** A bounded number of places that networks share. */
export interface Places {
  /** Takes a place for a network. Returns false if the network may not have another one. */
  take(network: string): boolean;
  /** Releases one place of a network. */
  release(network: string): void;
}

/**
 * Shares places by one rule: a network may hold at most as many as are free (gateway/http/README.md 2). A single network
 * gets half of them, two get a third each, and there is always a place for another one.
 */
export function createAdmissionLimit(count: number): Places {
  const heldBy = new Map<string, number>();
  let free = count;
  return {
    take(network) {
      const held = heldBy.get(network) ?? 0;
      if (held >= free) return false;
      heldBy.set(network, held + 1);
      free -= 1;
      return true;
    },
    release(network) {
      const held = heldBy.get(network)! - 1;
      if (held === 0) heldBy.delete(network);
      else heldBy.set(network, held);
      free += 1;
    },
  };
}
