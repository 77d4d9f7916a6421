import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cleanRegularly } from "../../../gateway/process/background_work.ts";

const hourMs = 3_600_000;
const log = pino({ level: "silent" });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("cleanRegularly() cleans and enters holidays after a minute and then each hour, after a failure too, until it is stopped", async () => {
  let cleanings = 0;
  let renewals = 0;
  const clean = async () => {
    cleanings += 1;
    if (cleanings === 1) throw new Error("away");
  };
  const renewHolidays = async () => void (renewals += 1);
  const parts = { application: { renewHolidays }, persistence: { clean } };
  const cleaning = cleanRegularly(parts, log);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([cleanings, renewals]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(hourMs);
  expect([cleanings, renewals]).toEqual([2, 2]);
  await cleaning.stop();
  await vi.advanceTimersByTimeAsync(2 * hourMs);
  expect([cleanings, renewals]).toEqual([2, 2]);
});
