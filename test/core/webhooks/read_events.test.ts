import { describe, expect, test } from "vitest";
import type { FeedEntry } from "../../../core/ports.ts";
import { readEvents } from "../../../core/webhooks/read_events.ts";
import { eventFeedIn } from "../../support/in_memory/event_feed.ts";
import { emptyMemory } from "../../support/in_memory/memory.ts";
import { scopeKey } from "../../support/in_memory/rows.ts";
import { faultsOf } from "../refusal.ts";

const caller = { organizationId: 1, environment: "LIVE" as const, lineageId: "a" };
const start = Temporal.Instant.from("2026-11-01T12:00:00Z");

/** Makes a feed whose transactions have these events, a minute apart. The present time is a minute after the last one. */
function openFeed(transactions: string[][]) {
  const memory = emptyMemory();
  let now = start;
  const add = (bodies: string[]) => {
    const entries: FeedEntry[] = memory.feed.get(scopeKey(caller)) ?? [];
    memory.feed.set(scopeKey(caller), entries);
    entries.push({ position: entries.length + 1, createdAt: now, bodies });
    now = now.add({ minutes: 1 });
  };
  transactions.forEach(add);
  const eventFeed = eventFeedIn(memory);
  const ports = { now: () => now, eventFeed };
  return {
    add,
    eventFeed,
    pass: (time: Temporal.DurationLike) => void (now = now.add(time)),
    read: (input: object = {}, signal?: AbortSignal) => readEvents(ports, caller, input, signal),
  };
}

const created = (id: number) => JSON.stringify({ id, type: "appointment.created" });
const slot = (id: number) => JSON.stringify({ id, type: "slot.availability_changed" });

/** Reads all pages. */
async function readAll(feed: ReturnType<typeof openFeed>, input: object) {
  const pages: string[][] = [];
  for (let after: string | undefined;;) {
    const page = await feed.read({ ...input, ...(after !== undefined && { after }) });
    pages.push(page.events);
    after = page.nextCursor;
    if (page.isLast) return pages;
  }
}

describe("the pages of the feed", () => {
  const transactions = [[created(1), slot(2)], [], [created(3)], [created(4), slot(5), slot(6)]];

  test.each([1, 2, 3, 4, 5, 6, 7])(
    "of %i events have every event once, in order",
    async (limit) => {
      const pages = await readAll(openFeed(transactions), { limit });
      expect(pages.flat()).toEqual(transactions.flat());
      expect(pages.map(({ length }) => length))
        .toEqual(
          Array.from({ length: Math.ceil(6 / limit) }, (_, i) => Math.min(limit, 6 - i * limit)),
        );
    },
  );

  test("continue after the end with what is added later", async () => {
    const feed = openFeed(transactions);
    const { nextCursor: after, isLast } = await feed.read();
    expect(isLast).toBe(true);
    expect(await feed.read({ after })).toMatchObject({ events: [], isLast: true });
    feed.add([]);
    feed.add([created(7)]);
    expect(await feed.read({ after })).toMatchObject({ events: [created(7)] });
  });

  test("have only the requested types, and their cursor passes the others", async () => {
    const feed = openFeed(transactions);
    const types = "appointment.created, appointment.cancelled";
    const pages = await readAll(feed, { types, limit: 2 });
    expect(pages).toEqual([[created(1), created(3)], [created(4)]]);
    const { nextCursor } = await feed.read({ types });
    feed.add([slot(7)]);
    expect(await feed.read({ after: nextCursor, types })).toMatchObject({ events: [] });
    expect(await feed.read({ after: nextCursor })).toMatchObject({ events: [slot(7)] });
  });

  test("stop after 2,000 events that all have other types", async () => {
    const many = Array.from({ length: 4 }, () => Array.from({ length: 600 }, (_, i) => slot(i)));
    const feed = openFeed([...many, [created(1)]]);
    const types = "appointment.created";
    const first = await feed.read({ types });
    expect(first).toMatchObject({ events: [], isLast: false });
    expect(await feed.read({ types, after: first.nextCursor }))
      .toMatchObject({ events: [created(1)], isLast: true });
  });

  test("of another organization or environment are separate", async () => {
    const memory = emptyMemory();
    const entry = { position: 1, createdAt: start, bodies: [created(1)] };
    memory.feed.set(scopeKey(caller), [entry]);
    const ports = { now: () => start, eventFeed: eventFeedIn(memory) };
    expect((await readEvents(ports, caller, {})).events).toHaveLength(1);
    for (const other of [{ organizationId: 2 }, { environment: "TEST" as const }]) {
      expect((await readEvents(ports, { ...caller, ...other }, {})).events).toEqual([]);
    }
  });

  test("begin after the newest event with `latest`", async () => {
    const feed = openFeed(transactions);
    const { events, nextCursor: after } = await feed.read({ after: "latest" });
    expect(events).toEqual([]);
    feed.add([created(7)]);
    expect((await feed.read({ after })).events).toEqual([created(7)]);
  });
});

