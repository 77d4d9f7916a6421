import { expect, test } from "vitest";
import { isDate } from "../../gateway/dashboard/api/time.ts";

test.each([
  ["2026-02-28", true],
  ["2028-02-29", true],
  ["9999-12-31", true],
  ["2026-02-31", false],
  ["9999-99-99", false],
  ["2026-11-22T10:00", false],
  ["yesterday", false],
])("%s in the address is a date: %s", (text, expected) => {
  expect(isDate(text)).toBe(expected);
});
