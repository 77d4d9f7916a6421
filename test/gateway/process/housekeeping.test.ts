import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cleanRegularly } from "../../../gateway/process/background_work.ts";

const hourMs = 3_600_000;
const log = pino({ level: "silent" });
const now = () => Temporal.Instant.fromEpochMilliseconds(Date.now());

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("cleanRegularly() cleans, enters holidays and removes personal data after a minute and then each hour, after a failure too, until it is stopped", async () => {
  let cleanings = 0;
  let renewals = 0;
  let runs = 0;
  let refreshes = 0;
  let comparisons = 0;
  let last: AbortSignal | undefined;
  const clean = async () => {
    cleanings += 1;
    if (cleanings === 1) throw new Error("away");
    return [];
  };
  const renewHolidays = async () => void (renewals += 1);
  const applyRetention = async ({ signal }: { signal?: AbortSignal } = {}): Promise<number[]> => {
    runs += 1;
    last = signal;
    throw new Error("away");
  };
  const waitlistPasses = {
    refresh: async () => {
      refreshes += 1;
      throw new Error("away");
    },
  };
  const application = { renewHolidays, applyRetention };
  const warnOfConnections = async () => {
    comparisons += 1;
    throw new Error("away");
  };
  const parts = { application, persistence: { clean, now, waitlistPasses }, warnOfConnections };
  const cleaning = cleanRegularly(parts, log);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([comparisons, cleanings, refreshes, renewals, runs]).toEqual([1, 1, 1, 1, 1]);
  await vi.advanceTimersByTimeAsync(hourMs);
  expect([cleanings, renewals, runs, last?.aborted]).toEqual([2, 2, 2, false]);
  await cleaning.stop();
  await vi.advanceTimersByTimeAsync(2 * hourMs);
  expect([cleanings, renewals, runs, last?.aborted]).toEqual([2, 2, 2, true]);
});

test("a removal that takes hours is not started twice, and keeps no other work waiting", async () => {
  let cleanings = 0;
  let runs = 0;
  const clean = async () => {
    cleanings += 1;
    return [];
  };
  const applyRetention = ({ signal }: { signal?: AbortSignal } = {}) => {
    runs += 1;
    return new Promise<number[]>((resolve) => {
      signal!.addEventListener("abort", () => resolve([]));
    });
  };
  const application = { renewHolidays: async () => {}, applyRetention };
  const waitlistPasses = { refresh: async () => {} };
  const warnOfConnections = async () => {};
  const persistence = { clean, now, waitlistPasses };
  const cleaning = cleanRegularly({ application, persistence, warnOfConnections }, log);
  await vi.advanceTimersByTimeAsync(60_000 + 2 * hourMs);
  expect([cleanings, runs]).toEqual([3, 1]);
  await cleaning.stop();
});

test("after a jump forward of the database's clock, one removal and one pass of waiting lists are left out", async () => {
  let jumpMs = 0;
  const refreshedAhead: number[] = [];
  const steady: (boolean | undefined)[] = [];
  const applyRetention = async ({ isClockSteady }: { isClockSteady?(): boolean } = {}) => {
    steady.push(isClockSteady?.());
    return [];
  };
  const application = { renewHolidays: async () => {}, applyRetention };
  const persistence = {
    clean: async () => [],
    now: () => now().add({ milliseconds: jumpMs }),
    waitlistPasses: { refresh: async () => void refreshedAhead.push(jumpMs) },
  };
  const cleaning = cleanRegularly(
    { application, persistence, warnOfConnections: async () => {} },
    log,
  );
  jumpMs = 365 * 24 * hourMs;
  await vi.advanceTimersByTimeAsync(60_000 + hourMs);
  jumpMs = 0;
  await vi.advanceTimersByTimeAsync(hourMs);
  jumpMs = 2 * 60_000;
  await vi.advanceTimersByTimeAsync(hourMs);
  expect(steady).toEqual([false, true, true, false]);
  expect(refreshedAhead).toEqual([365 * 24 * hourMs, 0]);
  await cleaning.stop();
});
