import type { BookingScope, FeedEntry, NewEvent, Ports } from "../../../core/ports.ts";
import type { Memory } from "./memory.ts";
import { scopeKey } from "./rows.ts";
import { keepEvents } from "./webhooks.ts";

/** The feed in memory. A caller that waits looks every millisecond. */
export function eventFeedIn(memory: Memory): Ports["eventFeed"] {
  const entriesOf = (scope: BookingScope) => memory.feed.get(scopeKey(scope)) ?? [];
  return {
    async read(scope, { position, maxEvents }) {
      const all = entriesOf(scope);
      const entries: FeedEntry[] = [];
      const next = all.filter((one) => one.position >= position && one.bodies.length > 0);
      let events = 0;
      for (const one of next) {
        if (events >= maxEvents) break;
        entries.push({ ...one, bodies: [...one.bodies] });
        events += one.bodies.length;
      }
      return { entries, lastPosition: all.length, hasMore: entries.length < next.length };
    },
    async wait(scope, { position, maxMs, signal }) {
      const end = performance.now() + maxMs;
      while (performance.now() < end && !signal?.aborted) {
        if (entriesOf(scope).length >= position) return true;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      return false;
    },
  };
}

/** Writes the events of a transaction: to the feed, and as deliveries to their webhooks. */
export function publish(
  memory: Memory,
  scope: BookingScope,
  { events, now }: { events: readonly NewEvent[]; now: Temporal.Instant },
): void {
  keepEvents(memory, scope, events);
  const entries = memory.feed.get(scopeKey(scope)) ?? [];
  const bodies = events.map(({ body }) => body);
  memory.feed.set(scopeKey(scope), entries);
  entries.push({ position: entries.length + 1, createdAt: now, bodies });
}
