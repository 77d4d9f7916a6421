import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../core/mod.ts";
import { staffOf } from "../support/staff_callers.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { inTurns } from "./in_turns.ts";
import { dialog, expectSeen, expectShown, openSignedIn } from "./keyboard.ts";
import { pictureFailures } from "./picture_failures.ts";

const cancelPath = "**/trpc/appointments.cancel*";

describe.skipIf(!hasChromium)("an office of many appointments", () => {
  let dashboard: Dashboard;
  let page: Page;
  let complaints: string[];
  let departmentId: number;

  beforeAll(async () => {
    dashboard = await startDashboard();
    const { id } = await staff().createDepartment(caller(), {
      name: "Registry",
      slotInterval: 30,
      slotCapacity: 10,
    });
    departmentId = id;
    ({ page, complaints } = await openPage(dashboard.browser));
    await openSignedIn(page, dashboard);
  });
  pictureFailures(() => page);
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  const staff = () => dashboard.api.seeding.application.staff;
  const caller = () =>
    staffOf(dashboard.demo.organizationId, { timeZone: dashboard.demo.timeZone });
  const balance = async () => (await staff().getBalances(caller())).live;
  const affected = () => dialog(page, "Affected appointments");

  /** Books appointments on a date, ten at a time from 08:00 on. The names have the number, from 0. */
  async function book(date: string, count: number): Promise<number[]> {
    const scope = {
      organizationId: dashboard.demo.organizationId,
      environment: "LIVE",
      actor: operator,
    } as const;
    const morning = Temporal.PlainDate.from(date).toPlainDateTime("08:00");
    const booked = await inTurns(
      Array.from({ length: count }, (_, i) => i),
      (i) =>
        dashboard.api.seeding.application.bookAppointment(scope, {
          departmentId,
          dateTime: morning.add({ minutes: 30 * Math.floor(i / 10) }).toString(),
          name: `Person No. ${i}`,
        }),
    );
    return booked.map(({ appointment }) => appointment.id);
  }

  /** Types a date into the parts of a date field. */
  async function typeDate(label: string, date: string): Promise<void> {
    const [year, month, day] = date.split("-");
    const field = page.getByRole("group", { name: label, exact: true });
    await field.getByRole("spinbutton").first().click();
    await page.keyboard.type(`${day}${month}${year}`);
  }
  /** Closes all departments on a date, and opens the dialog of the affected appointments. */
  async function closeOffice(date: string, count: number): Promise<void> {
    await page.goto(`${dashboard.url}/departments`);
    await page.getByRole("button", { name: "Close office" }).click();
    await typeDate("From", date);
    await expectSeen(page, `${count} scheduled appointments on these dates.`);
    await page.getByRole("button", { name: "Close all departments" }).click();
    await expectShown(affected());
  }
  async function cancelAll(count: number): Promise<void> {
    await affected().getByRole("button", { name: "Cancel all" }).click();
    await affected().getByRole("button", { name: `Cancel ${count} appointments` }).click();
  }
  /** Returns the number of appointments of a date per status. */
  async function statusesOn(date: string): Promise<Record<string, number>> {
    const { rows } = await dashboard.sql.query(
      `select status, count(*)::int as count from appointments
       where department_id = $1 and date_time::date = $2 group by status`,
      [departmentId, date],
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  }

  test("cancels 200, each once, and says at the end how many were cancelled and which were refused", async () => {
    const ids = await book("2038-07-05", 200);
    const before = await balance();
    await closeOffice("2038-07-05", 200);
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const cancelled: number[] = [];
    await page.route(cancelPath, async (route) => {
      cancelled.push(route.request().postDataJSON().id);
      if (cancelled.length === 100) {
        reached.resolve();
        await released.promise;
      }
      await route.continue();
    });
    await cancelAll(200);
    await reached.promise;
    await expectShown(affected().getByText("99 of 200 done"));
    const progress = affected().getByRole("progressbar", { name: "Progress" });
    expect(await progress.getAttribute("value")).toBe("99");
    expect(await progress.getAttribute("max")).toBe("200");
    // Somebody else cancels two of them meanwhile.
    const refused = [ids[150]!, ids[199]!];
    for (const id of refused) await staff().cancelAppointment(caller(), { id });
    released.resolve();
    await expectShown(affected().getByText("198 of 200 done · 2 not done"));
    await expectShown(affected().getByText("No scheduled appointments on these dates."));
    const faults = affected().getByRole("list", { name: "2 not done" }).getByRole("listitem");
    expect((await faults.allInnerTexts()).map((text) => /^Person No\. \d+/.exec(text)?.[0]))
      .toEqual(["Person No. 150", "Person No. 199"]);
    expect(cancelled.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
    expect(await statusesOn("2038-07-05")).toEqual({ CANCELLED: 200 });
    expect(await balance()).toBe(before + 200);
    await page.unroute(cancelPath);
  });

  test("cancels until its dialog is closed, says how many were cancelled, and goes on when it is opened again", async () => {
    await book("2038-07-06", 10);
    const before = await balance();
    await closeOffice("2038-07-06", 10);
    const reached = Promise.withResolvers<void>();
    let calls = 0;
    await page.route(cancelPath, async (route) => {
      calls += 1;
      if (calls < 4) return await route.continue();
      // Never reaches the service.
      reached.resolve();
    });
    await cancelAll(10);
    await reached.promise;
    await affected().getByRole("button", { name: "Done" }).click();
    await affected().waitFor({ state: "detached" });
    await expectSeen(page, "3 of 10 done · 1 not done · 6 not tried");
    expect(calls).toBe(4);
    expect(await statusesOn("2038-07-06")).toEqual({ CANCELLED: 3, SCHEDULED: 7 });
    await page.unroute(cancelPath);
    await page.goto(`${dashboard.url}/departments/${departmentId}?tab=closures`);
    await page.getByRole("row", { name: /6 Jul 2038/ }).getByRole("button", { name: /ffected/ })
      .click();
    await cancelAll(7);
    await expectShown(affected().getByText("7 of 7 done"));
    expect(await statusesOn("2038-07-06")).toEqual({ CANCELLED: 10 });
    expect(await balance()).toBe(before + 10);
  });

  test("completes once whose answer was lost, although the list shows the outcome when it is started again", async () => {
    const date = "2038-07-07";
    await book(date, 2);
    await page.goto(
      `${dashboard.url}/appointments?department=${departmentId}&when=dates&from=${date}&to=${date}`,
    );
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    const completeAll = async () => {
      await page.getByRole("button", { name: "Mark all as completed" }).click();
      await page.getByLabel("Reason").fill("Served today");
      await page.getByRole("button", { name: "Complete 2 appointments" }).click();
    };
    await page.route("**/trpc/appointments.complete*", async (route) => {
      await route.fetch();
      await route.abort();
    }, { times: 1 });
    await completeAll();
    await expectSeen(page, "0 of 2 done · 1 not done · 1 not tried");
    expect(await statusesOn(date)).toEqual({ COMPLETED: 1, SCHEDULED: 1 });
    await completeAll();
    await expectSeen(page, "2 of 2 done");
    expect(await statusesOn(date)).toEqual({ COMPLETED: 2 });
  });

  describe("in which few places are free", () => {
    const full = "2038-08-02";
    const closed = "2038-08-03";
    const later = "2038-08-04";

    beforeAll(async () => {
      const hours = [{ opens: "08:00", closes: "09:30" }];
      await staff().updateDepartment(caller(), {
        id: departmentId,
        openingHours: { monday: hours, tuesday: hours, wednesday: hours },
        version: (await staff().getDepartment(caller(), { id: departmentId })).version,
      });
      // 5 of 30 places.
      await book(full, 5);
      await book(closed, 30);
    });

    /** Returns the number of scheduled appointments per time of a date. */
    async function timesOn(date: string): Promise<Record<string, number>> {
      const { rows } = await dashboard.sql.query(
        `select to_char(date_time, 'HH24:MI') as time, count(*)::int as count from appointments
         where department_id = $1 and date_time::date = $2 and status = 'SCHEDULED'
         group by date_time order by date_time`,
        [departmentId, date],
      );
      return Object.fromEntries(rows.map(({ time, count }) => [time, count]));
    }
    async function moveAll(count: number, date: string): Promise<void> {
      await page.getByRole("button", { name: "Move all" }).click();
      await typeDate("Move to", date);
      await page.getByRole("button", { name: `Move ${count} appointments` }).click();
    }
    const unmoved = async () =>
      (await page.getByRole("list", { name: "5 not done" }).getByRole("listitem").allInnerTexts())
        .map((text) => text.replace(/, .*:/, ":"));

    test("moves as many as there are places, and names the others, which stay", async () => {
      await closeOffice(closed, 30);
      await moveAll(30, full);
      await expectShown(affected().getByText("25 of 30 done · 5 not done"));
      await expectShown(affected().getByText("5 scheduled appointments on these dates."));
      expect(await unmoved()).toEqual(
        [25, 26, 27, 28, 29].map((i) => `Person No. ${i}: No free time on that date`),
      );
      expect(await timesOn(full)).toEqual({ "08:00": 10, "08:30": 10, "09:00": 10 });
      expect(await timesOn(closed)).toEqual({ "09:00": 5 });
      await affected().getByRole("button", { name: "Done" }).click();
    });

    test("moves the others from the list, and leaves who is on the target date already", async () => {
      // All places of 08:00, so an appointment that is moved needlessly gets another time.
      await book(later, 11);
      const filter = `department=${departmentId}&when=dates&from=${closed}&to=${later}`;
      await page.goto(`${dashboard.url}/appointments?${filter}`);
      await page.getByRole("checkbox", { name: "Select all on this page" }).check();
      await moveAll(16, later);
      await expectSeen(page, "16 of 16 done");
      expect(await timesOn(closed)).toEqual({});
      expect(await timesOn(later)).toEqual({ "08:00": 10, "08:30": 1, "09:00": 5 });
    });
  });

  test("the page had no errors", () => {
    // One answer was lost on purpose.
    expect(complaints.filter((text) => !/409|ERR_FAILED/.test(text))).toEqual([]);
  });
});
