import { BlockList } from "node:net";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { createAddressCheck, createWebhookSender } from "../../../gateway/webhooks/mod.ts";
import { type AddressCheck, isPublicAddress } from "../../../gateway/webhooks/address_check.ts";
import { forbiddenIpv4, forbiddenIpv6, spellingsOf } from "./forbidden_spellings.ts";
import { startReceiver, toLoopback, webhook } from "./receivers.ts";
import { perFile } from "../../support/per_file.ts";
import { textOf } from "../../../core/mod.ts";

const notPublic = "Address not allowed: it is not public";
const words = (text: string) => text.trim().split(/\s+/);
const publicAddresses = words(`
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1
  169.253.255.255 169.255.0.1 172.15.255.255 172.32.0.1 192.167.255.255 192.169.0.1 198.17.255.255
  198.20.0.1 168.63.129.15 168.63.129.17 203.0.112.1 223.255.255.255 93.184.215.14
  2606:4700:4700::1111 2001:4860:4860::8888 2a00:1450:4001:81b::200e 2400:cb00::1`);
const hostOf = (address: string) => address.includes(":") ? `[${address}]` : address;

const refusalBy = async (check: AddressCheck, url: string) => {
  const refusal = await check.refusalOf(url);
  return refusal && textOf(refusal);
};

const spellings = [
  ...Object.keys(forbiddenIpv4).flatMap(spellingsOf),
  ...forbiddenIpv6.map((address) => `[${address}]`),
  ...words("localhost LOCALHOST localhost. LocalHost. ｌｏｃａｌｈｏｓｔ %6cocalhost"),
];

const canary = await perFile(startReceiver((_, response) => response.end()));

describe("a public network alone", () => {
  const check = createAddressCheck({ allowsPrivateNetwork: false });
  const sender = createWebhookSender({ allowsPrivateNetwork: false });
  afterAll(() => sender.close());

  test("takes no spelling of a forbidden address, when a URL is saved or a delivery is sent", async () => {
    expect(spellings.length).toBeGreaterThan(600);
    const passed = [];
    for (const spelling of spellings) {
      const url = `https://${spelling}:${canary.port}/`;
      const refusal = await refusalBy(check, url);
      const { isDelivered, error } = await sender.send(webhook(url));
      // What no parser takes for a URL cannot be sent to either.
      const isRefused = URL.canParse(url)
        ? refusal?.startsWith("Must have a public address") && error === notPublic
        : refusal?.startsWith("Must be a URL") && error === "The delivery could not be sent";
      if (!isRefused || isDelivered) passed.push({ spelling, refusal, error });
    }
    expect(passed).toEqual([]);
    expect(canary.open()).toBe(0);
    expect(canary.connections).toHaveLength(0);
  });

  test("most of these spellings reach the receiver once the switch is on", async () => {
    await using reached = await startReceiver((_, response) => response.end());
    const open = createWebhookSender({ allowsPrivateNetwork: true });
    const results = await Promise.all(
      spellingsOf("127.0.0.1").slice(0, 29).map((spelling) =>
        open.send(webhook(`https://${spelling}:${reached.port}/`))
      ),
    );
    await open.close();
    // Answers, or a handshake in which the certificate did not name that spelling.
    const arrived = results.filter(({ isDelivered, error }) =>
      isDelivered || error?.startsWith("TLS certificate is not valid: it is for another host")
    );
    expect(arrived.length).toBeGreaterThan(24);
    expect(reached.connections.length).toBeGreaterThan(0);
  });

  test.each(publicAddresses)("takes %s", async (address) => {
    expect(isPublicAddress(address)).toBe(true);
    expect(await check.refusalOf(`https://${hostOf(address)}/hook`)).toBeUndefined();
    const named = createAddressCheck({
      allowsPrivateNetwork: false,
      lookup: async () => [address],
    });
    expect(await named.refusalOf("https://receiver.example/hook")).toBeUndefined();
  });

  test("takes other spellings of a public address, too", async () => {
    const taken = spellingsOf("8.8.8.8").slice(0, 29);
    const refusals = await Promise.all(taken.map((host) => check.refusalOf(`https://${host}/`)));
    expect(refusals.filter((refusal) => refusal !== undefined)).toEqual([]);
  });
});

