import { expect } from "vitest";

/** The only day of the walk. */
export const date = "2031-03-04";
export const slotMinutes = 30;

/** An offer. A withdrawn one is only in the feed: the office has ended it. */
interface StoredOffer {
  hold: number;
  slot: number;
  at: number;
  end: number | null;
  outcome: "ACCEPTED" | "DECLINED" | "EXPIRED" | "WITHDRAWN" | null;
}

export interface StoredEntry {
  id: number;
  state: string;
  from: number;
  to: number;
  workerId: number | null;
  created: number;
  /** In the order of their holds. */
  offers: StoredOffer[];
}

/** A time, in milliseconds from the first to the last. */
export type TimeSpan = readonly [from: number, to: number];

// oxlint-disable-next-line typescript/no-explicit-any
type ReadRows = (text: string) => Promise<any[]>;

/** Reads the entries with all offers that they ever had. */
export async function readEntries(rowsOf: ReadRows): Promise<StoredEntry[]> {
  const withdrawn = await readWithdrawn(rowsOf);
  const rows = await rowsOf(
    `select e.id::int, e.state, e.from_time, e.to_time, e.worker_id, e.created_at as created, coalesce((
       select json_agg(json_build_object('hold', o.hold_id, 'slot', o.slot_start,
         'at', o.offered_at, 'end', o.ended_at, 'outcome', o.outcome) order by o.hold_id)
       from waitlist_offers o where o.entry_id = e.id
     ), '[]') as offers
     from waitlist_entries e order by e.id`,
  );
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    from: minuteOf(row.from_time),
    to: minuteOf(row.to_time),
    workerId: row.worker_id,
    created: row.created.getTime(),
    offers: [
      ...row.offers.map((
        { slot, at, end, ...offer }: { slot: string; at: string; end: string | null },
      ) => ({
        ...offer,
        slot: minuteOf(slot.slice(11)),
        at: Date.parse(at),
        end: end && Date.parse(end),
      })),
      ...withdrawn.get(row.id) ?? [],
    ].toSorted((a, b) => a.hold - b.hold),
  }));
}

/** Returns the offers that the office has ended, by entry. Each must have ended with exactly one event. */
async function readWithdrawn(rowsOf: ReadRows): Promise<Map<number, StoredOffer[]>> {
  const rows = await rowsOf(
    `select one as body from feed_entries, unnest(string_to_array(bodies, E'\\n')) as one
     where one like '%"waitlist.%' order by position`,
  );
  const stored = new Set(
    (await rowsOf("select hold_id::int as id from waitlist_offers")).map(({ id }) => id),
  );
  const events = rows.map(({ body }) => JSON.parse(body));
  const ends = Map.groupBy(
    events.filter(({ type }) => type === "waitlist.expired"),
    ({ data }) => data.object.holdId as number,
  );
  const byEntry = new Map<number, StoredOffer[]>();
  for (const { type, created, data: { object: { entryId, holdId, slotTime } } } of events) {
    if (type !== "waitlist.offered" || stored.has(holdId)) continue;
    const ended = ends.get(holdId) ?? [];
    expect([holdId, ended.length]).toEqual([holdId, 1]);
    const times = { at: Date.parse(created), end: Date.parse(ended[0].created) };
    const slot = minuteOf(slotTime.slice(11));
    const offer = { hold: holdId, slot, ...times, outcome: "WITHDRAWN" } as const;
    byEntry.set(entryId, [...byEntry.get(entryId) ?? [], offer]);
  }
  return byEntry;
}

/** Returns whether an entry had an offer of a slot that counts: it is not offered this slot again. */
export function hadOffer({ offers }: StoredEntry, slot: number): boolean {
  return offers.some((offer) => offer.slot === slot && offer.outcome !== "WITHDRAWN");
}

/**
 * Returns the entries that waited for the slot of an offer or a booking at its time, were earlier than `before`, and did not
 * get it. What happened in the same millisecond may have been before or after it. The time at which an entry left is not
 * stored, so entries that left are not looked at. Nor are those of the worker while it is away.
 */
export function passedOver(
  entries: readonly StoredEntry[],
  acts: readonly { slot: number; at: number; hold: number; before: number }[],
  { away }: { away: readonly TimeSpan[] },
): string[] {
  const isAway = (at: number) => away.some(([from, to]) => from <= at && at <= to);
  return acts.flatMap(({ slot, at, hold, before }) =>
    entries.filter((entry) =>
      entry.id < before && entry.created < at && entry.state !== "CANCELLED" &&
      wants(entry, slot) && !(entry.workerId !== null && isAway(at)) &&
      !entry.offers.some((offer) =>
        offer.slot === slot && offer.hold < hold && offer.at <= at && offer.outcome !== "WITHDRAWN"
      ) &&
      !entry.offers.some((offer) =>
        offer.at <= at && offer.hold < hold &&
        (offer.outcome === "ACCEPTED" || offer.end === null || offer.end >= at)
      )
    ).map(({ id }) => `entry ${id} at ${timeOf(slot)}, before ${before}, at ${at}`)
  );
}

export function wants({ from, to }: StoredEntry, slot: number): boolean {
  return from <= slot && slot + slotMinutes <= to;
}

export function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${
    String(minute % 60).padStart(2, "0")
  }`;
}

export function timeOf(minute: number): string {
  return `${date}T${clock(minute)}:00`;
}

export function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
