import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { staffOf } from "../support/staff_callers.ts";
import { makeStaff } from "../support/staff_session.ts";
import { writeVisits, type WrittenVisit } from "../support/written_visits.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { expectParameter, expectSeen, openSignedIn, press } from "./keyboard.ts";
import { pictureFailures } from "./picture_failures.ts";

const tuesday = "2026-03-03";
const weekBefore = "2026-02-24";

/** A visit of some local time, in one of the departments of the demo. */
interface MadeVisit {
  at: string;
  department: number;
  outcome: "SERVED" | "LEFT" | "NO_SHOW";
  /** Minutes until the call. Absent: not called. */
  waited?: number;
  /** Whether the appointment was at the time of the arrival. */
  isDue?: boolean;
}

describe.skipIf(!hasChromium)("the page of visits", () => {
  let dashboard: Dashboard;
  let page: Page;
  let departmentIds: number[];
  let numbers = 0;

  beforeAll(async () => {
    dashboard = await startDashboard();
    departmentIds = dashboard.demo.departments.map(({ id }) => id);
    // On the day: 8 served after 1 to 8 minutes, 1 left, 1 no-show, and 2 of another department after 20 minutes.
    const served = [1, 2, 3, 4, 5, 6, 7, 8].map((waited): MadeVisit => ({
      at: `${tuesday}T09:00`,
      department: 0,
      outcome: "SERVED",
      waited,
      isDue: true,
    }));
    await write([
      ...served,
      { at: `${tuesday}T10:00`, department: 0, outcome: "LEFT" },
      { at: `${tuesday}T10:00`, department: 0, outcome: "NO_SHOW", waited: 9 },
      { at: `${tuesday}T14:00`, department: 1, outcome: "SERVED", waited: 20 },
      { at: `${tuesday}T14:00`, department: 1, outcome: "SERVED", waited: 20 },
      ...[10, 20, 30].map((waited): MadeVisit => ({
        at: `${weekBefore}T11:00`,
        department: 0,
        outcome: "SERVED",
        waited,
      })),
    ]);
    ({ page } = await openPage(dashboard.browser, { width: 1440, height: 900 }));
    await openSignedIn(page, dashboard);
  });
  pictureFailures(() => page);
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  function write(visits: readonly MadeVisit[]): Promise<void> {
    const { organizationId, timeZone } = dashboard.demo;
    return writeVisits(
      dashboard.sql,
      organizationId,
      visits.map(({ at, department, outcome, waited, isDue }): WrittenVisit => {
        const local = Temporal.PlainDateTime.from(at);
        const arrivedAt = local.toZonedDateTime(timeZone).toInstant();
        const calledAt = waited === undefined ? null : arrivedAt.add({ minutes: waited });
        const startedAt = outcome === "SERVED" ? calledAt : null;
        return {
          environment: "LIVE",
          departmentId: departmentIds[department]!,
          date: local.toPlainDate(),
          number: numbers += 1,
          state: "ENDED",
          outcome,
          desk: calledAt && "4",
          workerId: null,
          dueAt: isDue ? arrivedAt : null,
          arrivedAt,
          calledAt,
          startedAt,
          endedAt: (startedAt ?? calledAt ?? arrivedAt).add({ minutes: 12 }),
        };
      }),
    );
  }

  async function open(query: string): Promise<void> {
    await page.goto(`${dashboard.url}/visits${query}`);
    await page.getByRole("heading", { level: 1, name: "Visits" }).waitFor();
    await page.getByLabel("Loading").first().waitFor({ state: "detached" });
  }
  /** The texts of the figure with this label. */
  const figure = (label: string) =>
    page.locator(".visit-figures .card", { has: page.getByText(label, { exact: true }) })
      .locator("div").allTextContents();
  /** The cells of the rows of a table, from the first one below its head. */
  const rowsOf = (table: string) =>
    page.getByRole("table", { name: table }).locator("tbody tr").evaluateAll((rows) =>
      (rows as unknown as { children: Iterable<{ textContent: string }> }[])
        .map(({ children }) => Array.from(children, ({ textContent }) => textContent))
    );
  const department = () => page.getByRole("button", { name: /Department/ });

  test("the figures, the charts and the tables of a day are those of its visits", async () => {
    await open(`?date=${tuesday}`);
    await expectSeen(page, "9 in 10 people waited under 20 min.");
    await expectSeen(page, "63 % of the people with an appointment were called on time.");
    await expectSeen(page, "Partly better, partly not as good as Tue 24 Feb");
    await expectSeen(page, "Waiting 20 min instead of 30");
    await expectSeen(page, "Left without service 8 % instead of 0 %");
    expect(await figure("Visits")).toEqual(["Visits", "12", "", "Tue 24 Feb: 3"]);
    expect(await figure("Served")).toEqual(["Served", "10", "83 %", "Tue 24 Feb: 3"]);
    expect(await figure("Left without service")).toEqual([
      "Left without service",
      "1",
      "8 %",
      "Tue 24 Feb: 0",
    ]);
    expect(await figure("No-shows")).toEqual(["No-shows", "1", "8 %", "Tue 24 Feb: 0"]);
    expect(await figure("Median wait"))
      .toEqual([
        "Median wait",
        "6 min",
        "9 in 10 waited under 20 min",
        "Tue 24 Feb: 20 min, 9 in 10 under 30 min",
      ]);
    expect(await figure("Median service time"))
      .toEqual([
        "Median service time",
        "12 min",
        "9 in 10 under 12 min",
        "Tue 24 Feb: 12 min, 9 in 10 under 12 min",
      ]);
    expect(await figure("Called on time"))
      .toEqual(["Called on time", "63 %", "of 8 with an appointment", "Tue 24 Feb: –"]);
    const none = ["0", "0", "0", "0", "0"];
    expect(await rowsOf("Visits by hour of arrival")).toEqual([
      ["09:00 to 10:00", "8", "8", "0", "0", "0", "0"],
      ["10:00 to 11:00", "2", "0", "0", "1", "1", "0"],
      ["11:00 to 12:00", ...none, "3"],
      ["12:00 to 13:00", ...none, "0"],
      ["13:00 to 14:00", ...none, "0"],
      ["14:00 to 15:00", "2", "2", "0", "0", "0", "0"],
    ]);
    expect(await rowsOf("Waiting time by hour of arrival")).toEqual([
      ["09:00 to 10:00", "4 min", "8 min"],
      ["10:00 to 11:00", "9 min", "9 min"],
      ["11:00 to 12:00", "–", "–"],
      ["12:00 to 13:00", "–", "–"],
      ["13:00 to 14:00", "–", "–"],
      ["14:00 to 15:00", "20 min", "20 min"],
    ]);
    const [one, two] = dashboard.demo.departments.map(({ name }) => name);
    expect(await rowsOf("By department")).toEqual([
      [one, "10", "8", "1", "1", "5 min", "9 min", "12 min", "12 min", "63 %"],
      [two, "2", "2", "0", "0", "20 min", "20 min", "12 min", "12 min", "–"],
    ]);
    expect(await rowsOf("By counter")).toEqual([
      ["4", "11", "10", "0", "1", "6 min", "20 min", "12 min", "12 min", "63 %"],
      ["Not called", "1", "0", "1", "0", "–", "–", "–", "–", "–"],
    ]);
    expect(await rowsOf("By staff member")).toHaveLength(1);
  });

  test("a week has its days, and a day opens with its bar or by the keys", async () => {
    await open(`?period=week&date=${tuesday}`);
    await expectSeen(page, "Partly better, partly not as good as the week of Mon 23 Feb");
    expect((await rowsOf("Visits by day")).map(([day, visits]) => [day, visits])).toEqual([
      ["Mon 2 Mar", "0"],
      ["Tue 3 Mar", "12"],
      ["Wed 4 Mar", "0"],
      ["Thu 5 Mar", "0"],
      ["Fri 6 Mar", "0"],
      ["Sat 7 Mar", "0"],
      ["Sun 8 Mar", "0"],
    ]);
    await press(page, "[");
    await expectParameter(page, "date", weekBefore);
    await expectSeen(page, "9 in 10 people waited under 30 min.");
    await page.getByRole("button", { name: "Next week" }).click();
    await expectParameter(page, "date", tuesday);
    await page.getByRole("button", { name: "Open Tue 3 Mar: 12 visits" }).press("Enter");
    await expectSeen(page, "Tuesday 3 March 2026");
    expect(new URL(page.url()).search).toBe(`?date=${tuesday}`);
  });

  test("the filter is in the address, and one read has all of the page", async () => {
    await open(`?date=${tuesday}`);
    const [, other] = dashboard.demo.departments;
    await page.getByRole("button", { name: other!.name }).click();
    await expectParameter(page, "department", String(other!.id));
    await expectSeen(page, "9 in 10 people waited under 20 min.");
    // What each request asks. The page may ask the same again when its stream of changes opens.
    const reads = new Set<string>();
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      const inputs = JSON.parse(request.postData() ?? "{}");
      for (const [i, name] of pathname.replace("/trpc/", "").split(",").entries()) {
        if (name.startsWith("reports.")) reads.add(`${name} ${JSON.stringify(inputs[i])}`);
      }
    });
    await page.reload();
    await department().filter({ hasText: other!.name }).waitFor();
    await expect.poll(() => figure("Visits")).toEqual(["Visits", "2", "", ""]);
    expect([...reads]).toEqual([expect.stringMatching(/^reports\.visits .*"departmentId"/)]);
    await page.getByRole("radio", { name: "Test" }).or(page.getByRole("button", { name: "Test" }))
      .click();
    await expectSeen(page, "Nobody came to this department");
    await page.getByRole("button", { name: "Show all departments" }).click();
    await expectSeen(page, "Nobody came on this day");
    await page.getByRole("button", { name: "Go to today" }).click();
    await expectSeen(page, "Nobody has come yet today");
    expect(new URL(page.url()).search).toBe("?environment=TEST");
  });

  test("today follows its visits without a reload", async () => {
    await open("");
    await expectSeen(page, "Nobody has come yet today");
    const { organizationId, timeZone } = dashboard.demo;
    const { staff } = dashboard.api.seeding.application;
    await staff.arrive(staffOf(organizationId, { timeZone }), { departmentId: departmentIds[0] });
    await expectSeen(page, "Nobody has been called yet.");
    expect(await figure("Visits")).toEqual(["Visits", "1", "1 still here", ""]);
  });

  test.each([
    ["?period=month", "This page shows a day or a week. Choose one of them above."],
    ["?date=2026-02-30", "The address has no valid date. Choose a day above."],
    ["?department=x", "The address has no valid department. Choose one above."],
    ["?department=999999999", "This department does not exist"],
  ])("%s is answered in words", async (query, text) => {
    await open(query);
    await expectSeen(page, text);
  });

  test("the download has the figures of the page", async () => {
    await open(`?date=${tuesday}`);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`Visits ${tuesday}.csv`);
    const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
    expect(lines[1]).toBe("Total,,12,10,1,1,0,8,63,360,1200,720,720");
    expect(lines[2]).toBe("Hour,09:00 to 10:00,8,8,0,0,0,8,63,240,480,720,720");
  });

  test("the front desk cannot open it", async () => {
    const { page: other } = await openPage(dashboard.browser);
    const { seeding } = dashboard.api;
    const owner = await makeStaff(seeding, dashboard.demo.organizationId, { role: "STAFF" });
    await openSignedIn(other, { ...dashboard, owner });
    expect(await other.getByRole("link", { name: "Visits" }).count()).toBe(0);
    await other.goto(`${dashboard.url}/visits`);
    await other.getByRole("heading", { name: "You cannot open this page" }).waitFor();
  });
});
