import { afterEach, expect, test, vi } from "vitest";
import { isDate, noteServerTime, nowIn, serverNow } from "../../gateway/dashboard/api/time.ts";

afterEach(() => void vi.useRealTimers());

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

test("the present time is that of the service, if the computer's clock is more than a moment off", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const at = (ms: number) => new Date(Date.now() + ms).toUTCString();
  noteServerTime(at(3_600_000));
  expect(serverNow() - Date.now()).toBeGreaterThan(3_598_000);
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16);
  expect([inAnHour, new Date(Date.now() + 3_599_000).toISOString().slice(0, 16)])
    .toContain(nowIn("UTC").slice(0, 16));
  // A header that a proxy has removed or spoiled changes nothing.
  noteServerTime(null);
  noteServerTime("yesterday");
  expect(serverNow() - Date.now()).toBeGreaterThan(3_598_000);
  noteServerTime(at(0));
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(50);
});
