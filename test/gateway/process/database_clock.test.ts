import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ClockSample, createDatabaseClock } from "../../../gateway/process/database_clock.ts";

const dayMs = 86_400_000;
const start = Date.UTC(2026, 10, 22, 6);

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

/** A process and a database, each with clocks that the test sets. */
async function openClock() {
  const at = { wallMs: start + 5000, monotonicMs: 700, databaseMs: start };
  const lines: unknown[] = [];
  const roundTrip = { ms: 0 };
  let isAway = false;
  let samples = 0;
  const pass = (ms: number) => {
    at.wallMs += ms;
    at.monotonicMs += ms;
    at.databaseMs += ms;
  };
  async function sample(): Promise<ClockSample> {
    if (isAway) throw new Error("The database is away");
    samples += 1;
    const sentMs = at.monotonicMs;
    const { databaseMs } = at;
    // The answer takes all of it.
    pass(roundTrip.ms);
    return { databaseMs, sentMs, receivedMs: at.monotonicMs };
  }
  const clock = createDatabaseClock({
    clocks: { wallMs: () => at.wallMs, monotonicMs: () => at.monotonicMs },
    log: { warn: (...line: unknown[]) => void lines.push(line) },
  });
  await clock.start(sample);
  return {
    clock,
    at,
    lines,
    roundTrip,
    sample,
    pass,
    samples: () => samples,
    setAway: (value: boolean) => void (isAway = value),
    /** Milliseconds by which the clock is ahead of the database's. */
    error: () => clock.now().epochMilliseconds - at.databaseMs,
    /** Lets seconds pass with their ticks. */
    async tick(seconds: number) {
      for (let i = 0; i < seconds; i += 1) {
        pass(1000);
        await vi.advanceTimersByTimeAsync(1000);
      }
    },
  };
}

test("there is no time before the first answer of the database", () => {
  const clock = createDatabaseClock({ log: { warn: () => {} } });
  expect(() => clock.now()).toThrow("start() has not read the database's clock");
});

test("the start fails while the database is away", async () => {
  const clock = createDatabaseClock({ log: { warn: () => {} } });
  await expect(clock.start(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
});

test("the clock shows the database's time and advances with the monotonic clock", async () => {
  const { clock, at, pass } = await openClock();
  expect(clock.now().epochMilliseconds).toBe(at.databaseMs);
  pass(1234);
  expect(clock.now().epochMilliseconds).toBe(start + 1234);
});

test.each([
  ["40 days", 40 * dayMs],
  ["-40 days", -40 * dayMs],
  ["2 hours", 7_200_000],
  ["-2 hours", -7_200_000],
  ["100 years", 36_525 * dayMs],
])("a jump of the process's clock by %s changes no time and is logged once", async (_, jumpMs) => {
  const { at, error, lines, tick } = await openClock();
  at.wallMs += jumpMs;
  expect(error()).toBe(0);
  await tick(30);
  expect(error()).toBe(0);
  expect(lines).toEqual([
    [{ jumpMs }, "the clock of this process jumped; times follow the database's clock"],
  ]);
  // Back again is another jump.
  at.wallMs -= jumpMs;
  await tick(30);
  expect(lines).toHaveLength(2);
  expect(error()).toBe(0);
});

test("a jump is detected within a second, also if nobody reads the clock", async () => {
  const { at, lines, tick } = await openClock();
  at.wallMs += dayMs;
  await tick(1);
  expect(lines).toHaveLength(1);
});

test("an adjusted clock rate is not a jump, whatever the total difference", async () => {
  const { at, lines, tick, error } = await openClock();
  for (let second = 0; second < 100; second += 1) {
    at.wallMs += 80;
    await tick(1);
  }
  expect(lines).toEqual([]);
  expect(error()).toBe(0);
});

test("the first reading after a suspension of the machine takes a sample", async () => {
  const { at, error, lines, clock } = await openClock();
  // The monotonic clock does not move meanwhile.
  at.wallMs += 3_600_000;
  at.databaseMs += 3_600_000;
  clock.now();
  await vi.advanceTimersByTimeAsync(0);
  expect(error()).toBe(0);
  expect(lines).toHaveLength(1);
});

test("a sample from before the suspension is not used", async () => {
  const { at, error, sample, lines } = await openClock();
  const clock = createDatabaseClock({
    clocks: { wallMs: () => at.wallMs, monotonicMs: () => at.monotonicMs },
    log: { warn: (...line: unknown[]) => void lines.push(line) },
  });
  let asked = 0;
  await clock.start(async () => {
    asked += 1;
    const sampled = await sample();
    if (asked === 1) {
      at.wallMs += dayMs;
      at.databaseMs += dayMs;
    }
    return sampled;
  });
  expect(clock.now().epochMilliseconds).toBe(at.databaseMs);
  expect(lines).toHaveLength(1);
  expect(error()).not.toBe(0);
});

test("a jump of the database's clock is followed within ten seconds and logged once", async () => {
  for (const jumpMs of [40 * dayMs, -40 * dayMs, 7_200_000]) {
    const { at, error, lines, tick } = await openClock();
    await tick(1);
    at.databaseMs += jumpMs;
    await tick(30);
    expect(error()).toBe(0);
    expect(lines).toEqual([[{ jumpMs: expect.any(Number) }, expect.stringContaining("database")]]);
  }
});

test("time stops, and does not go back, when the database's clock is set back a little", async () => {
  const { at, clock, tick, pass, lines } = await openClock();
  at.databaseMs -= 400;
  const shown: number[] = [];
  for (let second = 0; second < 20; second += 1) {
    await tick(1);
    for (let i = 0; i < 10; i += 1) {
      pass(10);
      shown.push(clock.now().epochMilliseconds);
    }
  }
  expect(shown).toEqual(shown.toSorted((a, b) => a - b));
  expect(clock.now().epochMilliseconds).toBe(at.databaseMs);
  expect(lines).toEqual([]);
});

test("a slow sample replaces a better one only if it contradicts it", async () => {
  const { at, clock, error, roundTrip, tick } = await openClock();
  roundTrip.ms = 400;
  await tick(11);
  // Half of the round trip would be 200 ms off.
  expect(error()).toBe(0);
  at.databaseMs += 1000;
  await tick(11);
  expect(Math.abs(clock.now().epochMilliseconds - at.databaseMs)).toBeLessThanOrEqual(200);
  roundTrip.ms = 0;
  await tick(11);
  expect(error()).toBe(0);
});

test("time continues while the database is unreachable, with a new sample attempt each second", async () => {
  const { error, samples, setAway, tick } = await openClock();
  setAway(true);
  await tick(60);
  expect(error()).toBe(0);
  const before = samples();
  setAway(false);
  await tick(1);
  expect(samples()).toBe(before + 1);
});
