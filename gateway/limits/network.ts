import ipaddr from "ipaddr.js";

/**
 * Whom an address stands for: an IPv4 address itself; of IPv6 its /64, since a single line is given a whole
 * one and could call from a new address each time. A text that is neither stands for itself.
 */
export function networkOf(ipAddress: string): string {
  // An IPv4 address has one spelling here; ipaddr.js would also read `10.1` and `0x7f.1` as addresses.
  if (!ipaddr.IPv6.isValid(ipAddress)) return ipAddress;
  const address = ipaddr.process(ipAddress);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0])}/64`;
}
