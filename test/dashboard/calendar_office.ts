import type { Locator, Page } from "playwright-core";
import { staffOf } from "../support/staff_callers.ts";
import type { Dashboard } from "./dashboard.ts";

const everyDay = [{ opens: "08:00", closes: "18:00" }];
const openingHours = {
  monday: everyDay,
  tuesday: everyDay,
  wednesday: everyDay,
  thursday: everyDay,
  friday: everyDay,
  saturday: everyDay,
  sunday: everyDay,
};

/** A department that books by worker, open from 8 to 18 every day in slots of 30 minutes. */
export interface Office {
  departmentId: number;
  /** The ids of the workers by their names. */
  workers: Record<string, number>;
  book(given: { dateTime: string; name: string; [field: string]: unknown }): Promise<number>;
}

/** Creates an office in the organization of the dashboard. */
export async function openOffice(
  { api, demo: { organizationId, timeZone } }: Dashboard,
  { name, workers: names, ...settings }: {
    name: string;
    workers: readonly string[];
    [field: string]: unknown;
  },
): Promise<Office> {
  const { application } = api.seeding;
  const admin = staffOf(organizationId, { role: "ADMIN", timeZone });
  const { id: departmentId } = await application.createDepartment(organizationId, {
    name,
    slotInterval: 30,
    slotCapacity: 50,
    showAdminsInBooking: true,
    openingHours,
    ...settings,
  });
  const workers: Record<string, number> = {};
  for (const one of names) {
    workers[one] = (await application.createWorker(departmentId, { name: one })).id;
  }
  return {
    departmentId,
    workers,
    book: async (given) =>
      (await application.staff.createAppointment(admin, { departmentId, ...given })).id,
  };
}

/** Finds a block on the calendar by the name of its person. */
export function block(page: Page, name: string): Locator {
  return page.getByRole("gridcell", { name: new RegExp(`^${name} `) });
}

/** Finds a column of the calendar by its title. */
export function column(page: Page, title: string): Locator {
  return page.getByRole("row").filter({
    has: page.getByRole("link", { name: title, exact: true }),
  });
}

/** Returns a point in the slot of a time of a column. Scrolls it into view if it is not. */
export async function pointAt(
  page: Page,
  title: string,
  time: string,
): Promise<{ x: number; y: number }> {
  const body = column(page, title).locator(".board-body");
  return await body.evaluate((element, minute) => {
    const { closest, getBoundingClientRect, dataset } = element as unknown as BoardBody;
    const board = closest.call(element, ".board")!;
    const pxPerMinute = Number(dataset["pxPerMinute"]);
    const at = (minute - Number(dataset["from"])) * pxPerMinute;
    const box = getBoundingClientRect.call(element);
    const frame = board.getBoundingClientRect();
    const [x, y] = [box.left - frame.left, box.top + at - frame.top];
    const isShown = x >= 50 && x + 60 < frame.width && y >= 60 && y + 20 < frame.height;
    if (!isShown) board.scrollBy(x - 300, y - 250);
    const { left, top } = getBoundingClientRect.call(element);
    return { x: left + 40, y: top + at };
  }, Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + 5);
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface BoardBody {
  dataset: Record<string, string>;
  getBoundingClientRect(): Box;
  closest(
    selector: string,
  ): { getBoundingClientRect(): Box; scrollBy(x: number, y: number): void } | null;
}

/** Drags a block to a time of a column. With `holds`, the button stays pressed. */
export async function drag(
  page: Page,
  name: string,
  { to, time, holds = false }: { to: string; time: string; holds?: boolean },
): Promise<void> {
  // May scroll, so before the block is looked at.
  await pointAt(page, to, time);
  // Waits until the block no longer moves: a notice above the calendar can appear at any time.
  await block(page, name).hover({ position: { x: 30, y: 8 } });
  const target = await pointAt(page, to, time);
  const box = (await block(page, name).boundingBox())!;
  await page.mouse.down();
  await page.mouse.move(box.x + 40, box.y + 14, { steps: 2 });
  // The pointer holds the block 8 pixels below its top.
  await page.mouse.move(target.x, target.y + 2, { steps: 4 });
  await page.locator(".board-ghost").waitFor();
  if (!holds) await page.mouse.up();
}

const calendarReads = /\/trpc\/([^?]*desk\.calendar[^?]*)/;

/** From its next answer on, the page gets the calendar as it is then, although others change it. */
export async function freezeCalendar(page: Page): Promise<void> {
  let frozen: unknown;
  await page.route(calendarReads, async (route) => {
    const response = await route.fetch();
    const answers: unknown[] = await response.json();
    const [, procedures = ""] = calendarReads.exec(route.request().url())!;
    const index = procedures.split(",").indexOf("desk.calendar");
    frozen ??= answers[index];
    await route.fulfill({ response, json: answers.with(index, frozen) });
  });
}
