import { expect, test } from "vitest";
import { dueWarning } from "../../../core/access/key_warning.ts";

const expiresAt = Temporal.Instant.from("2026-12-31T12:00:00.000Z");
const before = (days: number, ms = 0) =>
  expiresAt.subtract({ hours: days * 24 }).add({ milliseconds: ms });
const key = {
  createdAt: before(400),
  expiresAt,
  revokedAt: null,
  warnedEnd: null,
  warnedDays: null,
};

test.each<[string, number, number, number | undefined]>([
  ["before the 14th day", 14, -1, undefined],
  ["from the 14th day", 14, 0, 14],
  ["until the 3rd day", 3, -1, 14],
  ["from the 3rd day", 3, 0, 3],
  ["until the end", 0, -1, 3],
  ["at the end", 0, 0, undefined],
])("the warning of a key %s", (_, days, ms, due) => {
  expect(dueWarning(key, before(days, ms))).toBe(due);
});

test.each<[string, object, number, number | undefined]>([
  ["that has no end", { expiresAt: null }, 2, undefined],
  ["that is revoked", { revokedAt: before(20) }, 2, undefined],
  ["whose warning was given", { warnedEnd: expiresAt, warnedDays: 14 }, 10, undefined],
  ["whose first warning was given", { warnedEnd: expiresAt, warnedDays: 14 }, 2, 3],
  ["whose last warning was given", { warnedEnd: expiresAt, warnedDays: 3 }, 2, undefined],
  ["that had warnings about another end", { warnedEnd: before(1), warnedDays: 3 }, 10, 14],
  ["that lives exactly 14 days", { createdAt: before(14) }, 14, 14],
  ["that lives shorter than 14 days", { createdAt: before(14, 1) }, 10, undefined],
  ["that lives shorter than 14 days, at its last days", { createdAt: before(14, 1) }, 2, 3],
  ["that lives shorter than 3 days", { createdAt: before(3, 1) }, 2, undefined],
])("the warning of a key %s", (_, more, days, due) => {
  expect(dueWarning({ ...key, ...more }, before(days))).toBe(due);
});
