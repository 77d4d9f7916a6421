import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * The caller's address. Behind `trustedProxies` proxies it is the entry that the outermost of them wrote:
 * the n-th from the right of X-Forwarded-For, since what stands left of it is the caller's own claim. A
 * header that is shorter or holds no address there did not pass all of them, so only the socket is certain.
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

/** `203.0.113.9`, `203.0.113.9:4711`, `2001:db8::1` or `[2001:db8::1]:4711`, without its port. */
function addressIn(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ??
    /^(\d+(?:\.\d+){3}):\d+$/.exec(text)?.[1] ??
    text;
  if (isIP(bare) === 0) return undefined;
  // An IPv4 caller of a socket that listens on both is told as ::ffff:203.0.113.9.
  return /^::ffff:(\d+(?:\.\d+){3})$/i.exec(bare)?.[1] ?? bare;
}

/** A bounded number of places that networks share. */
export interface Places {
  /** Takes a place for a network; false if it may not have another one. */
  take(network: string): boolean;
  /** Gives one place of a network back. */
  release(network: string): void;
}

/**
 * Shares places by one rule: a network may hold at most as many as are free (README, 2). A network that is alone
 * gets half of them, two get a third each, and there are always places left for one more.
 */
export function createPlaces(count: number): Places {
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
