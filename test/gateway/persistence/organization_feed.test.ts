import { expect, test } from "vitest";
import { OrganizationFeed } from "../../../gateway/persistence/audit/organization_feed.ts";
import type { ChangeEntry } from "../../../core/ports.ts";

const entry = (id: number): ChangeEntry => ({
  id,
  action: "appointment.created",
  subjectId: id,
  environment: "LIVE",
  actor: { kind: "STAFF", id: 1, name: "Ada" },
  at: Temporal.Instant.from("2026-03-01T12:00:00Z"),
});
const entries = (...ids: number[]) => ids.map(entry);
const upTo = (last: number, count: number) =>
  Array.from({ length: count }, (_, i) => entry(last - i));
const snapshot = (xmin: number, xmax: number) => ({ xmin: BigInt(xmin), xmax: BigInt(xmax) });
const idsOf = ({ changes }: { changes: ChangeEntry[] }) => changes.map(({ id }) => id);

test("an entry that becomes visible after a later one is delivered once, and then the position passes both", () => {
  const feed = OrganizationFeed.startingWith([], snapshot(50, 50));
  const first = feed.take(entries(7, 9), snapshot(50, 55));
  expect(idsOf(first)).toEqual([7, 9]);
  expect(first.position).toBe(0);
  const second = feed.take(entries(7, 9, 10), snapshot(52, 58));
  expect(idsOf(second)).toEqual([10]);
  expect(second.position).toBe(0);
  const third = feed.take(entries(7, 8, 9, 10), snapshot(55, 60));
  expect(idsOf(third)).toEqual([8]);
  expect(third.position).toBe(9);
  expect(feed.take(entries(10), snapshot(70, 70))).toEqual({
    changes: [],
    isIncomplete: false,
    position: 10,
  });
});

test("the entries of the start are no news, but those that were not committed then are", () => {
  const feed = OrganizationFeed.startingWith(entries(1, 3), snapshot(50, 55));
  expect(feed.position).toBe(0);
  expect(idsOf(feed.take(entries(1, 2, 3), snapshot(56, 56)))).toEqual([2]);
  expect(feed.position).toBe(3);
});

test("more changes than a batch holds make it incomplete, and again when the last of them have ended", () => {
  const feed = OrganizationFeed.startingWith([], snapshot(50, 50));
  expect(feed.take(upTo(600, 501), snapshot(50, 55))).toMatchObject({
    changes: [],
    isIncomplete: true,
    position: 0,
  });
  expect(feed.take(upTo(600, 501), snapshot(52, 58)).isIncomplete).toBe(false);
  // An entry below the newest 500 may have become visible meanwhile.
  expect(feed.take(upTo(600, 501), snapshot(55, 60))).toMatchObject({
    isIncomplete: true,
    position: 600,
  });
  expect(feed.take(entries(601), snapshot(60, 60))).toMatchObject({
    isIncomplete: false,
    position: 601,
  });
});
