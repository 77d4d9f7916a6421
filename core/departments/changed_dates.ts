import type { BookingScope } from "../environment.ts";
import { placeOfEvent } from "../webhooks/event_body.ts";
import type { EventFeed } from "../webhooks/event_feed.ts";
import type { KeptList } from "./kept_slots.ts";

/** With more events, it is cheaper to make a list anew. */
const maxEvents = 200;
/** How much earlier than the list an event may be. The clocks of processes differ, and an event waits for its commit. */
const earlierMinutes = 5;

/**
 * Returns the dates (`YYYY-MM-DD`) on which places of a department were taken or freed after an earlier list was made, up
 * to a position. Returns undefined if the feed does not tell: each transaction must be in it, and those of holds, for
 * example, are not (core/departments/README.md 10).
 */
export async function changedDates(
  { eventFeed }: { eventFeed: Pick<EventFeed, "read"> },
  { organizationId, environment }: BookingScope,
  { departmentId, earlier, upTo }: { departmentId: number; earlier: KeptList; upTo: number },
): Promise<Set<string> | undefined> {
  const first = earlier.version.position + 1;
  const transactions = upTo - first + 1;
  if (transactions > maxEvents) return undefined;
  const since = earlier.now.subtract({ minutes: earlierMinutes });
  const { entries } = await eventFeed.read(
    { organizationId, environment },
    { position: first, maxEvents, since },
  );
  // Positions have no gaps, so the entry of each transaction is at its index if none before it is missing.
  if (entries[transactions - 1]?.position !== upTo) return undefined;
  const places = entries.flatMap(({ bodies }) => bodies.map(placeOfEvent));
  return new Set(
    places.flatMap((place) => place?.departmentId === departmentId ? place.date : []),
  );
}
