import { BookingApiError, BookingConnectionError, BookingServerError } from "./errors.ts";
import { retryAfterSecondsOf } from "./retry_after.ts";
import { type CallOptions, pause, type Send } from "./transport.ts";
import type { Event, EventPage } from "./types.ts";

/** What to follow. */
export interface FollowOptions extends CallOptions {
  /** The `cursor` of the last event that was handled. Without it, only events from now on come. */
  after?: string | undefined;
  /** Only these types; all if left out. */
  types?: readonly Event["type"][] | undefined;
  /** Gets each fault after which the request is repeated, and the seconds until then. */
  onFault?:
    | ((error: BookingApiError | BookingConnectionError, seconds: number) => void)
    | undefined;
}

/** A page of the feed. */
export interface FollowedPage {
  events: Event[];
  /** Keep it after the events were handled. */
  cursor: string;
}

/** An event of the feed. */
export interface FollowedEvent {
  event: Event;
  /** Keep it after the event was handled. Continuing after it misses nothing, and may repeat events of one page. */
  cursor: string;
}

const waitSeconds = 20;
const maxPauseSeconds = 30;
/** A proxy may say years. The limit of a key, which is the longest that the service says, ends after an hour. */
const maxSaidSeconds = 3600;

/**
 * Yields the events of the feed, and waits for new ones until the signal is aborted or the loop ends. Waits while the
 * service is away or the limit of the key is used up. Throws BookingApiError for every other refusal.
 */
export async function* followEvents(
  send: Send,
  { after, ...options }: FollowOptions,
): AsyncGenerator<FollowedEvent, void> {
  let before = after ?? "latest";
  for await (const { events, cursor } of followPages(send, { after, ...options })) {
    for (const [i, event] of events.entries()) {
      if (options.signal?.aborted) return;
      yield { event, cursor: i === events.length - 1 ? cursor : before };
    }
    before = cursor;
  }
}

/** Yields the pages of the feed like `followEvents`, also those without events. */
export async function* followPages(
  send: Send,
  { after, types, signal, onFault }: FollowOptions,
): AsyncGenerator<FollowedPage, void> {
  let cursor = after ?? "latest";
  let faults = 0;
  while (!signal?.aborted) {
    let page: ReadPage;
    try {
      page = await readPage(send, { after: cursor, types, signal });
    } catch (error) {
      if (signal?.aborted) return;
      if (!isPassing(error)) throw error;
      const backoff = Math.min(2 ** faults, maxPauseSeconds);
      const said = error instanceof BookingApiError ? error.retryAfterSeconds ?? 0 : 0;
      const seconds = Math.min(Math.max(said, backoff), maxSaidSeconds);
      faults += 1;
      onFault?.(error, seconds);
      await pause(seconds, signal).catch(() => {});
      continue;
    }
    faults = 0;
    ({ cursor } = page);
    yield { events: page.events, cursor };
    if (page.pauseSeconds > 0) await pause(page.pauseSeconds, signal).catch(() => {});
  }
}

interface ReadPage extends FollowedPage {
  /** How long to wait before the next request. */
  pauseSeconds: number;
}

async function readPage(
  send: Send,
  { after, types, signal }: { after: string } & Pick<FollowOptions, "types" | "signal">,
): Promise<ReadPage> {
  // The first answer to "latest" has the cursor, and must not wait for it.
  const wait = after === "latest" ? 0 : waitSeconds;
  const startedAt = performance.now();
  const { body, headers } = await send<EventPage>({
    method: "GET",
    path: "/events",
    query: { after, wait, types: types?.join(",") },
    isRepeatable: true,
    waitsMs: wait * 1000,
    signal,
  });
  const { events, nextCursor, isLast } = body;
  const isEmptyEnd = events.length === 0 && isLast;
  // Without Retry-After it is an older service, which has no place for this reader. Continuing at once would use up the
  // hour of the key.
  const restSeconds = wait - (performance.now() - startedAt) / 1000;
  const pauseSeconds = isEmptyEnd && wait > 0
    ? Math.min(retryAfterSecondsOf(headers) ?? restSeconds, waitSeconds)
    : 0;
  return { events, cursor: nextCursor, pauseSeconds };
}

/** Returns whether repeating the request may help. */
function isPassing(error: unknown): error is BookingApiError | BookingConnectionError {
  return error instanceof BookingConnectionError || error instanceof BookingServerError ||
    error instanceof BookingApiError && error.status === 429;
}
