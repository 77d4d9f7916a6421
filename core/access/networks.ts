import { z } from "zod";
import { DomainError } from "../errors.ts";
import { inSchema, rawField, requiredOr } from "../input.ts";
import { say } from "../messages.ts";
import type { ApiCaller } from "./api_key.ts";

const maxNetworks = 20;

/** A network: the bits of its address that count. IPv4 and IPv6 are apart. */
interface Network {
  family: 4 | 6;
  bits: bigint;
  /** The number of bits that an address of the network may have of its own. */
  free: bigint;
}

const families = { 4: { size: 32, group: 8 }, 6: { size: 128, group: 16 } } as const;
const octet = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const ipv4Form = new RegExp(`^${octet}\\.${octet}\\.${octet}\\.${octet}$`);
const mappedPrefix = 0xffffn;

/** Parses an address. An IPv4 address in the form of IPv6 (`::ffff:203.0.113.9`) is an IPv4 address. */
function parseAddress(text: string): Pick<Network, "family" | "bits"> | undefined {
  const octets = ipv4Form.exec(text)?.slice(1).map(Number);
  if (octets) return { family: 4, bits: joined(octets, families[4].group) };
  if (!/^[\da-f:.]{2,45}$/i.test(text) || !text.includes(":")) return undefined;
  const host = URL.parse(`http://[${text}]/`)?.hostname;
  if (!host) return undefined;
  const bits = joined(groupsOf(host.slice(1, -1)), families[6].group);
  return bits >> 32n === mappedPrefix
    ? { family: 4, bits: bits & 0xffffffffn }
    : { family: 6, bits };
}

/** Returns the eight groups of an address that `URL` has written: short, without an IPv4 part. */
function groupsOf(ipv6: string): number[] {
  const [before, after] = ipv6.split("::").map((part) => part === "" ? [] : part.split(":"));
  const zeros = after ? Array.from({ length: 8 - before!.length - after.length }, () => "0") : [];
  return [...before!, ...zeros, ...(after ?? [])].map((group) => Number.parseInt(group, 16));
}

function joined(groups: readonly number[], size: number): bigint {
  return groups.reduce((bits, group) => bits << BigInt(size) | BigInt(group), 0n);
}

/** Parses an address, or a network such as `203.0.113.0/24`. Bits of its own are dropped. */
function parseNetwork(text: string): Network | undefined {
  const match = /^([^/]+?)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text);
  const address = match && parseAddress(match[1]!);
  if (!address) return undefined;
  const { size } = families[address.family];
  // The length of an IPv4 network in the form of IPv6 counts the 96 bits before it.
  const offset = address.family === 4 && match[1]!.includes(":") ? 96 : 0;
  const length = match[2] === undefined ? size : Number(match[2]) - offset;
  if (length < 0 || length > size) return undefined;
  const free = BigInt(size - length);
  return { ...address, bits: address.bits >> free << free, free };
}

/** Formats a network in its only form, such as `203.0.113.0/24` or `2001:db8::/32`. */
function formatNetwork({ family, bits, free }: Network): string {
  const { size, group } = families[family];
  const groups = Array.from(
    { length: size / group },
    (_, i) => Number(bits >> BigInt(size - group * (i + 1)) & (1n << BigInt(group)) - 1n),
  );
  const address = family === 4
    ? groups.join(".")
    : new URL(`http://[${groups.map((one) => one.toString(16)).join(":")}]/`).hostname.slice(1, -1);
  return `${address}/${size - Number(free)}`;
}

/** The networks from which a credential may be used; null for every address. */
export const networksField = z
  .array(rawField<string>(), {
    error: requiredOr("mustBe", { what: "a list of addresses and networks" }),
  })
  .max(maxNetworks, { error: inSchema("tooManyEntries", { max: maxNetworks }), abort: true })
  .transform((list, context) => {
    const networks = list.map((one) => typeof one === "string" && parseNetwork(one.trim()));
    const wrong = networks.findIndex((network) => !network);
    if (wrong === -1) return [...new Set((networks as Network[]).map(formatNetwork))];
    const network = String(list[wrong]).slice(0, 60);
    context.addIssue({ code: "custom", message: inSchema("noNetwork", { network }) });
    return z.NEVER;
  })
  .nullable().optional()
  .meta({
    type: ["array", "null"],
    items: { type: "string" },
    maxItems: maxNetworks,
    description: "Addresses and networks from which the key may be used; null or empty for all",
    examples: [["203.0.113.0/24", "2001:db8::/32"]],
  });

/** Returns the networks as they are stored: null if every address is allowed. */
export function networksOrAll(networks: string[] | null | undefined): string[] | null {
  return networks?.length ? networks : null;
}

// By the text of the networks: a key is used many times, and its text changes rarely.
const parsed = new Map<string, readonly Network[]>();
const maxParsed = 10_000;

/** Returns whether an address is in one of the networks, whose normal forms are joined by commas. */
export function isInNetworks(address: string, networks: string): boolean {
  let list = parsed.get(networks);
  if (!list) {
    if (parsed.size >= maxParsed) parsed.clear();
    list = networks.split(",").map((one) => parseNetwork(one)!);
    parsed.set(networks, list);
  }
  const caller = parseAddress(address);
  return caller !== undefined &&
    list.some(({ family, bits, free }) =>
      family === caller.family && bits >> free === caller.bits >> free
    );
}

/** Returns whether a key may be used from an address. */
export function isAllowedFrom({ allowedNetworks }: ApiCaller, ipAddress: string): boolean {
  return allowedNetworks === null || isInNetworks(ipAddress, allowedNetworks);
}

/** Throws FORBIDDEN if a key may not be used from an address (core/access/README.md 6.2). */
export function requireAllowedFrom(caller: ApiCaller, ipAddress: string): void {
  if (isAllowedFrom(caller, ipAddress)) return;
  throw new DomainError("FORBIDDEN", say("otherNetwork", { address: ipAddress || "?" }));
}
