import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { clientAddress } from "../../../gateway/http/client_address.ts";

const socket = "192.0.2.1";

test.each<[string, number, string | undefined, string]>([
  ["without trusted proxies the header is only a claim", 0, "203.0.113.9", socket],
  ["no header", 1, undefined, socket],
  ["one proxy wrote the last entry", 1, "203.0.113.9", "203.0.113.9"],
  ["what the caller claimed is left of it", 1, "10.0.0.1, 203.0.113.9", "203.0.113.9"],
  ["two proxies: the second from the right", 2, "6.6.6.6, 203.0.113.9, 10.0.0.2", "203.0.113.9"],
  ["shorter than the proxies: it did not pass them all", 2, "203.0.113.9", socket],
  ["no address", 1, "unknown", socket],
  ["an empty entry", 1, "203.0.113.9,", socket],
  ["a port is left out", 1, "203.0.113.9:4711", "203.0.113.9"],
  ["IPv6", 1, "2001:db8::1", "2001:db8::1"],
  ["IPv6 with a port", 1, "[2001:db8::1]:4711", "2001:db8::1"],
  ["IPv4 in IPv6", 1, "::ffff:203.0.113.9", "203.0.113.9"],
])("clientAddress(): %s", (_, trustedProxies, forwardedFor, expected) => {
  const headers = forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor };
  const incoming = { socket: { remoteAddress: `::ffff:${socket}` }, headers } as IncomingMessage;
  expect(clientAddress(incoming, trustedProxies)).toBe(expected);
});
