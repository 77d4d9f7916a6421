import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BookingApiError, BookingClient } from "../../../rest-adapter/client/mod.ts";

type Reply = { status?: number; headers?: Record<string, string>; body?: object } | "lost";

const page = (nextCursor: string, ...ids: string[]): Reply => ({
  body: { events: ids.map((id) => ({ id })), nextCursor, isLast: true },
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Follows the feed until the replies are used up. Returns what came, and the queries. */
async function follow(
  replies: Reply[],
  options: { after?: string; types?: "appointment.created"[] } = {},
) {
  const stop = new AbortController();
  const queries: Record<string, string>[] = [];
  const sentAt: number[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    queries.push(Object.fromEntries(new URL(String(input)).searchParams));
    sentAt.push(performance.now());
    const reply = replies.shift();
    if (!reply) {
      stop.abort();
      throw new TypeError("fetch failed");
    }
    if (reply === "lost") throw new TypeError("fetch failed");
    const { status = 200, headers = {}, body } = reply;
    return new Response(JSON.stringify(body ?? {}), { status, headers });
  };
  const client = new BookingClient({ apiKey: "k", baseUrl: "http://x", fetch, maxAttempts: 1 });
  const came: string[] = [];
  const following = (async () => {
    const events = client.events.subscribe({ ...options, signal: stop.signal });
    for await (const { event, cursor } of events) came.push(`${event.id} ${cursor}`);
  })();
  let isOver = false;
  void following.then(() => isOver = true, () => isOver = true);
  while (!isOver) await vi.advanceTimersByTimeAsync(1000);
  await following;
  /** The seconds between the requests. */
  const pauses = sentAt.slice(1).map((at, i) => Math.round((at - sentAt[i]!) / 1000));
  return { came, queries, pauses };
}

test("events come with a cursor that never skips one", async () => {
  const { came, queries } = await follow(
    [page("b", "1", "2"), page("b"), page("c", "3")],
    { after: "a", types: ["appointment.created"] },
  );
  // The first event of a page still has the cursor before the page.
  expect(came).toEqual(["1 a", "2 b", "3 c"]);
  const wanted = { wait: "20", types: "appointment.created" };
  expect(queries.map(({ after }) => after)).toEqual(["a", "b", "b", "c"]);
  expect(queries[0]).toMatchObject(wanted);
});

test("without a cursor it begins after the newest event, for which it does not wait", async () => {
  const { queries } = await follow([page("z")]);
  expect(queries.slice(0, 2)).toEqual([
    { after: "latest", wait: "0" },
    { after: "z", wait: "20" },
  ]);
});

test("it goes on after lost connections, 503 and the end of the hourly limit", async () => {
  const limited = { status: 429, headers: { "Retry-After": "3000" } };
  const { came } = await follow(
    ["lost", { status: 503 }, limited, { status: 500 }, page("b", "1")],
    { after: "a" },
  );
  expect(came).toEqual(["1 b"]);
});

test("an empty page that comes early is no busy loop, also of an older service", async () => {
  const stopping = { ...page("b") as object, headers: { "Retry-After": "1" } };
  const { pauses } = await follow([page("b"), stopping, page("c", "1"), page("c")], { after: "a" });
  expect(pauses).toEqual([20, 1, 0, 20]);
});

test("an empty page that has more after it is continued at once", async () => {
  const filtered = { body: { events: [], nextCursor: "b", isLast: false } };
  const { pauses } = await follow([filtered, filtered], { after: "a" });
  expect(pauses).toEqual([0, 0]);
});

test("a Retry-After of years keeps it from the feed for an hour", async () => {
  const years = { status: 503, headers: { "Retry-After": "99999999" } };
  const { pauses, came } = await follow([years, page("b", "1")], { after: "a" });
  expect(came).toEqual(["1 b"]);
  expect(pauses[0]).toBe(3600);
});

test("a feed page by page has the cursor of pages without events, and each fault", async () => {
  const replies = [new Response("<html>", { status: 502 })];
  for (const nextCursor of ["b", "c"]) {
    replies.push(Response.json({ events: [], nextCursor, isLast: false }));
  }
  const client = new BookingClient({
    apiKey: "k",
    baseUrl: "http://x",
    fetch: async () => replies.shift()!,
    maxAttempts: 1,
  });
  const faults: string[] = [];
  const pages = client.events.pages({
    after: "a",
    onFault: (error, seconds) => faults.push(`${error.name} ${seconds}`),
  });
  const first = pages.next();
  await vi.advanceTimersByTimeAsync(1000);
  expect([(await first).value, (await pages.next()).value])
    .toEqual([{ events: [], cursor: "b" }, { events: [], cursor: "c" }]);
  expect(faults).toEqual(["BookingServerError 1"]);
});

test("after the signal is aborted, no event of the page comes", async () => {
  const stop = new AbortController();
  const { body } = page("b", "1", "2", "3") as { body: object };
  const fetch: typeof globalThis.fetch = async () => new Response(JSON.stringify(body));
  const client = new BookingClient({ apiKey: "k", baseUrl: "http://x", fetch });
  const came: string[] = [];
  for await (const { event } of client.events.subscribe({ after: "a", signal: stop.signal })) {
    came.push(event.id);
    stop.abort();
  }
  expect(came).toEqual(["1"]);
});

test("a Retry-After of years is no busy loop", async () => {
  vi.useRealTimers();
  const years = { status: 503, headers: { "Retry-After": "99999999" } };
  const stop = new AbortController();
  let sent = 0;
  const fetch: typeof globalThis.fetch = async () => {
    sent += 1;
    return new Response("{}", years);
  };
  const client = new BookingClient({ apiKey: "k", baseUrl: "http://x", fetch });
  setTimeout(() => stop.abort(), 100);
  for await (const _ of client.events.subscribe({ after: "a", signal: stop.signal }));
  expect(sent).toBe(1);
});

test("it throws a refusal that waiting does not fix", async () => {
  const body = { error: { code: "VALIDATION_ERROR", message: "The cursor is too old" } };
  await expect(follow([{ status: 400, body }], { after: "a" })).rejects.toThrow(BookingApiError);
});
