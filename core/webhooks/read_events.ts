import { z } from "zod";
import type { ApiCaller } from "../access/api_key.ts";
import { DomainError, validationError } from "../errors.ts";
import { inSchema, parseInput, wholeNumberField } from "../input.ts";
import type { Clock } from "../platform.ts";
import type { BookingScope } from "../environment.ts";
import { cursorDays, type EventFeed, maxWaitsPerKey, type WaitOutcome } from "./event_feed.ts";
import { eventCatalogue, type EventType } from "./event_catalogue.ts";
import { type FeedCursor, formatCursor, parseCursor } from "./feed_cursor.ts";
import { say } from "../messages.ts";

/** The value of `after` that begins after the newest event. */
const latest = "latest";
/** A page reads at most this many events, also if `types` leaves nearly all of them out. */
const maxRead = 2000;

/** One page of the feed. */
export interface EventPage {
  /** The exact bodies that webhooks receive, oldest first. */
  events: string[];
  /** The cursor after these events. */
  nextCursor: string;
  /** Whether there were no events after these when the page was read. */
  isLast: boolean;
  /** How long the call waited for an event. */
  waitedMs: number;
  /** Whether the wait ended before its time and without an event, because the service stops. */
  isEarly: boolean;
}

const knownTypes = Object.values(eventCatalogue).map(({ type }) => type);

/** Input of a page of the feed. */
export const readEventsInput = z.object({
  after: z.string({ error: inSchema("mustBe", { what: "a cursor" }) }).optional().meta({
    description:
      "The `nextCursor` of the answer before. Without it, the oldest events come first. `latest` " +
      "begins after the newest event",
    examples: ["live_1842_0_1795423000"],
  }),
  types: z.string({ error: inSchema("mustBe", { what: "a list of event types" }) })
    .transform((text, context) => {
      const types = text.split(",").map((type) => type.trim());
      if (types.every((type) => (knownTypes as string[]).includes(type))) return new Set(types);
      const message = inSchema("mustBe", {
        what: `a list, with commas, of ${knownTypes.join(", ")}`,
      });
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .optional()
    .meta({
      type: "string",
      description: "Only events of these types, with commas between them",
      examples: ["appointment.created,appointment.cancelled"],
    }),
  limit: wholeNumberField(1, 1000, "The maximum number of events", 100).default(100),
  wait: wholeNumberField(
    0,
    20,
    "If there is no event, wait up to this number of seconds for one",
    20,
  ).default(0),
});

/**
 * Reads the events of the caller's organization and environment after a cursor, in the order of the commits
 * (core/webhooks/README.md 14). Without a cursor it begins with the oldest event. Waits for the first event if there
 * is none. `signal` ends the waiting. Throws VALIDATION_ERROR, and RATE_LIMIT_EXCEEDED if too many readers wait.
 */
export async function readEvents(
  ports: Clock & { eventFeed: EventFeed },
  caller: Pick<ApiCaller, "organizationId" | "environment" | "lineageId" | "requireStill">,
  input: unknown,
  signal?: AbortSignal,
): Promise<EventPage> {
  const { after, types, limit, wait } = parseInput(readEventsInput, input);
  const { organizationId, environment, lineageId } = caller;
  const scope = { organizationId, environment };
  const reader = { ...scope, lineageId };
  const feed = { ...ports, scope };
  let cursor = await startOf(feed, after);
  let waitedMs = 0;
  for (;;) {
    const { events, next, isLast } = await readPage(feed, cursor, { types, limit });
    const maxMs = wait * 1000 - waitedMs;
    const mayWait = events.length === 0 && isLast && maxMs > 0;
    cursor = next;
    let outcome: WaitOutcome = "silence";
    if (mayWait) {
      const { position } = next;
      const startedAtMs = performance.now();
      outcome = await ports.eventFeed.wait(reader, { position, maxMs, signal });
      waitedMs += performance.now() - startedAtMs;
    }
    if (outcome === "full") throw tooManyReaders(maxMs);
    if (outcome === "transaction") continue;
    if (waitedMs > 0) await caller.requireStill?.();
    const isEarly = outcome === "ended";
    return { events, nextCursor: formatCursor(next), isLast, waitedMs, isEarly };
  }
}

/** An empty page would be wrong: a reader that continues at once would use up the hour of its key. */
function tooManyReaders(maxMs: number): DomainError {
  return new DomainError(
    "RATE_LIMIT_EXCEEDED",
    say("tooManyReaders", { max: maxWaitsPerKey }),
    { retryAfterSeconds: Math.ceil(maxMs / 1000) },
  );
}

type Feed = Clock & { eventFeed: EventFeed; scope: BookingScope };

async function startOf(
  { eventFeed, now, scope }: Feed,
  after: string | undefined,
): Promise<FeedCursor> {
  const since = now();
  const { environment } = scope;
  if (after === undefined) return { environment, position: 0, index: 0, since };
  if (after === latest) {
    const { lastPosition } = await eventFeed.read(scope, { ...atEnd, maxEvents: 1 });
    return { environment, position: lastPosition + 1, index: 0, since };
  }
  const cursor = parseCursor(after);
  if (cursor?.environment !== environment) throw unknownCursor();
  const days = since.since(cursor.since).total("hours") / 24;
  if (days <= cursorDays) return cursor;
  throw validationError({
    field: "after",
    message: say("cursorTooOld", { days: cursorDays }),
  });
}

const atEnd = { position: Number.MAX_SAFE_INTEGER };

/** Reads one page without waiting. Throws VALIDATION_ERROR if the feed has never reached the cursor. */
async function readPage(
  { eventFeed, now, scope }: Feed,
  cursor: FeedCursor,
  { types, limit }: { types: ReadonlySet<string> | undefined; limit: number },
): Promise<{ events: string[]; next: FeedCursor; isLast: boolean }> {
  const { position, environment } = cursor;
  const maxEvents = types ? maxRead : limit;
  const readAt = now();
  const part = await eventFeed.read(scope, { position, maxEvents });
  if (position > part.lastPosition + 1) throw unknownCursor();
  const events: string[] = [];
  let next = cursor;
  for (const { position: at, createdAt: since, bodies } of part.entries) {
    for (let index = at === position ? cursor.index : 0; index < bodies.length; index += 1) {
      if (events.length === limit) {
        return { events, next: { environment, position: at, index, since }, isLast: false };
      }
      const body = bodies[index]!;
      if (!types || types.has(typeOf(body))) events.push(body);
    }
    next = { environment, position: at + 1, index: 0, since };
  }
  if (part.hasMore) return { events, next, isLast: false };
  // Transactions without events have positions too.
  const end = { environment, position: part.lastPosition + 1, index: 0, since: readAt };
  return { events, next: end, isLast: true };
}

function typeOf(body: string): EventType {
  return (JSON.parse(body) as { type: EventType }).type;
}

function unknownCursor() {
  return validationError({ field: "after", message: say("unknownCursor") });
}
