import {
  type BookingScope,
  type FeedEntry,
  maxWaitsPerKey,
  type NewEvent,
  type Ports,
} from "../../../core/ports.ts";
import type { Memory } from "./memory.ts";
import { scopeKey } from "./rows.ts";
import { keepEvents } from "./webhooks.ts";

/** The feed in memory. A caller that waits looks every millisecond. */
export function eventFeedIn(memory: Memory): Ports["eventFeed"] {
  const entriesOf = (scope: BookingScope) => memory.feed.get(scopeKey(scope)) ?? [];
  const waiting = new Map<string, number>();
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
    async wait({ lineageId, ...scope }, { position, maxMs, signal }) {
      const others = waiting.get(lineageId) ?? 0;
      if (others >= maxWaitsPerKey) return "full";
      waiting.set(lineageId, others + 1);
      try {
        const end = performance.now() + maxMs;
        while (performance.now() < end && !signal?.aborted) {
          if (entriesOf(scope).length >= position) return "transaction";
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
        return signal?.aborted ? "ended" : "silence";
      } finally {
        waiting.set(lineageId, waiting.get(lineageId)! - 1);
      }
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
