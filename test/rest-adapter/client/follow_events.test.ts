import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BookingApiError, BookingClient } from "../../../rest-adapter/client/mod.ts";

type Reply = { status?: number; headers?: Record<string, string>; body?: object } | "lost";

const page = (nextCursor: string, ...ids: string[]): Reply => ({
  body: { events: ids.map((id) => ({ id })), nextCursor, isLast: true },
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
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
  const fetch: typeof globalThis.fetch = async (input) => {
    queries.push(Object.fromEntries(new URL(String(input)).searchParams));
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
  return { came, queries };
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
