import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { setTimeout as wait } from "node:timers/promises";
import { createNameResolver, type ResolveName } from "./resolve_name.ts";

// Azure's platform answers here, inside every virtual network, although the address is public by its range.
const denied = new Set(["168.63.129.16"]);

// What IANA gives out for global unicast. ipaddr.js knows the special ranges in it, and calls everything
// that no range names "unicast", `::7f00:1` (127.0.0.1 in a form of old) and the unassigned rest too.
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an IP address is one that anybody on the internet could be reached at. */
export function isPublicAddress(address: string): boolean {
  const plain = withoutDots(address);
  if (plain === undefined) return false;
  const judged = ipaddr.process(plain);
  if (judged.range() !== "unicast" || denied.has(judged.toString())) return false;
  return judged instanceof ipaddr.IPv4 || judged.match(globalUnicast);
}

/**
 * An IPv6 address in hexadecimal alone: ipaddr.js takes `::8.8.8.8` for `::ffff:8.8.8.8`, which is another
 * address. Undefined for what is no address, or has a zone.
 */
function withoutDots(address: string): string | undefined {
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined;
  return URL.parse(`https://[${address}]`)?.hostname.slice(1, -1);
}

/** The IP address that the host of a URL is, or undefined for a name. */
export function literalAddress(hostname: string): string | undefined {
  const address = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return isIP(address) ? address : undefined;
}

/** Judges where a webhook is to be sent, when its URL is saved. */
export interface AddressCheck {
  /** Why the URL cannot be saved, for the person who entered it; undefined when it can. Takes 2 s at most. */
  refusalOf(url: string): Promise<string | undefined>;
}

export interface AddressCheckOptions {
  /** Lifts the rule that addresses must be public; not that the URL must be https. */
  allowsPrivateNetwork: boolean;
  lookup?: ResolveName;
}

const maxUrlLength = 2048;
const resolvingMs = 2000;

/** The check that each new connection repeats, so that a name that changes later is safe too. */
export function createAddressCheck(
  { allowsPrivateNetwork, lookup = createNameResolver() }: AddressCheckOptions,
): AddressCheck {
  return {
    async refusalOf(text) {
      const url = URL.parse(text);
      const refusal = refusalOfForm(text, url);
      if (refusal !== undefined || allowsPrivateNetwork) return refusal;
      const { hostname } = url!;
      const literal = literalAddress(hostname);
      if (literal !== undefined) {
        return isPublicAddress(literal)
          ? undefined
          : `Must have a public address, which ${literal} is not`;
      }
      // Its addresses are not named: they would show what only our network resolves.
      const addresses = await resolveInTime(lookup, hostname);
      return addresses.every(isPublicAddress)
        ? undefined
        : "Must have a public address, which the addresses of this host name are not";
    },
  };
}

function refusalOfForm(text: string, url: URL | null): string | undefined {
  if (text.length > maxUrlLength) return `Must be at most ${maxUrlLength} characters`;
  if (url === null) return "Must be a URL such as https://example.com/webhooks";
  if (url.protocol !== "https:") return "Must begin with https://";
  if (url.username !== "" || url.password !== "") {
    return "Must not contain a user name or a password";
  }
  return undefined;
}

/** No addresses for a name that does not resolve, or not in time: it is accepted, and its attempts fail. */
async function resolveInTime(lookup: ResolveName, name: string): Promise<string[]> {
  const ended = new AbortController();
  try {
    const timeout = wait(resolvingMs, [], { signal: ended.signal });
    return await Promise.race([lookup(name), timeout]);
  } catch {
    return [];
  } finally {
    ended.abort();
  }
}
