import { setTimeout as delay } from "node:timers/promises";
import { eventNames } from "../../../core/mod.ts";
import { BookingClient } from "../../../rest-adapter/client/mod.ts";
import { receivedEvent } from "../acknowledgements/stored_rows.ts";
import type { ReceivedEvent } from "../acknowledgements/check.ts";
import type { RecordedTenant } from "../acknowledgements/recording_clients.ts";
import type { Receivers } from "../receivers.ts";
import type { TestService } from "../seeded.ts";
import { subscribe } from "../webhooks.ts";

/** What came of all events at the end. */
export interface FollowedEnd {
  events: number;
  /** Deliveries that the webhook got again. */
  repeatedDeliveries: number;
  /** What the events say about appointments. */
  received: ReceivedEvent[];
  /** A line for each event that is missing at the feed or the webhook, or came twice in the feed. */
  violations: string[];
}

/** A reader of the feed and a webhook of each tenant. */
export interface FollowedEvents extends AsyncDisposable {
  /** Waits until all events have come, at most two minutes. `readIds` reads those that are stored. */
  end(readIds: () => Promise<string[]>): Promise<FollowedEnd>;
}

const maxWaitMs = 120_000;

/** Follows all events of some tenants from now on, before the first of them. */
export async function followEvents(
  { seeding, url, receivers }: { seeding: TestService; url: string; receivers: Receivers },
  tenants: readonly RecordedTenant[],
): Promise<FollowedEvents> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const feed: string[] = [];
  const delivered = new Map<string, number>();
  const received: ReceivedEvent[] = [];
  const reading = await Promise.all(tenants.map(async (tenant) => {
    await subscribe(seeding, tenant, { url: receivers.urls[0]!, events: [...eventNames] });
    const client = new BookingClient({ apiKey: tenant.key, baseUrl: url, maxAttempts: 10 });
    const { nextCursor: after } = await client.events.list();
    // In an object, because the reader only ends with the others.
    return {
      end: (async () => {
        for await (const { event } of client.events.subscribe({ after, signal })) {
          feed.push(event.id);
        }
      })(),
    };
  }));
  const ended = Promise.all(reading.map(({ end }) => end));
  // Met by the end.
  ended.catch(() => {});
  async function take(): Promise<void> {
    for (const one of await receivers.take()) {
      if (!delivered.has(one.eventId)) received.push(receivedEvent(one));
      delivered.set(one.eventId, (delivered.get(one.eventId) ?? 0) + 1);
    }
  }
  return {
    async end(readIds) {
      const ids = await readIds();
      const isComplete = (found: Iterable<string>) => new Set(ids).isSubsetOf(new Set(found));
      for (const deadline = performance.now() + maxWaitMs; performance.now() < deadline;) {
        await take();
        if (isComplete(feed) && isComplete(delivered.keys())) break;
        await delay(200);
      }
      stopping.abort();
      await ended;
      const inFeed = Map.groupBy(feed, (id) => id);
      const deliveries = [...delivered.values()].reduce((sum, times) => sum + times, 0);
      return {
        events: ids.length,
        repeatedDeliveries: deliveries - delivered.size,
        received: received.filter(({ type }) => type.startsWith("appointment.")),
        violations: [
          ...ids.filter((id) => !delivered.has(id)).map((id) => `event ${id} was not delivered`),
          ...ids.filter((id) => !inFeed.has(id)).map((id) => `event ${id} is not in the feed`),
          ...[...inFeed].filter(([, times]) => times.length > 1)
            .map(([id, { length }]) => `event ${id} came ${length} times in the feed`),
        ],
      };
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await ended.catch(() => {});
    },
  };
}