describe("a cursor", () => {
  test.each([
    "",
    "x",
    "live",
    "live_1_0",
    "LIVE_1_0_1",
    "live_-1_0_1793534400",
    "live_1_0_1793534400 ",
  ])(
    "%j is refused",
    async (after) => {
      const feed = openFeed([[created(1)]]);
      expect(await faultsOf(() => feed.read({ after }))).toEqual(["after"]);
    },
  );

  test("of the other environment, or ahead of the feed, is refused", async () => {
    const feed = openFeed([[created(1)]]);
    const seconds = start.epochMilliseconds / 1000;
    expect((await feed.read({ after: `live_2_0_${seconds}` })).events).toEqual([]);
    expect(await faultsOf(() => feed.read({ after: `test_2_0_${seconds}` }))).toEqual(["after"]);
    expect(await faultsOf(() => feed.read({ after: `live_3_0_${seconds}` }))).toEqual(["after"]);
  });

  test("is refused after 30 days, by the age of what is left to read", async () => {
    const feed = openFeed([[created(1)], [created(2)]]);
    const { nextCursor: early } = await feed.read({ limit: 1 });
    const { nextCursor: atEnd } = await feed.read();
    feed.pass({ hours: 29 * 24 });
    const { nextCursor: middle } = await feed.read({ limit: 1 });
    const { nextCursor: fresh } = await feed.read({ after: atEnd });
    expect((await feed.read({ after: early })).events).toEqual([created(2)]);
    feed.pass({ hours: 24, seconds: 1 });
    // The next event after these is 30 days old, however new the answer was that had the cursor.
    for (const after of [early, middle, atEnd]) {
      expect(await faultsOf(() => feed.read({ after }))).toEqual(["after"]);
    }
    expect(await feed.read({ after: fresh })).toMatchObject({ events: [], isLast: true });
  });
});

test.each([
  ["types", { types: "appointment.moved" }],
  ["types", { types: "" }],
  ["limit", { limit: 0 }],
  ["limit", { limit: 1001 }],
  ["limit", { limit: "ten" }],
  ["wait", { wait: 21 }],
  ["wait", { wait: -1 }],
])("an invalid %s is refused: %j", async (field, input) => {
  expect(await faultsOf(() => openFeed([]).read(input))).toEqual([field]);
});

describe("a call that waits", () => {
  test("returns an event as soon as there is one, and events that it already has at once", async () => {
    const feed = openFeed([[created(1)]]);
    expect((await feed.read({ wait: 20 })).waitedMs).toBeLessThan(1000);
    const waiting = feed.read({ wait: 20, after: "latest" });
    // Neither a transaction without events nor an event of another type ends the wait of these calls.
    const filtered = feed.read({ wait: 20, after: "latest", types: "appointment.created" });
    await new Promise((resolve) => setTimeout(resolve, 20));
    feed.add([]);
    feed.add([slot(2)]);
    const { events, waitedMs } = await waiting;
    expect(events).toEqual([slot(2)]);
    expect(waitedMs).toBeGreaterThan(10);
    feed.add([created(3)]);
    expect((await filtered).events).toEqual([created(3)]);
  });

  test("returns an empty page after the time, and when the caller goes away", async () => {
    const feed = openFeed([]);
    const page = await feed.read({ wait: 1 });
    expect(page).toMatchObject({ events: [], isLast: true });
    expect(page.waitedMs).toBeGreaterThan(990);
    const leaving = new AbortController();
    const waiting = feed.read({ wait: 20 }, leaving.signal);
    leaving.abort();
    expect((await waiting).waitedMs).toBeLessThan(1000);
  });
});
