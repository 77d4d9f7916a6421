import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../core/mod.ts";
import { staffOf } from "../support/staff_callers.ts";
import { makeStaff } from "../support/staff_session.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import {
  changePause,
  changesSent,
  dialog,
  expectFocused,
  expectSeen,
  openSignedIn,
  press,
} from "./keyboard.ts";
import { pictureFailures } from "./picture_failures.ts";
import { expectWithin, longestTaskWhile } from "./smoothness.ts";

describe.skipIf(!hasChromium)("the desk of the waiting queue", () => {
  let dashboard: Dashboard;
  let page: Page;
  let other: Page;

  beforeAll(async () => {
    dashboard = await startDashboard();
    await dashboard.sql.query("DELETE FROM queue_rules WHERE organization_id = $1", [
      dashboard.demo.organizationId,
    ]);
    const size = { width: 1440, height: 900 };
    ({ page } = await openPage(dashboard.browser, size));
    ({ page: other } = await openPage(dashboard.browser, size));
    // The second one has no rights of an administrator: the events of visits must reach this role too.
    const owner = await makeStaff(dashboard.api.seeding, dashboard.demo.organizationId, {
      role: "STAFF",
    });
    await Promise.all([
      openSignedIn(page, dashboard),
      openSignedIn(other, { ...dashboard, owner }),
    ]);
    await Promise.all([openQueue(page), openQueue(other)]);
  });
  pictureFailures(() => page);
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  async function openQueue(at: Page): Promise<void> {
    await at.getByRole("link", { name: "Queue" }).click();
    await at.getByRole("heading", { level: 1, name: "Queue" }).waitFor();
    await bar(at).waitFor();
  }
  const bar = (at: Page) => at.getByRole("region", { name: "My counter" });
  const column = (at: Page, name: string | RegExp) => at.getByRole("region", { name });
  const card = (at: Page, name: string | RegExp, number: number) =>
    column(at, name).locator(".visit-card").filter({
      has: at.locator(".visit-number", { hasText: new RegExp(`^${number}$`) }),
    });
  async function addWalkIn(department: string): Promise<number> {
    await press(page, "w");
    const form = dialog(page, "Add a walk-in");
    await form.getByRole("button", { name: /Department/ }).click();
    await page.getByRole("option", { name: department }).click();
    await form.getByRole("button", { name: "Add to queue" }).click();
    const ticket = form.getByRole("article", { name: "Ticket" });
    const number = Number(await ticket.locator(".ticket-visit").textContent());
    await form.getByRole("button", { name: "Done" }).click();
    await form.waitFor({ state: "detached" });
    await card(page, /^Waiting/, number).waitFor();
    return number;
  }
  async function setCounter(at: Page, desk: string): Promise<void> {
    await bar(at).getByRole("button", { name: /counter$/ }).click();
    await dialog(at, "My counter").getByLabel("Counter", { exact: true }).fill(desk);
    await press(at, "Enter");
    await bar(at).getByText(`Counter ${desk}`).waitFor();
  }
  /** Presses a key as a person does who waits for the outcome of the last one. */
  async function pressCommand(at: Page, key: string): Promise<void> {
    await changePause(at);
    await press(at, key);
  }
  async function visit(number: number) {
    const { rows } = await dashboard.sql.query(
      "SELECT state, outcome, desk, calls, department_id FROM visits " +
        "WHERE organization_id = $1 AND number = $2",
      [dashboard.demo.organizationId, number],
    );
    return rows[0];
  }

  test("a walk-in is called by one key, served and finished", async () => {
    const first = await addWalkIn("Citizens' Office");
    // Without a counter, the key asks for it and calls nobody.
    await press(page, "q");
    await dialog(page, "My counter").getByRole("button", { name: "Cancel" }).click();
    await setCounter(page, "4");
    await pressCommand(page, "q");
    await expectSeen(page, `Number ${first} is called to counter 4`);
    await card(page, /^Called/, first).waitFor();
    await card(other, /^Called/, first).waitFor();
    await pressCommand(page, "s");
    await card(page, /^In service/, first).waitFor();
    await pressCommand(page, "f");
    await card(page, /^Finished/, first).waitFor();
    expect(await visit(first)).toMatchObject({ state: "ENDED", outcome: "SERVED", desk: "4" });
    await pressCommand(page, "s");
    await expectSeen(page, "Nobody is at your counter. Call somebody first.");
  });

  test("two desks that call at the same moment get different people", async () => {
    const numbers = [await addWalkIn("Citizens' Office"), await addWalkIn("Citizens' Office")];
    await setCounter(other, "5");
    await card(other, /^Waiting/, numbers[1]!).waitFor();
    await Promise.all([pressCommand(page, "q"), pressCommand(other, "q")]);
    await Promise.all([page, other].map((at) => bar(at).locator(".counter-number").waitFor()));
    const called = await Promise.all(
      [page, other].map(async (at) =>
        Number(await bar(at).locator(".counter-number").textContent())
      ),
    );
    expect(called.toSorted((a, b) => a - b)).toEqual(numbers);
    for (const at of [page, other]) {
      await pressCommand(at, "f");
      await bar(at).getByRole("button", { name: "Call next" }).waitFor();
    }
  });

  test("the loser of a race sees what the winner did", async () => {
    const number = await addWalkIn("Citizens' Office");
    await card(other, /^Waiting/, number).waitFor();
    // The other page learns nothing of the call before its own.
    await other.route(/\/trpc\/visits\.queue/, (route) => route.abort());
    await pressCommand(page, "q");
    await card(page, /^Called/, number).waitFor();
    // By the keyboard: the notice of a lost connection may move the card.
    await card(other, /^Waiting/, number).press("Enter");
    await dialog(other, `Number ${number}`).getByRole("button", { name: "Call" }).click();
    await expectSeen(other, `Number ${number} is already called to counter 4`);
    await other.unroute(/\/trpc\/visits\.queue/);
    expect(await visit(number)).toMatchObject({ state: "CALLED", desk: "4", calls: 1 });
    await press(other, "Escape");
  });

  test("an action on what the page already shows does not wait for the answer of the last one", async () => {
    const number = Number(await bar(page).locator(".counter-number").textContent());
    const answer = Promise.withResolvers<void>();
    await page.route("**/trpc/visits.startService*", async (route) => {
      const response = await route.fetch();
      await answer.promise;
      await route.fulfill({ response });
    });
    await pressCommand(page, "s");
    await bar(page).getByRole("button", { name: /^Finish/ }).waitFor();
    await changePause(page);
    await bar(page).locator(".counter-visit").press("Enter");
    const panel = dialog(page, `Number ${number}`);
    await panel.getByRole("button", { name: "Return to queue" }).press("Enter");
    await expectSeen(page, `Number ${number} is waiting again`);
    expect(await visit(number)).toMatchObject({ state: "WAITING" });
    const answered = page.waitForResponse("**/trpc/visits.startService*");
    answer.resolve();
    await answered;
    await page.unroute("**/trpc/visits.startService*");
    await press(page, "Escape");
  });

  test("a second press before the answer of the first one is announced and sends nothing", async () => {
    const sent = changesSent(page);
    const answer = Promise.withResolvers<void>();
    await page.route("**/trpc/visits.callNext*", async (route) => {
      await answer.promise;
      await route.continue();
    });
    await pressCommand(page, "q");
    await pressCommand(page, "q");
    await expectSeen(page, "The last action is still running. Try again in a moment.");
    answer.resolve();
    await bar(page).locator(".counter-number").waitFor();
    await page.unroute("**/trpc/visits.callNext*");
    expect(sent).toEqual(["visits.callNext"]);
  });

  test("nobody is a no-show before the calls of the department", async () => {
    const number = Number(await bar(page).locator(".counter-number").textContent());
    await bar(page).getByRole("button", { name: "No-show after 2 more calls" }).waitFor();
    await pressCommand(page, "m");
    await expectSeen(page, `Call ${number} 2 more times before marking a no-show`);
    await pressCommand(page, "a");
    await bar(page).getByRole("button", { name: "No-show after 1 more call" }).waitFor();
    await pressCommand(page, "a");
    await bar(page).getByRole("button", { name: "No-show", exact: true }).waitFor();
    await pressCommand(page, "m");
    await column(page, /^Finished/).getByText("No-show").waitFor();
    expect(await visit(number)).toMatchObject({ outcome: "NO_SHOW", calls: 3 });
  });

  test("a transferred person waits for the other department, and the focus stays", async () => {
    const number = await addWalkIn("Citizens' Office");
    await card(page, /^Waiting/, number).focus();
    await press(page, "Enter");
    const panel = dialog(page, `Number ${number}`);
    await panel.getByLabel("Note").fill("Speaks Ukrainian");
    await panel.getByRole("button", { name: "Save" }).click();
    await expectSeen(page, "Saved");
    // The other desk learns of it, and of the person who is moved.
    await card(other, /^Waiting/, number).getByText("Speaks Ukrainian").waitFor();
    await panel.getByRole("button", { name: /^Department|Choose/ }).click();
    await page.getByRole("option", { name: "Hair Studio" }).click();
    await panel.getByRole("button", { name: "Transfer" }).click();
    await expectSeen(page, `Ticket ${number} · Hair Studio`);
    await expectFocused(card(page, /^Waiting/, number));
    await card(other, /^Waiting/, number).getByText("Hair Studio").waitFor();
    const studio = dashboard.demo.departments.find(({ name }) => name === "Hair Studio");
    expect(await visit(number)).toMatchObject({ department_id: studio!.id, state: "WAITING" });
  });

  test("a person whose appointment was moved is marked, can be transferred, and ends alone", async () => {
    const { api: { seeding }, demo } = dashboard;
    const { staff } = seeding.application;
    const clerk = staffOf(demo.organizationId, { timeZone: demo.timeZone });
    const today = Temporal.Now.plainDateISO(demo.timeZone);
    const hall = { name: `Hall ${crypto.randomUUID().slice(0, 8)}` };
    const { id: departmentId } = await seeding.application.createDepartment(
      demo.organizationId,
      hall,
    );
    const { id } = await staff.createAppointment(clerk, {
      departmentId: demo.departments[0]!.id,
      name: "Nadia Petrova",
      dateTime: `${today}T23:30:00`,
    });
    const { number } = await staff.arrive(clerk, { appointmentId: id });
    const dateTime = `${today.add({ days: 7 })}T10:00:00`;
    await staff.rescheduleAppointment(clerk, { id, departmentId, dateTime });
    const own = card(page, /^Waiting/, number);
    await own.getByText(/^Moved to \w+ \d+ \w+, 10:00, Hall/).waitFor();
    await own.getByText("appointment 23:30").waitFor();
    await card(other, /^Waiting/, number).getByText(/^Moved to/).waitFor();
    await own.focus();
    await press(page, "Enter");
    const panel = dialog(page, `Number ${number}`);
    await panel.getByText(`The appointment was moved to ${hall.name}.`, { exact: false }).waitFor();
    await panel.getByRole("button", { name: "Transfer" }).click();
    await expectSeen(page, `Ticket ${number} · ${hall.name}`);
    await own.focus();
    await press(page, "Enter");
    await changePause(page);
    await dialog(page, `Number ${number}`).getByRole("button", { name: "Call", exact: true })
      .click();
    await expectSeen(page, `Number ${number} is called to counter 4`);
    // The pressed button is gone, and with it the focus.
    await page.evaluate(() => {
      (document.activeElement as HTMLElement).blur();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    });
    await dialog(page, `Number ${number}`).waitFor({ state: "detached" });
    await card(page, /^Called/, number).waitFor();
    await changePause(page);
    await pressCommand(page, "f");
    await expectSeen(
      page,
      new RegExp(`^Number ${number} is finished. The appointment does not change: it was moved to`),
    );
    expect(await staff.getAppointment(clerk, { id })).toMatchObject({ status: "SCHEDULED" });
  });

  test("a check-in notes the arrival, or completes the appointment where a department wants that", async () => {
    const { api: { seeding }, demo } = dashboard;
    const today = Temporal.Now.plainDateISO(demo.timeZone).toString();
    const { id: departmentId } = demo.departments[0]!;
    for (const name of ["Olena Kowalski", "Lukas Ionescu"]) {
      await seeding.application.bookAppointment(
        { organizationId: demo.organizationId, environment: "LIVE", actor: operator },
        { departmentId, name, dateTime: `${today}T23:00:00` },
      );
    }
    const row = (name: string) => page.getByRole("row").filter({ hasText: name });
    const statusOf = async (name: string) => {
      const { rows: [found] } = await dashboard.sql.query(
        "SELECT status FROM appointments WHERE organization_id = $1 AND name = $2",
        [demo.organizationId, name],
      );
      return found.status;
    };
    await page.getByRole("link", { name: "Today" }).click();
    await row("Olena Kowalski").click();
    await pressCommand(page, "c");
    await expectSeen(page, /^Olena Kowalski \(23:00\) is waiting, number \d+$/);
    await page.getByRole("radio", { name: "Here 1" }).click();
    await row("Olena Kowalski").getByText(/^Waiting, no\. \d+$/).waitFor();
    expect(await statusOf("Olena Kowalski")).toBe("SCHEDULED");
    await column(other, /^Waiting/).getByText("Olena Kowalski").waitFor();
    await press(page, "Control+z");
    await expectSeen(page, "Olena Kowalski is not waiting any more");
    await column(other, /^Finished/).getByText("Olena Kowalski").waitFor();
    const { rows: ended } = await dashboard.sql.query(
      `SELECT outcome FROM visits JOIN appointments a ON a.id = appointment_id
       WHERE a.organization_id = $1 AND a.name = $2`,
      [dashboard.demo.organizationId, "Olena Kowalski"],
    );
    expect(ended).toEqual([{ outcome: "CANCELLED" }]);

    await page.goto(`${dashboard.url}/departments/${departmentId}?tab=queue`);
    const calls = page.getByLabel("Calls before a no-show");
    await calls.fill("5");
    // Somebody else saves the same setting, and another one.
    await seeding.application.staff.changeQueueRules(
      staffOf(demo.organizationId, { role: "ADMIN" }),
      { id: departmentId, maxCalls: 7, toleranceMinutes: 20 },
    );
    await page.getByText("A check-in notes the arrival").click();
    await page.getByLabel("Check-in opens before the appointment").fill("90");
    await page.getByLabel("Goal for the wait").fill("20");
    const dayEnd = page.getByRole("group", { name: "Day ends at" });
    await dayEnd.getByRole("spinbutton").first().click();
    await page.keyboard.type("05");
    await page.getByRole("button", { name: "Save" }).click();
    const conflict = page.getByRole("alertdialog");
    await conflict.getByRole("row", { name: "Calls before a no-show 5 7" }).waitFor();
    await conflict.getByRole("button", { name: "Save mine" }).click();
    await expectSeen(page, "Saved");
    const { rows: [rules] } = await dashboard.sql.query(
      `SELECT check_in, max_calls, tolerance_minutes, arrival_minutes, goal_minutes, day_ends_at
      FROM queue_rules WHERE department_id = $1`,
      [departmentId],
    );
    expect(rules).toEqual({
      check_in: "COMPLETE",
      max_calls: 5,
      tolerance_minutes: 20,
      arrival_minutes: 90,
      goal_minutes: 20,
      day_ends_at: "05:00:00",
    });
    // The form shows the other change now, so the next save does not undo it.
    expect(await page.getByLabel("Appointments first within").inputValue()).toBe("20");
    await page.getByRole("link", { name: "Today" }).click();
    await row("Lukas Ionescu").click();
    await pressCommand(page, "c");
    await expectSeen(page, "Lukas Ionescu (23:00) is checked in");
    expect(await statusOf("Lukas Ionescu")).toBe("COMPLETED");
  });

  test("a queue of 900 visits stays smooth", async () => {
    // 100 people wait and 25 are in service. The rest has been served.
    await dashboard.sql.query(
      `INSERT INTO visits (organization_id, environment, department_id, date, number, part, ticket,
         note, state, outcome, desk, calls, arrived_at, called_at, started_at, ended_at)
       SELECT $1, 'LIVE', $2, $3::date, n, 1, 'ticket-' || n, '',
         CASE WHEN n > 900 THEN 'WAITING' WHEN n > 875 THEN 'IN_SERVICE' ELSE 'ENDED' END,
         CASE WHEN n <= 875 THEN 'SERVED' END, CASE WHEN n <= 900 THEN 'c' || n END,
         CASE WHEN n <= 900 THEN 1 ELSE 0 END, at,
         CASE WHEN n <= 900 THEN at END, CASE WHEN n <= 900 THEN at END,
         CASE WHEN n <= 875 THEN at END
       FROM (SELECT n, now() - interval '1 second' * (1100 - n) AS at
         FROM generate_series(101, 1000) AS n) AS numbered`,
      [
        dashboard.demo.organizationId,
        dashboard.demo.departments[0]!.id,
        Temporal.Now.plainDateISO(dashboard.demo.timeZone).toString(),
      ],
    );
    await page.goto(`${dashboard.url}/queue`);
    await page.getByRole("button", { name: /^Show all \d+$/ }).first().waitFor();
    expect(await page.locator(".visit-card").count()).toBeLessThan(150);
    await expectWithin(
      100,
      "longest task while a person is called and served",
      () =>
        longestTaskWhile(page, async () => {
          await pressCommand(page, "q");
          await bar(page).getByRole("button", { name: "Start" }).waitFor();
          await pressCommand(page, "s");
          await bar(page).getByRole("button", { name: "Finish" }).waitFor();
          await pressCommand(page, "f");
          await bar(page).getByRole("button", { name: "Call next" }).waitFor();
        }),
    );
  });
});
