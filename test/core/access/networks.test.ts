import { describe, expect, test } from "vitest";
import { parseInput } from "../../../core/input.ts";
import { isInNetworks, networksField } from "../../../core/access/networks.ts";
import { z } from "zod";
import { faultsOf } from "../refusal.ts";

const schema = z.object({ allowedNetworks: networksField });
const normalOf = (...list: unknown[]) =>
  parseInput(schema, { allowedNetworks: list }).allowedNetworks;

describe("a network", () => {
  test.each([
    ["203.0.113.9", "203.0.113.9/32"],
    ["203.0.113.9/24", "203.0.113.0/24"],
    [" 10.0.0.0/8 ", "10.0.0.0/8"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["2001:DB8:0:0::1", "2001:db8::1/128"],
    ["2001:db8:ffff::/33", "2001:db8:8000::/33"],
    ["::/0", "::/0"],
    ["::", "::/128"],
    ["1:2:3:4:5:6:7:8/128", "1:2:3:4:5:6:7:8/128"],
    ["::ffff:203.0.113.9", "203.0.113.9/32"],
    ["::ffff:cb00:7109/120", "203.0.113.0/24"],
  ])("%s is kept as %s", (text, normal) => {
    expect(normalOf(text)).toEqual([normal]);
  });

  test.each([
    "",
    "example.org",
    "203.0.113",
    "203.0.113.256",
    "0x7f.0.0.1",
    "010.0.0.1",
    "203.0.113.9/33",
    "203.0.113.9/08",
    "203.0.113.9/",
    "203.0.113.9/24/8",
    "203.0.113.9:80",
    "2001:db8::/129",
    "2001:db8:::1",
    "[2001:db8::1]",
    "fe80::1%eth0",
    "::ffff:203.0.113.9/95",
    "2001:db8::1]/@x",
    7,
    null,
  ])("%j is refused with its text", async (text) => {
    expect(await faultsOf(() => normalOf("10.0.0.0/8", text))).toEqual(["allowedNetworks"]);
  });

  test("that is named twice is kept once, and at most 20 are accepted", async () => {
    expect(normalOf("10.1.0.0/8", "10.2.0.0/8", "2001:db8::1")).toEqual([
      "10.0.0.0/8",
      "2001:db8::1/128",
    ]);
    const many = Array.from({ length: 21 }, (_, i) => `10.0.0.${i}`);
    expect(normalOf(...many.slice(1))).toHaveLength(20);
    expect(await faultsOf(() => normalOf(...many))).toEqual(["allowedNetworks"]);
  });
});

test.each([
  ["203.0.113.255", "203.0.113.0/24", true],
  ["203.0.114.0", "203.0.113.0/24", false],
  ["::ffff:203.0.113.9", "203.0.113.0/24", true],
  ["::ffff:cb00:7109", "203.0.113.9/32", true],
  ["203.0.113.9", "2001:db8::/32,203.0.113.9/32", true],
  ["2001:DB8::5", "2001:db8::/32", true],
  ["2001:db9::5", "2001:db8::/32", false],
  // An IPv4 caller is in no network of IPv6, and the other way round.
  ["203.0.113.9", "::/0", false],
  ["2001:db8::1", "0.0.0.0/0", false],
  ["0.0.0.1", "::1/128", false],
  ["", "0.0.0.0/0,::/0", false],
  ["unknown", "0.0.0.0/0,::/0", false],
])("whether a caller from %j is in %s is %s", (address, networks, expected) => {
  expect(isInNetworks(address, networks)).toBe(expected);
});
