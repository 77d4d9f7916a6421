import { mkdtemp, rm } from "node:fs/promises";
import { renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "playwright-core";
import { zoneAhead } from "../zone_ahead.ts";
import { type OfficeTime, officeTimeAt, preparationMs } from "./office_time.ts";

/** The clock of an office. It is as fast as the machine's until the day begins, and then `rate` times as fast. */
export interface OfficeClock extends AsyncDisposable {
  rate: number;
  /** A zone without changes of its clocks, in which the day begins soon by the machine's clock too. */
  timeZone: string;
  /** The local date. */
  date: string;
  /** What a service needs in its environment to follow this clock. */
  environment: Record<string, string>;
  /** Begins the day. */
  start(): Promise<void>;
  /** Returns the minutes since local midnight. */
  minute(): number;
  /** Waits until so many minutes after local midnight. Returns at once if they have passed. */
  until(minute: number): Promise<void>;
  /** Waits for some seconds of the office. */
  pause(seconds: number): Promise<void>;
  /** Gives a page this clock for what it shows (`new Date()`). `Date.now()` stays, by which pages measure. */
  attach(page: Page): Promise<void>;
}

const hook = new URL("fast_clock.ts", import.meta.url).href;

/** Creates the clock of a day that begins at `beginsAt`, in minutes after midnight. */
export async function createOfficeClock(
  { rate, beginsAt }: { rate: number; beginsAt: number },
): Promise<OfficeClock> {
  const folder = await mkdtemp(join(tmpdir(), "appointments-office-"));
  const file = join(folder, "clock.json");
  const timeZone = zoneBefore(beginsAt);
  const midnight = Temporal.Now.zonedDateTimeISO(timeZone).startOfDay();
  const beginsAtMs = midnight.epochMilliseconds + beginsAt * 60_000;
  const time: OfficeTime = { rate, madeAtMs: Date.now(), startedAtMs: null, beginsAtMs };
  const pages = new Set<Page>();
  function write(): void {
    writeFileSync(`${file}.new`, JSON.stringify(time));
    // Renamed, because other processes read the file at any time.
    renameSync(`${file}.new`, file);
  }
  write();
  const minute = () => (officeTimeAt(time, Date.now()) - midnight.epochMilliseconds) / 60_000;
  return {
    rate,
    timeZone,
    date: midnight.toPlainDate().toString(),
    environment: { OFFICE_CLOCK: file, NODE_OPTIONS: `--import=${hook}` },
    async start() {
      time.startedAtMs = Date.now();
      write();
      await Promise.all([...pages].map((page) => page.evaluate(setTime(time))));
    },
    minute,
    until: (to) => delay(Math.max(0, (to - minute()) * 60_000 / rate)).then(() => {}),
    pause: (seconds) => delay(seconds * 1000 / rate).then(() => {}),
    async attach(page) {
      pages.add(page);
      page.once("close", () => pages.delete(page));
      await page.addInitScript(`${setTime(time)}; (${officeDate})()`);
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Returns a zone in which it is half an hour to an hour and a half before a minute of the day. */
function zoneBefore(minute: number): string {
  const now = Temporal.Now.zonedDateTimeISO("UTC");
  const local = now.hour * 60 + now.minute;
  const hours = Math.floor((((minute - 30 - local) % 1440) + 1440) % 1440 / 60);
  return zoneAhead(hours > 12 ? hours - 24 : hours);
}

const setTime = (time: OfficeTime) => `globalThis.officeTime = ${JSON.stringify(time)}`;

// Runs in a page. It is text, because Node has no types for it.
const officeDate = `() => {
  const preparationMs = ${preparationMs};
  const officeTimeAt = ${officeTimeAt};
  const Machine = Date;
  const officeNow = () => officeTimeAt(globalThis.officeTime, Machine.now());
  globalThis.Date = class Date extends Machine {
    constructor(...parts) {
      if (parts.length === 0) super(officeNow());
      else super(...parts);
    }
  };
}`;
