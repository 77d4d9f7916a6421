import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasChromium, openPage } from "./chromium.ts";
import { bookFullDay } from "./full_day.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import {
  dialog,
  expectFocused,
  expectParameter,
  expectSeen,
  expectShown,
  openSignedIn,
  press,
} from "./keyboard.ts";
import { staffOf } from "../support/staff_callers.ts";
import { expectWithin, longestTaskWhile, paintTime } from "./smoothness.ts";
import { operator } from "../../core/audit/audit_record.ts";

const light = "rgb(255, 255, 255)";
const dark = "rgb(19, 20, 25)";

describe.skipIf(!hasChromium)("a page", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  test.each(
    [
      ["dark", null, dark],
      ["light", "dark", dark],
      ["dark", "light", light],
    ] as const,
  )(
    "on a %s system with the chosen theme %s has the background %s",
    async (system, chosen, color) => {
      const { page } = await openPage(dashboard.browser);
      await page.emulateMedia({ colorScheme: system });
      await page.goto(dashboard.url);
      if (chosen) await page.evaluate(`localStorage.setItem("theme", "${chosen}")`);
      await page.reload();
      await page.getByLabel("E-mail").waitFor();
      const shown = await page.evaluate(
        "getComputedStyle(document.documentElement).backgroundColor",
      );
      expect(shown).toBe(color);
      await page.context().close();
    },
  );

  test("of a TEST appointment switches to TEST if the link lacks the environment", async () => {
    const { api, demo, tomorrow } = dashboard;
    const scope = {
      actor: operator,
      organizationId: demo.organizationId,
      environment: "TEST",
    } as const;
    const { appointment: { id } } = await api.seeding.application.bookAppointment(scope, {
      departmentId: demo.departments[0]!.id,
      dateTime: `${tomorrow}T12:00:00`,
      name: "Only A Test",
    });
    const { page } = await openPage(dashboard.browser);
    await openSignedIn(page, dashboard);
    await page.goto(`${dashboard.url}/appointments/${id}`);
    await expectShown(dialog(page, "Appointment").getByText("Only A Test"));
    await expectShown(dialog(page, "Appointment").getByText("Test", { exact: true }));
    await page.getByText("Nothing here is a real appointment.").waitFor({ state: "attached" });
    await expectParameter(page, "environment", "TEST");
    await page.context().close();
  });

  test("of Today shows its appointments within a second from a cold cache", async () => {
    const { page } = await openPage(dashboard.browser);
    await openSignedIn(page, dashboard);
    await expectWithin(1000, "Today is usable from a cold cache after", async () => {
      // Only the session cookie, and no cached files.
      const { cookies } = await page.context().storageState();
      const { page: cold } = await openPage(dashboard.browser);
      await cold.context().addCookies(cookies);
      const startedAt = performance.now();
      await cold.goto(`${dashboard.url}/?date=${dashboard.tomorrow}`, { waitUntil: "commit" });
      await cold.getByRole("row", { name: /08:30/ }).waitFor();
      const took = performance.now() - startedAt;
      await cold.context().close();
      return took;
    });
  });

  test("of Today lists the 2,000 appointments of a day and stays smooth", async () => {
    const date = await bookFullDay(dashboard, 2000);
    const { page } = await openPage(dashboard.browser);
    await openSignedIn(page, dashboard);
    await page.goto(`${dashboard.url}/?date=${date}`);
    await page.getByText("Upcoming 2000").waitFor();
    const { mouse, keyboard } = page;
    await expectWithin(
      100,
      "longest task while j is held down",
      () => longestTaskWhile(page, () => times(60, () => keyboard.down("j"))),
    );
    await keyboard.up("j");
    const selected = page.getByRole("row", { selected: true });
    expect(Number(await selected.getAttribute("aria-rowindex"))).toBeGreaterThan(50);
    await expectWithin(
      100,
      "longest task while scrolling",
      () => longestTaskWhile(page, () => times(20, () => mouse.wheel(0, 900))),
    );
    // 150 ms, and the pause of 80 ms that distinguishes a key from a scan (`fastScanner` of chromium.ts). A desk without a
    // set-up scanner waits for 200 ms instead.
    await expectWithin(230, "from a key to what it does on the screen", () => paintTime(page, "k"));
  });

  test("shows one message per check-in, and no checked-in person comes back into the list", async () => {
    const { page } = await openPage(dashboard.browser);
    await openSignedIn(page, dashboard);
    // Of a day that is over: before its day an appointment is completed with a reason, one after the other.
    const date = Temporal.PlainDate.from(dashboard.tomorrow).subtract({ days: 4 });
    const { organizationId, departments } = dashboard.demo;
    for (const [name, hour] of [["Ada First", "03"], ["Bob Second", "04"]]) {
      await dashboard.api.seeding.application.staff.createAppointment(staffOf(organizationId), {
        departmentId: departments[0]!.id,
        dateTime: `${date}T${hour}:00:00`,
        name,
      });
    }
    await page.goto(`${dashboard.url}/?date=${date}`);
    const names = page.getByRole("grid").locator(".row-name");
    await expectShown(names.first());
    const [first, second] = ["Ada First", "Bob Second"];
    // Each request leaves the browser when the test releases it.
    const releases = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let requests = 0;
    await page.route("**/trpc/appointments.complete*", async (route) => {
      await releases[requests++]!.promise;
      await route.continue();
    });
    await press(page, "j");
    for (const name of [first, second]) {
      await press(page, "c");
      await expectFocused(dialog(page, `Check in ${name}?`));
      await press(page, "Tab", "Enter");
    }
    releases[0]!.resolve();
    await expectSeen(page, new RegExp(`^${first} .* is checked in`));
    expect(await names.allInnerTexts()).not.toContain(second);
    releases[1]!.resolve();
    await expectSeen(page, new RegExp(`^${second} .* is checked in`));
    expect(await names.allInnerTexts()).not.toContain(second);
    await page.context().close();
  });
});

async function times(count: number, act: () => Promise<void>): Promise<void> {
  for (let i = 0; i < count; i += 1) await act();
}
