import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { staffOf } from "../support/staff_callers.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { expectSeen, expectShown, signIn } from "./keyboard.ts";
import { pictureFailures } from "./picture_failures.ts";

describe.skipIf(!hasChromium)("pages that stay open", () => {
  let dashboard: Dashboard;
  let context: BrowserContext;
  let first: Page;
  const requests: string[] = [];

  beforeAll(async () => {
    // A request of each tab for each department, as the polls made them, would exceed this limit at once.
    dashboard = await startDashboard({ STAFF_REQUESTS_PER_MINUTE: "150" });
    const { application } = dashboard.api.seeding;
    const caller = staffOf(dashboard.demo.organizationId);
    for (let i = 1; i <= 40; i += 1) {
      await application.staff.createDepartment(caller, { name: `Office ${i}` });
    }
    ({ page: first } = await openPage(dashboard.browser));
    context = first.context();
    context.on("response", (response) => {
      requests.push(`${response.status()} ${new URL(response.url()).pathname}`);
    });
    await signIn(first, dashboard);
  });
  pictureFailures(() => first);
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  async function openTab(): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${dashboard.url}/appointments`);
    await expectShown(page.getByRole("row").nth(1));
    return page;
  }

  /** Books as another member of staff, in another process. */
  async function book(name: string, time: string): Promise<void> {
    const { application } = dashboard.api.seeding;
    const [department] = dashboard.demo.departments;
    await application.staff.createAppointment(staffOf(dashboard.demo.organizationId), {
      departmentId: department!.id,
      dateTime: `${dashboard.tomorrow}T${time}`,
      name,
    });
  }

  test("show what others do, with one stream for all tabs and 40 departments, and without a poll", async () => {
    const second = await openTab();
    const third = await openTab();
    await book("Seen At Once", "06:00");
    for (const page of [second, third]) {
      await expectShown(page.getByRole("row", { name: /Seen At Once/ }));
    }
    expect(requests.filter((one) => one.endsWith("/events/stream"))).toEqual([
      "200 /events/stream",
    ]);
    expect(requests.filter((one) => one.startsWith("429"))).toEqual([]);
    // Today, in the first tab, requests one day for all departments.
    expect(requests.filter((one) => one.includes("departments.day"))).toEqual([]);

    // The tab with the stream is the first one. Another tab continues when it is closed.
    await first.close();
    await book("Seen By The Next", "06:30");
    for (const page of [second, third]) {
      await expectShown(page.getByRole("row", { name: /Seen By The Next/ }));
    }
    expect(requests.filter((one) => one === "200 /events/stream")).toHaveLength(2);
    first = second;
  });

  test("say when the service is away, come back by themselves after its restart, and miss nothing", async () => {
    const seen = (name: string) => first.getByRole("row", { name: new RegExp(name) });
    await dashboard.api.services[0]!.stop("SIGKILL");
    await expectSeen(first, /^Connection lost\. Showing data from \d\d:\d\d\./);
    await book("Booked While Away", "07:00");
    await dashboard.api.startAgain();
    await expectShown(seen("Booked While Away"));
    await first.getByText(/^Connection lost/).waitFor({ state: "detached" });
    await book("Booked After It", "07:30");
    await expectShown(seen("Booked After It"));

    // A restart that lets running requests finish.
    await dashboard.api.services[0]!.stop();
    await book("Booked Meanwhile", "06:45");
    await dashboard.api.startAgain();
    await expectShown(seen("Booked Meanwhile"));
  });

  test("open in a new tab without a second sign-in", async () => {
    // The browser has the document of the time before the sign-in, and the service answers 304.
    const tab = await context.newPage();
    await tab.goto(dashboard.url);
    await expectShown(tab.getByRole("heading", { level: 1, name: "Today" }));
    await tab.close();
  });

  test("ask for the password when the session has ended, without a click", async () => {
    await dashboard.endSessions();
    await expectShown(first.getByRole("dialog", { name: "Sign in to continue" }));
  });
});