describe("isPublicAddress()", () => {
  // The registries of special addresses of IANA, by another implementation of ranges.
  const special = new BlockList();
  const ranges = words(`
    0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
    192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24
    198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32`);
  for (const range of ranges) {
    const [network, length] = range.split("/");
    special.addSubnet(network!, Number(length));
  }
  const near = fc.constantFrom(...Object.keys(forbiddenIpv4)).chain((address) =>
    fc.tuple(
      ...address.split(".").map((part) =>
        fc.integer({ min: Math.max(0, Number(part) - 1), max: Math.min(255, Number(part) + 1) })
      ),
    )
  );
  const ipv4 = fc.oneof(near, fc.tuple(...Array.from({ length: 4 }, () => fc.nat(255))))
    .map((parts) => parts.join("."));

  test("is false of exactly the special IPv4 addresses, mapped into IPv6 too", () => {
    fc.assert(
      fc.property(ipv4, (address) => {
        expect(isPublicAddress(address)).toBe(!special.check(address));
        expect(isPublicAddress(`::ffff:${address}`)).toBe(!special.check(address));
      }),
      { numRuns: 5000 },
    );
  });

  test("is false of everything outside 2000::/3", () => {
    const mapped = new BlockList();
    mapped.addSubnet("::ffff:0:0", 96, "ipv6");
    const property = fc.property(fc.ipV6(), (address) => {
      fc.pre(!/^[23][0-9a-f]{3}:/i.test(address) && !mapped.check(address, "ipv6"));
      expect(isPublicAddress(address)).toBe(false);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  test.each(["::8.8.8.8", "::808:808", "0::8.8.8.8", "2606:4700::1111%eth0", "::ffff:8.8.8.8%1"])(
    "is false of %s, which only looks public",
    (text) => expect(isPublicAddress(text)).toBe(false),
  );

  test.each(["", "example.com", "1.1.1", "0x1.1.1.1", "1.1.1.1.", "[2606:4700::1]", "1.1.1.1/8"])(
    "is false of %j, which is no address",
    (text) => expect(isPublicAddress(text)).toBe(false),
  );
});

describe("a name", () => {
  const resolving = (...addresses: string[]) => ({
    allowsPrivateNetwork: false,
    lookup: async () => addresses,
  });

  test.each([
    ["a private address", ["10.0.0.5"]],
    ["a public and a private address", ["93.184.215.14", "127.0.0.1"]],
    ["a private and a public address", ["127.0.0.1", "93.184.215.14"]],
    ["a public address and one mapped into IPv6", ["93.184.215.14", "::ffff:127.0.0.1"]],
    ["the address of Azure's platform", ["168.63.129.16"]],
    ["something that is no address", ["93.184.215.14", "localhost"]],
  ])("with %s is refused, when it is saved and when it is sent to", async (_, addresses) => {
    const check = createAddressCheck(resolving(...addresses));
    expect(await refusalBy(check, "https://a.example/"))
      .toBe("Must have a public address; the addresses of this host name are not public");
    const sender = createWebhookSender(resolving(...addresses));
    const result = await sender.send(webhook(`https://a.example:${canary.port}/`));
    await sender.close();
    expect(result).toMatchObject({ isDelivered: false, statusCode: null, error: notPublic });
    expect(canary.connections).toHaveLength(0);
  });

  test("that was public when it was saved is checked again by each new connection", async () => {
    const answers = [["93.184.215.14"], ["127.0.0.1"]];
    const lookup = async () => answers.shift()!;
    const check = createAddressCheck({ allowsPrivateNetwork: false, lookup });
    const url = `https://rebinding.example:${canary.port}/`;
    expect(await check.refusalOf(url)).toBeUndefined();
    const sender = createWebhookSender({ allowsPrivateNetwork: false, lookup });
    expect(await sender.send(webhook(url))).toMatchObject({ isDelivered: false, error: notPublic });
    await sender.close();
    expect(answers).toEqual([]);
    expect(canary.connections).toHaveLength(0);
  });

  test("is resolved once for a connection, which goes to the checked address", async () => {
    await using reached = await startReceiver((_, response) => response.end());
    const asked: string[] = [];
    const lookup = async (name: string) => {
      asked.push(name);
      // Another answer to a second question would be a way around the judgement.
      return asked.length === 1 ? ["127.0.0.1"] : ["203.0.113.1"];
    };
    const sender = createWebhookSender({ allowsPrivateNetwork: true, lookup });
    const sent = await sender.send(webhook(`https://localhost:${reached.port}/`));
    await sender.close();
    expect(sent).toMatchObject({ isDelivered: true });
    expect(asked).toEqual(["localhost"]);
  });

  test("that does not resolve is saved, and its attempts say so", async () => {
    for (const lookup of [async () => [], () => Promise.reject(new Error("ENOTFOUND internal"))]) {
      const check = createAddressCheck({ allowsPrivateNetwork: false, lookup });
      expect(await check.refusalOf("https://gone.example/")).toBeUndefined();
      const sender = createWebhookSender({ allowsPrivateNetwork: false, lookup });
      expect(await sender.send(webhook("https://gone.example/")))
        .toMatchObject({ isDelivered: false, error: "The host name does not resolve" });
      await sender.close();
    }
  });

  test("whose resolver hangs is saved after 2 s, and its attempts end after 5 s", async () => {
    const options = {
      allowsPrivateNetwork: false,
      lookup: () => new Promise<string[]>(() => {}),
    };
    const sender = createWebhookSender(options);
    const ended: unknown[] = [];
    const note = (what: unknown) => ended.push(what);
    // A deadline ends its work a few turns later, whatever else has come due by then.
    const turns = async () => {
      for (let i = 0; i < 3; i += 1) await turn();
    };
    await Promise.all([
      createAddressCheck(options).refusalOf("https://silent.example/").then(note),
      sender.send(webhook("https://silent.example/")).then(({ error }) => note(error)),
      ...[1500, 4500].map((ms) => wait(ms).then(() => note(ms))),
      ...[2500, 5500].map((ms) => wait(ms).then(turns).then(() => note(ms))),
    ]);
    expect(ended).toEqual([1500, undefined, 2500, 4500, "No answer within 5 s", 5500]);
    await sender.close();
  });
});

describe("a URL", () => {
  const check = createAddressCheck({
    allowsPrivateNetwork: false,
    lookup: async () => ["1.1.1.1"],
  });
  const longest = `https://a.example/${"x".repeat(2048 - 18)}`;

  test.each([
    ["https://a.example/hook?x=1#y", undefined],
    ["https://a.example:8443/", undefined],
    ["HTTPS://A.EXAMPLE", undefined],
    ["https://bücher.example/", undefined],
    [longest, undefined],
    [`${longest}x`, "Must be at most 2048 characters"],
    ["http://a.example/", "Must be an https URL"],
    ["ftp://a.example/", "Must be an https URL"],
    ["javascript:alert(1)", "Must be an https URL"],
    ["https://user@a.example/", "Must not contain a user name or password"],
    ["https://:secret@a.example/", "Must not contain a user name or password"],
    ["", "Must be a URL such as https://example.com/webhooks"],
    ["a.example/hook", "Must be a URL such as https://example.com/webhooks"],
    ["https://", "Must be a URL such as https://example.com/webhooks"],
    ["https://1.2.3.4.5/", "Must be a URL such as https://example.com/webhooks"],
  ])("%s: %s", async (url, refusal) => {
    expect(await refusalBy(check, url)).toBe(refusal);
    const open = createAddressCheck({ allowsPrivateNetwork: true, lookup: toLoopback });
    expect(await refusalBy(open, url)).toBe(refusal);
  });

  test("with a private address is taken once the switch is on, without a lookup", async () => {
    let asked = 0;
    const lookup = async () => [String(asked++)];
    const open = createAddressCheck({ allowsPrivateNetwork: true, lookup });
    expect(await open.refusalOf("https://127.0.0.1:8443/")).toBeUndefined();
    expect(await open.refusalOf("https://receiver.internal/")).toBeUndefined();
    expect(asked).toBe(0);
  });

  test("that is not https is never sent to, whatever was saved", async () => {
    const sender = createWebhookSender({ allowsPrivateNetwork: true, lookup: toLoopback });
    const result = await sender.send(webhook(`http://localhost:${canary.port}/`));
    await sender.close();
    expect(result).toMatchObject({ isDelivered: false, error: "The delivery could not be sent" });
    expect(canary.open()).toBe(0);
  });
});
