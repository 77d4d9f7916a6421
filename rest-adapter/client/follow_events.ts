import { BookingApiError, BookingConnectionError } from "./errors.ts";
import { type CallOptions, pause, type Send } from "./transport.ts";
import type { Event, EventPage } from "./types.ts";

/** What to follow. */
export interface FollowOptions extends CallOptions {
  /** The `cursor` of the last event that was handled. Without it, only events from now on come. */
  after?: string | undefined;
  /** Only these types; all if left out. */
  types?: readonly Event["type"][] | undefined;
}

/** An event of the feed. */
export interface FollowedEvent {
  event: Event;
  /** Keep it after the event was handled. Continuing after it misses nothing, and may repeat events of one page. */
  cursor: string;
}

const waitSeconds = 20;
const maxPauseSeconds = 30;

/**
 * Yields the events of the feed, and waits for new ones until the signal is aborted or the loop ends. Waits while the
 * service is away or the limit of the key is used up. Throws BookingApiError for every other refusal.
 */
export async function* followEvents(
  send: Send,
  { after, types, signal }: FollowOptions,
): AsyncGenerator<FollowedEvent, void> {
  let cursor = after ?? "latest";
  let faults = 0;
  while (!signal?.aborted) {
    let page: EventPage;
    try {
      page = await readPage(send, { after: cursor, types, signal });
      faults = 0;
    } catch (error) {
      if (signal?.aborted) return;
      const seconds = secondsAfter(error, faults);
      if (seconds === null) throw error;
      faults += 1;
      await pause(seconds, signal).catch(() => {});
      continue;
    }
    const last = page.events.length - 1;
    for (const [i, event] of page.events.entries()) {
      if (signal?.aborted) return;
      yield { event, cursor: i === last ? page.nextCursor : cursor };
    }
    cursor = page.nextCursor;
  }
}

async function readPage(
  send: Send,
  { after, types, signal }: { after: string } & Pick<FollowOptions, "types" | "signal">,
): Promise<EventPage> {
  // The first answer to "latest" has the cursor, and must not wait for it.
  const wait = after === "latest" ? 0 : waitSeconds;
  const { body } = await send<EventPage>({
    method: "GET",
    path: "/events",
    query: { after, wait, types: types?.join(",") },
    isRepeatable: true,
    waitsMs: wait * 1000,
    signal,
  });
  return body;
}

/** Returns the seconds to wait after a fault; null if repeating would not help. */
function secondsAfter(error: unknown, faults: number): number | null {
  const backoff = Math.min(2 ** faults, maxPauseSeconds);
  if (error instanceof BookingConnectionError) return backoff;
  if (!(error instanceof BookingApiError)) return null;
  if (error.status !== 429 && error.status < 500) return null;
  return error.retryAfterSeconds ?? backoff;
}
