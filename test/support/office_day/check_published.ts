import { expect } from "vitest";
import type { Announcements } from "./day.ts";
import type { DayRows } from "./day_rows.ts";
import type { DisplayRecord } from "./display_page.ts";
import type { EventRecords, VisitEvent } from "./event_records.ts";

/** Returns the expected events of visits, as `type number`. */
export function expectedEvents({ changes }: DayRows): string[] {
  const types: Record<string, string> = {
    "visit.arrived": "visit.arrived",
    "visit.returned": "visit.arrived",
    "visit.transferred": "visit.arrived",
    "visit.called": "visit.called",
    "visit.finished": "visit.finished",
  };
  return changes.flatMap(({ action, number }) =>
    types[action] ? [`${types[action]} ${number}`] : []
  );
}

/** Checks that the feed has each event once, and that the webhook got each of them. Returns the repeated deliveries. */
export function checkEvents(
  rows: DayRows,
  { feed, webhook }: Pick<EventRecords, "feed" | "webhook">,
): number {
  const expected = expectedEvents(rows);
  const textOf = ({ type, number }: VisitEvent) => `${type} ${number}`;
  expect(feed.map(textOf).toSorted()).toEqual(expected.toSorted());
  expect(new Set(feed.map(({ id }) => id)).size).toBe(feed.length);
  const delivered = new Map(webhook.map((event) => [event.id, event]));
  expect([...delivered.keys()].toSorted()).toEqual(feed.map(({ id }) => id).toSorted());
  expect([...delivered.values()].map(textOf).toSorted()).toEqual(expected.toSorted());
  return webhook.length - delivered.size;
}

/**
 * Checks that the display announced each call once, marked it, and sounded for it. A person who left just after a call may
 * have been faster than the display. Returns the number of announced calls and of all.
 */
export function checkAnnouncements(
  { changes }: DayRows,
  { announcements, record }: { announcements: Announcements; record: DisplayRecord },
): string {
  const textOf = (call: { number: number; calls: unknown }) =>
    `call ${call.calls} of ${call.number}`;
  const announced = announcements.all.map(textOf);
  const calls = changes.filter(({ action }) => action === "visit.called");
  const left = new Set(
    changes.filter(({ after }) => after["outcome"] === "LEFT").map(({ number }) => number),
  );
  const remaining = calls.map(({ number, after }) => ({ number, calls: after["calls"] }));
  for (const text of announced) {
    const found = remaining.findIndex((call) => textOf(call) === text);
    expect(found, `${text} was announced, and not made, or announced twice`).not.toBe(-1);
    remaining.splice(found, 1);
  }
  expect(remaining.filter(({ number }) => !left.has(number))).toEqual([]);
  expect(record).toMatchObject({ unmarked: [], names: [], sounds: record.expectedSounds });
  return `${announced.length} of ${calls.length}`;
}
