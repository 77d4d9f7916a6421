import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { setTimeout as wait } from "node:timers/promises";
import { createNameResolver, type ResolveName } from "./resolve_name.ts";
import { type Message, say } from "../../core/mod.ts";

// Azure's platform service inside every virtual network. Its range is public.
const denied = new Set(["168.63.129.16"]);

// IANA's range for global unicast. ipaddr.js knows the special ranges within it. But it calls every other address
// "unicast", also `::7f00:1` (an obsolete form of 127.0.0.1) and unassigned ranges.
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an IP address is reachable from the whole internet. */
export function isPublicAddress(address: string): boolean {
  const plain = withoutDots(address);
  if (plain === undefined) return false;
  const parsed = ipaddr.process(plain);
  if (parsed.range() !== "unicast" || denied.has(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

/**
 * Returns an IPv6 address in hexadecimal form: ipaddr.js parses `::8.8.8.8` as `::ffff:8.8.8.8`, which is another
 * address. Returns undefined for an address with a zone, or another text.
 */
function withoutDots(address: string): string | undefined {
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined;
  return URL.parse(`https://[${address}]`)?.hostname.slice(1, -1);
}

/** Returns the IP address in the host of a URL, or undefined for a name. */
export function literalAddress(hostname: string): string | undefined {
  const address = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return isIP(address) ? address : undefined;
}

/** Validates the URL of a webhook when it is saved. */
export interface AddressCheck {
  /** Returns why the URL is refused, or undefined. Takes at most 2 s. */
  refusalOf(url: string): Promise<Message | undefined>;
}

export interface AddressCheckOptions {
  /** Allows private addresses. The URL must still be https. */
  allowsPrivateNetwork: boolean;
  lookup?: ResolveName;
}

const maxUrlLength = 2048;
const resolvingMs = 2000;

/** Creates the check. Each new connection checks again, because the addresses of a name may change. */
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
        return isPublicAddress(literal) ? undefined : say("privateAddress", { address: literal });
      }
      // The message does not contain the addresses: they could show names of our internal network.
      const addresses = await resolveInTime(lookup, hostname);
      return addresses.every(isPublicAddress) ? undefined : say("privateName");
    },
  };
}

function refusalOfForm(text: string, url: URL | null): Message | undefined {
  if (text.length > maxUrlLength) return say("tooLong", { max: maxUrlLength });
  if (url === null) return say("mustBe", { what: "a URL such as https://example.com/webhooks" });
  if (url.protocol !== "https:") return say("httpsUrl");
  if (url.username !== "" || url.password !== "") {
    return say("noUserInUrl");
  }
  return undefined;
}

/** Returns no addresses if the name does not resolve in time. The URL is then accepted, and its attempts fail. */
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
