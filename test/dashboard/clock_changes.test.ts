import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { staffOf } from "../support/staff_callers.ts";
import { makeStaff } from "../support/staff_session.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { expectFocused, expectSeen, expectShown, openSignedIn, press } from "./keyboard.ts";
import { pictureFailures } from "./picture_failures.ts";

const timeZone = "Europe/Berlin";
const { spring, autumn } = nextChanges();

/** Returns the next dates on which the clocks go forward and back. They are not today or tomorrow. */
function nextChanges(): { spring: string; autumn: string } {
  const next = Temporal.Now.zonedDateTimeISO(timeZone).add({ days: 2 })
    .getTimeZoneTransition("next")!;
  const dates = [next, next.getTimeZoneTransition("next")!].map((one) => one.toPlainDate());
  const [inSpring, inAutumn] = dates.toSorted((a, b) => a.month - b.month);
  return { spring: inSpring!.toString(), autumn: inAutumn!.toString() };
}

function dayBefore(date: string): string {
  return Temporal.PlainDate.from(date).subtract({ days: 1 }).toString();
}

function dayText(date: string): string {
  const text = { weekday: "short", day: "numeric", month: "short" } as const;
  return Temporal.PlainDate.from(date).toLocaleString("en-GB", text).replace(",", "");
}

describe.skipIf(!hasChromium)("a day on which the clocks change", () => {
  let dashboard: Dashboard;
  let organizationId: number;
  let departmentId: number;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    dashboard = await startDashboard();
    const { application } = dashboard.api.seeding;
    const { organization } = await application.createOrganization({
      name: "Clocks",
      timeZone,
      ownerEmail: `owner@${crypto.randomUUID()}.example`,
      ownerPassword: "a long password",
    });
    organizationId = organization.id;
    await application.grantCredits(organizationId, { amount: 100, note: "Credits" });
    const department = { name: "Night Desk", slotInterval: 30, slotCapacity: 2 };
    ({ id: departmentId } = await application.createDepartment(organizationId, department));
    ({ page, complaints } = await openPage(dashboard.browser));
    const owner = await makeStaff(dashboard.api.seeding, organizationId);
    await openSignedIn(page, { url: dashboard.url, owner });
  });
  pictureFailures(() => page);
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  /** The place of a time in the table of a dialog. Column 0 is its first day. */
  const cell = (time: string, column = 0) => page.locator(`tr[data-time='${time}'] td`).nth(column);
  const free = (time: string, column?: number) => cell(time, column).locator(".slot-choice");
  const strip = () => page.getByRole("listbox", { name: /Night Desk/ }).getByRole("option");
  const timesOn = async (date: string) =>
    (await dashboard.sql.query(
      `select to_char(date_time, 'HH24:MI') as time from appointments
       where department_id = $1 and date_time::date = $2 order by date_time`,
      [departmentId, date],
    )).rows.map(({ time }) => time);

  async function openNew(date: string): Promise<void> {
    await page.goto(`${dashboard.url}/?date=${date}`);
    await expectShown(strip().first());
    await press(page, "n");
    await expectShown(free("03:00"));
  }
  async function book(time: string, name: string): Promise<void> {
    await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
    await free(time).click();
    await page.locator("[type=submit]").click();
    await expectSeen(page, new RegExp(`^${name} is booked for .*, ${time}`));
    await page.getByRole("button", { name: "Done" }).click();
    await expectShown(page.getByRole("row", { name: new RegExp(`${time}.*${name}`) }));
  }
  async function bookDirectly(dateTime: string, name: string): Promise<void> {
    const request = { departmentId, dateTime, name };
    await dashboard.api.seeding.application.staff.createAppointment(
      staffOf(organizationId, { timeZone }),
      request,
    );
  }

  test("offers no time that the clocks skip, and says why", async () => {
    await openNew(spring);
    for (const time of ["02:00", "02:30"]) {
      expect(await free(time).count()).toBe(0);
      await expectShown(cell(time).locator(".closed[title*='does not exist']"));
      await expectShown(free(time, 1));
    }
    await expectShown(free("01:30"));
    await book("03:00", "Early Emil");
    expect(await timesOn(spring)).toEqual(["03:00"]);
    await expectShown(strip().and(page.getByLabel(/^02:30.*does not exist/)));
  });

  test("moves an appointment to the nearest time that exists, by keys and all at once", async () => {
    const before = dayBefore(spring);
    await bookDirectly(`${before}T02:30`, "Moved Mia");
    await page.goto(`${dashboard.url}/?date=${before}`);
    await page.getByRole("row", { name: /Moved Mia/ }).click();
    await press(page, "r");
    await expectFocused(page.locator(".week-table"));
    await press(page, "ArrowRight", "Enter");
    await page.getByRole("button", { name: `Move to ${dayText(spring)}, 03:00` }).click();
    await expectSeen(page, /^Moved Mia is moved to .*, 03:00/);
    expect(await timesOn(spring)).toEqual(["03:00", "03:00"]);

    await bookDirectly(`${before}T02:45`, "Bulk Ben");
    await page.goto(`${dashboard.url}/appointments?when=dates&from=${before}&to=${before}`);
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page.getByRole("button", { name: "Move all" }).click();
    const field = page.getByRole("group", { name: "Move to", exact: true });
    await field.getByRole("spinbutton").first().click();
    await page.keyboard.type(spring.split("-").toReversed().join(""));
    await page.getByRole("button", { name: "Move 1 appointment" }).click();
    await expectSeen(page, "1 of 1 done");
    expect(await timesOn(spring)).toEqual(["03:00", "03:00", "03:30"]);
  });

  test("shows a time that occurs twice as one slot", async () => {
    await openNew(autumn);
    expect(await page.locator("tr[data-time='02:30']").count()).toBe(1);
    await book("02:30", "Late Lea");
    expect(await strip().count()).toBe(48);
    await bookDirectly(`${autumn}T02:30`, "Second Sam");
    expect(await timesOn(autumn)).toEqual(["02:30", "02:30"]);
    await openNew(autumn);
    await expectShown(cell("02:30").getByText("full"));
    await expectShown(free("02:00"));
  });

  test("the calendar shades the hour that the clocks skip, and moves nothing into it", async () => {
    await bookDirectly(`${spring}T01:30`, "Night Nora");
    await page.goto(`${dashboard.url}/calendar?department=${departmentId}&date=${spring}`);
    await expectShown(page.locator(".board-shade.closed", { hasText: "does not exist" }).first());
    await page.getByRole("gridcell", { name: /^Night Nora/ }).focus();
    await press(page, "r");
    await expectShown(page.locator(".board-proposal"));
    await press(page, "ArrowDown");
    await expectSeen(page, /^Night Nora: 02:00, Night Desk\. Not possible: .*does not exist/);
    await press(page, "ArrowDown", "ArrowDown");
    await expectSeen(page, /^Night Nora: 03:00, Night Desk\. Not possible: This time is full/);
    await press(page, "Escape");
    await page.goto(`${dashboard.url}/calendar?department=${departmentId}&date=${autumn}`);
    await expectShown(page.getByRole("gridcell", { name: /^Second Sam 02:30/ }));
  });

  test("the page had no errors", () => expect(complaints).toEqual([]));
});
