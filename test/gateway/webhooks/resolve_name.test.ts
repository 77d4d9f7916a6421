import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createNameResolver, type ResolveName } from "../../../gateway/webhooks/resolve_name.ts";
import { startOwnTime } from "../../support/own_time.ts";
import { patience, timed } from "../../support/time_bounds.ts";

const ipv4 = 1;
const ipv6 = 28;
const records: Record<string, { type: number; data: number[] }[]> = {
  "both.example": [
    { type: ipv4, data: [93, 184, 215, 14] },
    { type: ipv4, data: [10, 0, 0, 1] },
    { type: ipv6, data: [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] },
  ],
  "old.example": [{ type: ipv4, data: [93, 184, 215, 14] }],
  "new.example": [{ type: ipv6, data: [0x26, 0x06, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] }],
};

const asked: string[] = [];
const server = createSocket("udp4");
let servers: string[];
let resolveName: ResolveName;

/** Answers the known names, and that other names do not exist. Silent names get no answer. */
server.on("message", (query, { port }) => {
  const labels: string[] = [];
  let at = 12;
  for (; query[at] !== 0; at += query[at]! + 1) {
    labels.push(query.toString("latin1", at + 1, at + 1 + query[at]!));
  }
  const name = labels.join(".").toLowerCase();
  const type = query.readUInt16BE(at + 1);
  asked.push(name);
  if (name.startsWith("silent")) return;
  const answers = (records[name] ?? []).filter((record) => record.type === type);
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(records[name] ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(answers.length, 6);
  head.fill(0, 8);
  const lines = answers.map(({ data }) =>
    Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data])
  );
  server.send(Buffer.concat([head, query.subarray(12, at + 5), ...lines]), port);
});

beforeAll(async () => {
  await once(server.bind(0, "127.0.0.1"), "listening");
  servers = [`127.0.0.1:${server.address().port}`];
  resolveName = createNameResolver({ servers });
});
afterAll(() => void server.close());

test("a name has all its addresses, of both families", async () => {
  expect((await resolveName("both.example")).toSorted())
    .toEqual(["10.0.0.1", "2001:db8::1", "93.184.215.14"]);
  expect(await resolveName("old.example")).toEqual(["93.184.215.14"]);
  expect(await resolveName("new.example")).toEqual(["2606::1"]);
  expect(await resolveName("old.example.")).toEqual(["93.184.215.14"]);
});

test("a name under invalid, which cannot exist, is refused without a query", async () => {
  const before = asked.length;
  await expect(resolveName("hooks.demo.invalid")).rejects.toThrow("No name under .invalid exists");
  await expect(resolveName("hooks.demo.invalid.")).rejects.toThrow("No name under .invalid exists");
  expect(asked).toHaveLength(before);
});

test("nothing is cached: each resolution sends new queries", async () => {
  const before = asked.length;
  await resolveName("old.example");
  await resolveName("old.example");
  expect(asked.slice(before)).toEqual(Array.from({ length: 4 }, () => "old.example"));
});

test.each(["localhost", "localhost."])(
  "%s is what this machine says, without DNS",
  async (name) => {
    const before = asked.length;
    const addresses = await resolveName(name);
    expect(addresses.every((address) => ["127.0.0.1", "::1"].includes(address))).toBe(true);
    expect(addresses.length).toBeGreaterThan(0);
    expect(asked.slice(before)).toEqual([]);
  },
);

test("a name that DNS does not know is left to the system, and is an error there", async () => {
  const systemLookups: string[] = [];
  const resolve = createNameResolver({
    servers,
    lookUpInSystem: (name) => {
      systemLookups.push(name);
      return Promise.reject(new Error(`getaddrinfo ENOTFOUND ${name}`));
    },
  });
  await expect(resolve("nobody.example")).rejects.toThrow("ENOTFOUND");
  expect(asked).toContain("nobody.example");
  expect(systemLookups).toEqual(["nobody.example"]);
});

test(
  "names whose servers are silent end in time, and stop neither other names nor files",
  timed,
  async () => {
    using ownTime = startOwnTime();
    const systemLookups: string[] = [];
    const watched = createNameResolver({
      servers,
      lookUpInSystem: async (name) => [String(systemLookups.push(name))],
    });
    const silent = Array.from({ length: 40 }, (_, i) => watched(`silent${i}.example`));
    const ends = Promise.allSettled(silent);
    let hasOneEnded = false;
    for (const one of silent) one.catch(() => hasOneEnded = true);
    await expect(watched("old.example")).resolves.toEqual(["93.184.215.14"]);
    await expect(watched("localhost")).resolves.toEqual(["1"]);
    await readFile(new URL(import.meta.url));
    expect(hasOneEnded).toBe(false);
    const reasons = (await ends).map((end) =>
      end.status === "rejected" ? end.reason.code : "found"
    );
    expect(new Set(reasons)).toEqual(new Set(["ETIMEOUT"]));
    expect(ownTime.now()).toBeLessThan(patience(5000));
    // It would wait for the same servers, and hold a thread meanwhile.
    expect(systemLookups).toEqual(["localhost"]);
  },
);

test("the system resolves one name at a time, and once for all callers of that name", async () => {
  const answers: ((addresses: string[]) => void)[] = [];
  const systemLookups: string[] = [];
  const slow = createNameResolver({
    servers,
    lookUpInSystem: (name) => {
      systemLookups.push(name);
      return new Promise((resolve) => answers.push(resolve));
    },
  });
  const waiting = ["one", "two", "one", "two", "one"].map((name) => slow(name));
  await turn();
  expect(systemLookups).toEqual(["one"]);
  answers[0]!(["10.0.0.1"]);
  await Promise.all([waiting[0], waiting[2], waiting[4]]);
  await turn();
  expect(systemLookups).toEqual(["one", "two"]);
  answers[1]!(["10.0.0.2"]);
  expect(await Promise.all(waiting)).toEqual(
    ["10.0.0.1", "10.0.0.2", "10.0.0.1", "10.0.0.2", "10.0.0.1"].map((address) => [address]),
  );
  const later = slow("one");
  await turn();
  expect(systemLookups).toEqual(["one", "two", "one"]);
  answers[2]!(["10.0.0.3"]);
  expect(await later).toEqual(["10.0.0.3"]);
});

test("an error of the system is the error of all waiting callers and of no later one", async () => {
  let asked = 0;
  const failing = createNameResolver({
    lookUpInSystem: () =>
      asked++ === 0 ? Promise.reject(new Error("EAI_FAIL")) : Promise.resolve(["::1"]),
  });
  const first = await Promise.allSettled([failing("one"), failing("one")]);
  expect(first.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await failing("one")).toEqual(["::1"]);
});
