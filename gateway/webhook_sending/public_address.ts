import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

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
