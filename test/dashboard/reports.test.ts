import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { writeHeavyTenant } from "../support/starvation/heavy_requests.ts";
import { makeStaff } from "../support/staff_session.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { dialog, expectParameter, expectSeen, expectShown, openSignedIn } from "./keyboard.ts";
import { openPagePerFile } from "./page_per_file.ts";
import { refuseUntilPressed } from "./until_pressed.ts";

const { dashboard, page } = await openPagePerFile();
const march = "period=custom&from=2027-03-01&to=2027-03-03";

describe.skipIf(!hasChromium)("the page of reports", () => {
  async function open(query: string, on: Page = page): Promise<void> {
    await on.goto(`${dashboard.url}/reports?${query}`);
    await on.getByRole("heading", { level: 1, name: "Reports" }).waitFor();
    await on.getByLabel("Loading").first().waitFor({ state: "detached" });
  }
  /** Chooses an option of a field with this label. */
  async function choose(label: string, option: string): Promise<void> {
    await page.getByRole("button", { name: label }).first().click();
    await page.getByRole("option", { name: option, exact: true }).click();
  }
  const rowsOf = (table: string) =>
    page.getByRole("table", { name: table }).locator("tbody tr").evaluateAll((rows) =>
      (rows as unknown as { children: Iterable<{ textContent: string }> }[])
        .map(({ children }) => Array.from(children, ({ textContent }) => textContent))
    );
  const figure = (label: string) => page.getByRole("radio", { name: label });

  test("the totals, the charts and the table are those of the appointments", async () => {
    const { organizationId, departments: [department] } = dashboard.demo;
    const { databaseUrl } = dashboard.api;
    // An appointment each minute: 1,440 on each of the first two days, and 240 on the third.
    await writeHeavyTenant(databaseUrl, { organizationId, departmentId: department!.id }, {
      departments: 0,
      appointments: 3120,
    });
    const sql = (text: string) => dashboard.sql.query(text, [organizationId]);
    const of = "update appointments set status = $$ where organization_id = $1 and date_time";
    await sql(of.replace("$$", "'MISSED'") + " between '2027-03-01' and '2027-03-01T00:59'");
    await sql(
      of.replace("$$", "'COMPLETED'") + " between '2027-03-01T01:00' and '2027-03-01T03:59'",
    );
    await open(march);
    await expectShown(figure("Booked 3,120"));
    await expectShown(figure("No-show rate 25 %"));
    expect((await rowsOf("Appointments")).map((cells) => cells.slice(0, 8))).toEqual([
      ["Mon 1 Mar", "1,440", "0", "180", "0", "60", "1,200", "25 %"],
      ["Tue 2 Mar", "1,440", "0", "0", "0", "0", "1,440", "–"],
      ["Wed 3 Mar", "240", "0", "0", "0", "0", "240", "–"],
    ]);
    await expectShown(page.getByRole("figure", { name: "Booked · Day" }));
  });

  test.each([1440, 768, 390])(
    "each label of a chart begins below its bar and ends before the next one, %i pixels wide",
    async (width) => {
      await page.setViewportSize({ width, height: 900 });
      try {
        await open("period=custom&from=2027-03-01&to=2027-03-28");
        const labels = await page.locator(".chart-frame").evaluate((frame) => {
          const all = (selector: string) => Array.from(frame.querySelectorAll(selector));
          const bars = all(".chart-bar").map((bar) => bar.getBoundingClientRect().left);
          return all(".chart-labels span").map((label) => {
            const { left, right } = label.getBoundingClientRect();
            const bar = bars.findIndex((start) => Math.abs(start - left) < 1);
            return { bar, text: label.textContent, isCut: left + label.scrollWidth > right + 1 };
          });
        });
        expect(labels.length).toBeGreaterThan(2);
        const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
        expect(labels).toEqual(labels.map(({ bar }) => ({
          bar,
          text: `${weekdays[bar % 7]} ${bar + 1} Mar`,
          isCut: false,
        })));
      } finally {
        await page.setViewportSize({ width: 1280, height: 800 });
      }
    },
  );

  test("the choice is in the address, so a reload shows the same report", async () => {
    await open(march);
    await choose("Group by", "Department");
    await expectParameter(page, "by", "DEPARTMENT");
    await choose("Then by", "Status");
    await expectParameter(page, "by", "DEPARTMENT,STATUS");
    await figure("Missed 60").click();
    await expectParameter(page, "show", "missed");
    await page.reload();
    const [department] = dashboard.demo.departments;
    const name = department!.name;
    await expectShown(page.getByRole("region", { name: "Status: Missed" }).getByText(name));
    expect((await rowsOf("Appointments")).map((cells) => cells.slice(0, 3))).toEqual([
      [name, "Scheduled", "2,880"],
      [name, "Completed", "180"],
      [name, "Missed", "60"],
    ]);
    await page.getByRole("button", { name: "Booked" }).last().click();
    await expectParameter(page, "sort", "booked,asc");
    expect((await rowsOf("Appointments")).map((cells) => cells[2])).toEqual(["60", "180", "2,880"]);
    await choose("Report", "Utilization");
    await expectParameter(page, "by", "DEPARTMENT");
    await expectShown(page.getByRole("table", { name: "Utilization" }));
  });

  test("the address and the query give the numbers of the page to another tool", async () => {
    await open(`${march}&by=DEPARTMENT,DAY`);
    await page.getByRole("button", { name: "Use in a tool …" }).click();
    const over = dialog(page, "Use this report in a tool");
    const address = await over.getByRole("textbox", { name: "Address for a spreadsheet" })
      .textContent();
    // With the cookie of the page, as the download. Tokens are tested in gateway/graphql.
    const csv = await page.request.get(address!);
    const [department] = dashboard.demo.departments;
    const lines = (await csv.text()).split("\r\n");
    expect(lines[0]).toMatch(/^department\.restId,department\.name,day,booked,archived,/);
    expect(lines[1]).toMatch(
      `${department!.id},${department!.name},2027-03-01,1440,0,180,0,60,1200,0.25,`,
    );
    const query = await over.getByRole("textbox", { name: "GraphQL query" }).textContent();
    const answer = await page.request.post(`${dashboard.url}/graphql`, { data: { query } });
    expect((await answer.json()).data.appointmentReport[2]).toMatchObject({ booked: 240 });
    await over.getByRole("button", { name: "Done" }).click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download CSV" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("appointmentReport_2027-03-01_2027-03-03.csv");
    const file = await readFile(await download.path(), "utf8");
    expect(file.replace("\ufeff", "")).toBe(lines.join("\r\n"));
  });

  test("more rows than a page are in pages", async () => {
    await open(`${march}&by=DAY,HOUR_OF_DAY,STATUS`);
    await expectSeen(page, "1–50 of 52 rows");
    await page.getByRole("button", { name: "Next page" }).click();
    await expectParameter(page, "page", "1");
    expect((await rowsOf("Appointments")).map((cells) => cells.slice(0, 4))).toEqual([
      ["Wed 3 Mar", "02:00 to 03:00", "Scheduled", "60"],
      ["Wed 3 Mar", "03:00 to 04:00", "Scheduled", "60"],
    ]);
  });

  test.each([
    ["report=x", "The address has no report of this service. Choose one above."],
    ["by=x", "The address has a group that this report does not have. Choose one above."],
    ["period=custom&from=2027-03-02&to=2027-03-01", "The last day must not be before the first"],
    ["period=custom&from=2020-01-01&to=2020-01-02", "Nothing in this period"],
    ["period=year&by=DAY,HOUR_OF_DAY,DEPARTMENT", "This report is too large"],
  ])("%s is answered in words", async (query, text) => {
    await open(query);
    await expectSeen(page, text);
  });

  test.each([
    [200, "QUERY_TIMEOUT", "This report took too long", "Run again"],
    [429, "RATE_LIMIT_EXCEEDED", "Loading failed", "Try again"],
    [503, "SERVICE_UNAVAILABLE", "The server is busy", "Try again"],
  ])(
    "a report that fails with %s %s says so and can be run again",
    async (status, code, text, again) => {
      const { page: other, complaints } = await openPage(dashboard.browser);
      await openSignedIn(other, dashboard);
      const json = { data: null, errors: [{ message: "Refused", extensions: { code } }] };
      const press = await refuseUntilPressed(other, {
        url: "**/graphql",
        button: again,
        refuse: (route) => route.fulfill({ status, json }),
      });
      await open(march, other);
      await expectSeen(other, text);
      await press();
      await expectShown(other.getByRole("radio", { name: "Booked 3,120" }));
      expect(complaints.filter((one) => !/status of (429|503)/.test(one))).toEqual([]);
      await other.context().close();
    },
  );

  test("a report that cannot be loaded again keeps its numbers and says why", async () => {
    await open(march);
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Load again" }).click();
    await expectSeen(page, "No connection. This appears when the connection is back.");
    await expectShown(figure("Booked 3,120"));
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Load again" }).click();
    await page.locator(".fault-box").waitFor({ state: "detached" });
  });

  test("a long report can be stopped, and then the service is left", async () => {
    const { page: other } = await openPage(dashboard.browser);
    await openSignedIn(other, dashboard);
    const failed = other.waitForEvent(
      "requestfailed",
      (request) => request.url().endsWith("/graphql"),
    );
    await other.route("**/graphql", () => {}, { times: 1 });
    await other.goto(`${dashboard.url}/reports?${march}`);
    await other.getByRole("button", { name: "Stop" }).click();
    await failed;
    await expectSeen(other, "The report was stopped");
    await other.getByRole("button", { name: "Run again" }).click();
    await expectShown(other.getByRole("radio", { name: "Booked 3,120" }));
    await other.context().close();
  });

  test("a report waits for a new sign-in when the session has ended", async () => {
    const { page: other } = await openPage(dashboard.browser);
    await openSignedIn(other, dashboard);
    await other.route("**/graphql", async (route) => {
      await dashboard.endSessions();
      await route.continue();
    }, { times: 1 });
    await other.goto(`${dashboard.url}/reports?${march}`);
    const over = dialog(other, "Sign in to continue");
    await over.getByLabel("E-mail").fill(dashboard.owner.email);
    await over.getByLabel("Password", { exact: true }).fill(dashboard.owner.password);
    await over.getByRole("button", { name: "Sign in" }).click();
    await expectShown(other.getByRole("radio", { name: "Booked 3,120" }));
    await other.context().close();
  });

  test("the front desk cannot open it", async () => {
    const { page: other } = await openPage(dashboard.browser);
    const { seeding } = dashboard.api;
    const owner = await makeStaff(seeding, dashboard.demo.organizationId, { role: "STAFF" });
    await openSignedIn(other, { ...dashboard, owner });
    expect(await other.getByRole("link", { name: "Reports", exact: true }).count()).toBe(0);
    await other.goto(`${dashboard.url}/reports`);
    await other.getByRole("heading", { name: "You cannot open this page" }).waitFor();
    await other.context().close();
  });
});
