import type { Pool } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import type { LookupQuery } from "../../../gateway/persistence/database/lookup_query.ts";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import {
  openSharedReadsPool,
  type SharedRead,
  shareReads,
} from "../../../gateway/persistence/database/shared_reads.ts";
import { freshDatabase } from "../../support/fresh_database.ts";

interface SentStatement {
  name: string;
  keys: string[];
  answer(): void;
  fail(error: Error): void;
}

function readNamed(name: string): SharedRead<string, string> {
  return {
    name,
    keyColumns: { key: "text" },
    text: (requested) => `select position, key || '!' from ${requested} where key <> 'none'`,
    columnsOf: (key) => [key],
    toValue: ([value]) => value!,
  };
}

function ignore() {}

/** Shared reads whose statements the test answers by hand. Each packet is a list of statements. */
function byHand() {
  const packets: SentStatement[][] = [];
  const client = {
    connection: { stream: { cork: () => packets.push([]), uncork() {} } },
    query(query: LookupQuery) {
      const bound: string[] = [];
      query.submit({
        parsedStatements: {},
        submittedNamedStatements: {},
        parse: ignore,
        execute: ignore,
        sync: ignore,
        bind: ({ values }) => bound.push(...values),
      });
      const keys = bound[0]!.replaceAll(/[{}]/g, "").split(",");
      packets.at(-1)!.push({
        name: query.name,
        keys,
        answer() {
          keys.forEach((key, i) => query.handleDataRow({ fields: [`${i + 1}`, `${key}!`] }));
          query.handleReadyForQuery();
        },
        fail: (error) => query.handleError(error),
      });
    },
    release() {},
  };
  const state = { isAway: false };
  const pool = {
    async connect() {
      // As the pool of the driver: it gives a connection after all microtasks.
      await new Promise<void>((resolve) => process.nextTick(resolve));
      if (state.isAway) throw new Error("Connection terminated");
      return client;
    },
  };
  const share = shareReads(pool as unknown as Pool);
  const read = share(readNamed("one"));
  const keysSent = () => packets.map((statements) => statements.map(({ keys }) => keys));
  return { packets, keysSent, share, read, state };
}

async function turn() {
  await new Promise((resolve) => setImmediate(resolve));
  // The connection of a pool is there a few promises later.
  await new Promise((resolve) => setImmediate(resolve));
}

test("a single read is sent in the same turn of the event loop", async () => {
  const { packets, keysSent, read } = byHand();
  const value = read("a");
  await turn();
  expect(keysSent()).toEqual([[["a"]]]);
  packets[0]![0]!.answer();
  expect(await value).toBe("a!");
});

test("keys of one turn, and keys that wait for packets in flight, are read by one statement", async () => {
  const { packets, keysSent, read } = byHand();
  const values = ["a", "b"].map(read);
  await turn();
  values.push(read("c"));
  await turn();
  values.push(...["d", "e"].map(read));
  await turn();
  expect(keysSent()).toEqual([[["a", "b"]], [["c"]]]);
  packets[1]![0]!.answer();
  await expect.poll(() => packets.length).toBe(3);
  packets[0]![0]!.answer();
  packets[2]![0]!.answer();
  expect(await Promise.all(values)).toEqual(["a!", "b!", "c!", "d!", "e!"]);
});

test("the next packet is sent before the callers of the packet before go on", async () => {
  const { packets, read, share } = byHand();
  const other = share(readNamed("other"));
  let sentBefore: number | undefined;
  const values = [read("a").then(() => sentBefore = packets.length)];
  await turn();
  values.push(read("b").then(Number));
  await turn();
  // Of another kind, too.
  values.push(other("c").then(Number));
  packets[0]![0]!.answer();
  await values[0];
  expect(sentBefore).toBe(3);
});

test("reads of several kinds go in one packet, and one of them fails alone", async () => {
  const { packets, share, read } = byHand();
  const other = share(readNamed("other"));
  const values = [read("a"), other("b")];
  await turn();
  const [sent] = packets;
  expect(sent!.map(({ name, keys }) => ({ name, keys }))).toEqual([
    { name: "one: one", keys: ["a"] },
    { name: "other: one", keys: ["b"] },
  ]);
  sent![0]!.fail(new Error("lost"));
  sent![1]!.answer();
  const statuses = (await Promise.allSettled(values)).map(({ status }) => status);
  expect(statuses).toEqual(["rejected", "fulfilled"]);
});

test("a read after another one that failed in the same transaction can be repeated", async () => {
  const { packets, share, read } = byHand();
  const values = [read("a"), share(readNamed("other"))("b")];
  await turn();
  const [sent] = packets;
  sent![0]!.fail(new Error("a defect"));
  sent![1]!.fail(Object.assign(new Error("aborted"), { code: "25P02" }));
  expect(await Promise.allSettled(values)).toMatchObject([
    { reason: { message: "a defect" } },
    { reason: { code: "SERVICE_UNAVAILABLE" } },
  ]);
});

test("a key that waits is read once for all its requests, but never joins a packet that was sent", async () => {
  const { packets, keysSent, read } = byHand();
  const values = [read("a"), read("a")];
  await turn();
  values.push(read("a"));
  await turn();
  expect(keysSent()).toEqual([[["a"]], [["a"]]]);
  packets.forEach(([statement]) => statement!.answer());
  expect(await Promise.all(values)).toEqual(["a!", "a!", "a!"]);
});

test("a statement reads at most 200 keys", async () => {
  const { packets, read } = byHand();
  const values = Promise.all(Array.from({ length: 300 }, (_, i) => read(`${i}`)));
  for (let answered = 0; answered < 2; answered += 1) {
    await expect.poll(() => packets.length).toBeGreaterThan(answered);
    packets[answered]![0]!.answer();
  }
  expect(packets.map(([statement]) => statement!.keys.length)).toEqual([200, 100]);
  expect(await values).toHaveLength(300);
});

test("without a connection the waiting reads are unavailable, and later reads work again", async () => {
  const { packets, read, state } = byHand();
  state.isAway = true;
  await expect(read("a")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  state.isAway = false;
  const value = read("a");
  await turn();
  packets[0]![0]!.answer();
  expect(await value).toBe("a!");
});

test("a key without a row gives undefined, and the other keys their values", async () => {
  const pool = openSharedReadsPool(new Connections(await freshDatabase()));
  onTestFinished(() => pool.end());
  const read = shareReads(pool)(readNamed("read"));
  expect(await Promise.all(["a", "none", "c"].map(read))).toEqual(["a!", undefined, "c!"]);
  expect(await Promise.all(["none", "b"].map(read))).toEqual([undefined, "b!"]);
});

test("a lost connection fails its own reads only", async () => {
  const connections = new Connections(await freshDatabase());
  const pool = openSharedReadsPool(connections);
  onTestFinished(() => pool.end());
  const share = shareReads(pool);
  const end = share({
    ...readNamed("end"),
    text: () => "select 1, pg_terminate_backend(pg_backend_pid())::text, $1::text",
  });
  const read = share(readNamed("read"));
  await expect(end("now")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(await read("a")).toBe("a!");
});

test("the connection is kept in quiet times", async () => {
  const pool = openSharedReadsPool(new Connections(await freshDatabase()));
  onTestFinished(() => pool.end());
  const read = shareReads(pool)(readNamed("read"));
  await read("a");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await read("b");
  vi.advanceTimersByTime(3_600_000);
  expect(pool.totalCount).toBe(1);
});
