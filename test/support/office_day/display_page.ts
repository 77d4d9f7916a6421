import type { Page } from "playwright-core";
import { openChromium, openPage } from "../../dashboard/chromium.ts";
import { type Announcement, type Announcements, pageTimeoutMs } from "./day.ts";
import { lastNames } from "./day_plan.ts";
import type { Office } from "./office.ts";
import { observeLongTasks } from "./page_figures.ts";
import { displayProbe } from "./probes.ts";

/** A display in a browser. */
export interface DisplayPage {
  page: Page;
  announcements: Announcements;
  complaints: string[];
  longTasks: readonly number[];
}

/** What the probe of a display has seen. */
export interface DisplayRecord {
  views: number;
  /** Numbers of new calls that were not marked as new. */
  unmarked: number[];
  /** Tones that were played, and those that the new calls need. */
  sounds: number;
  expectedSounds: number;
  /** Names of people in the answers of the service. */
  names: string[];
}

/** Opens the display of an office at one of its processes, and allows its sound. */
export async function openDisplay(
  { api, clock, displayToken }: Office,
  process: number,
): Promise<DisplayPage> {
  const { page, complaints } = await openPage(await openChromium(), { width: 1920, height: 1080 });
  const heard = createAnnouncements();
  await page.exposeFunction("heardCalls", heard.add);
  const longTasks = await observeLongTasks(page);
  await page.addInitScript(displayProbe(lastNames));
  await clock.attach(page);
  await page.goto(`${api.services[process]!.url}/display/${displayToken}`);
  await page.locator("header h1").waitFor();
  const sound = page.locator("button.sound");
  if (await sound.count() > 0) await sound.click();
  await sound.waitFor({ state: "detached" });
  return { page, complaints, longTasks, announcements: heard.announcements };
}

/** Hears every call at once: for a day without a display. */
export function hearEverything(): Announcements {
  return { all: [], heard: async () => {} };
}

function createAnnouncements() {
  const all: Announcement[] = [];
  const waiting = new Set<() => void>();
  return {
    add(calls: readonly Announcement[]): void {
      all.push(...calls);
      for (const look of waiting) look();
    },
    announcements: {
      all,
      heard({ number, desk, calls }, since) {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        const text = `The display did not announce call ${calls} of number ${number} to ${desk}`;
        const timer = setTimeout(() => reject(new Error(text)), pageTimeoutMs);
        const look = () => {
          const isHeard = all.slice(since).some((one) =>
            one.number === number && one.desk === desk && one.calls === calls
          );
          if (isHeard) resolve();
        };
        waiting.add(look);
        look();
        return promise.finally(() => {
          clearTimeout(timer);
          waiting.delete(look);
        });
      },
    } satisfies Announcements as Announcements,
  };
}

/** Returns what the probe has seen so far. */
export function displayRecord({ page }: DisplayPage): Promise<DisplayRecord> {
  return page.evaluate<DisplayRecord>("globalThis.displayProbe");
}
