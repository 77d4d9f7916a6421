import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../core/mod.ts";
import { makeStaff } from "../support/staff_session.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import {
  changePause,
  changesSent,
  dialog,
  doubleClickSlowPage,
  expectSeen,
  expectShown,
  openSignedIn,
  press,
  pressPaced,
  scan,
  scanSlowly,
} from "./keyboard.ts";
import { pictureFailures } from "./picture_failures.ts";

const people = ["Olena Kowalski", "Lukas Ionescu", "Mehmet Becker", "Fatma Demir"];

/** What the front desk must never do, and what it must be able to take back. */
describe.skipIf(!hasChromium)("the desk of today", () => {
  let dashboard: Dashboard;
  let page: Page;
  let today: string;

  beforeAll(async () => {
    dashboard = await startDashboard();
    today = Temporal.Now.plainDateISO(dashboard.demo.timeZone).toString();
    for (const name of people) await book(name, `${today}T23:00:00`);
    await book("Nadia Evening", `${today}T23:30:00`);
    ({ page } = await openPage(dashboard.browser, { width: 1440, height: 900 }));
    await openSignedIn(page, dashboard);
  });
  pictureFailures(() => page);
  // A failed test must not leave the next ones with long pauses.
  afterEach(() => setUpScanner(5));
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  const scope = () =>
    ({
      organizationId: dashboard.demo.organizationId,
      environment: "LIVE",
      actor: operator,
    }) as const;
  async function book(name: string, dateTime: string) {
    const { api: { seeding }, demo } = dashboard;
    const department = { departmentId: demo.departments[0]!.id };
    const request = { ...department, name, dateTime };
    return (await seeding.application.bookAppointment(scope(), request)).appointment;
  }
  /** Stores the pace of the scanner. A page that is opened later uses it. */
  const setUpScanner = (gapMs: number) =>
    page.evaluate(`localStorage.setItem("scanner", '{"gapMs":${gapMs},"isSetUp":true}')`);
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  const panel = () => page.getByRole("complementary", { name: "Selected appointment" });
  async function statusesOf(...names: string[]): Promise<string[]> {
    const { rows } = await dashboard.sql.query(
      "SELECT status FROM appointments WHERE organization_id = $1 AND name = ANY($2) ORDER BY id",
      [dashboard.demo.organizationId, names],
    );
    return rows.map(({ status }) => status);
  }

  test("opens the check-in for a scan of 60 ms per key, and no key of it acts", async () => {
    const code = "7SqcJWmH2j0yWLcD7a37jd";
    // A long pause, so that a busy machine cannot make the scan look like single keys.
    await setUpScanner(250);
    await page.reload();
    await row(people[1]!).click();
    await page.getByRole("heading", { level: 1 }).click();
    await pressPaced(page, [...code, "Enter"], 60);
    await expectShown(dialog(page, "Check in").getByText("Code not found"));
    expect(await statusesOf(...people)).toEqual(people.map(() => "SCHEDULED"));
    await dialog(page, "Check in").getByRole("button", { name: "Close" }).last().click();
    await setUpScanner(5);
    await page.reload();
  });

  test("j moves at once, and a scan that begins with it takes the move back", async () => {
    await setUpScanner(250);
    await page.reload();
    await row(people[1]!).click();
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("j");
    // The pause of this scanner is 625 ms.
    expect(await row(people[1]!).getAttribute("aria-selected")).toBe("false");
    await page.waitForTimeout(700);
    await row(people[1]!).click();
    await page.getByRole("heading", { level: 1 }).click();
    await pressPaced(page, [..."jSqcJWmH2j0yWLcD7a37jd", "Enter"], 20);
    await expectShown(dialog(page, "Check in").getByText("Code not found"));
    await dialog(page, "Check in").getByRole("button", { name: "Close" }).last().click();
    expect(await row(people[1]!).getAttribute("aria-selected")).toBe("true");
    await setUpScanner(5);
    await page.reload();
  });

  test("a slow scan that opens the form of a booking books nobody", async () => {
    await expectShown(row(people[0]!));
    const enterIsLeft = await scanSlowly(
      page,
      "n7SqcJWmH2j0yWLcD7a37j",
      () => page.getByLabel("Name", { exact: true }).and(page.locator(":focus")).waitFor(),
    );
    expect(enterIsLeft).toBe(false);
    await expectShown(dialog(page, "Check in").getByText("Code not found"));
    await dialog(page, "Check in").getByRole("button", { name: "Close" }).last().click();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("");
    await press(page, "Escape");
    await setUpScanner(5);
    await page.reload();
  });

  test("a slow scan that checks in the selected person takes it back", async () => {
    const [first] = people;
    await row(first!).click();
    await expectShown(panel().getByText(first!));
    await page.getByRole("heading", { level: 1 }).click();
    await changePause(page);
    await scanSlowly(
      page,
      "c7SqcJWmH2j0yWLcD7a37j",
      () => expectSeen(page, new RegExp(`^${first} .* is checked in`)),
    );
    await expectSeen(page, `${first} is scheduled again`);
    expect(await statusesOf(first!)).toEqual(["SCHEDULED"]);
    await dialog(page, "Check in").getByRole("button", { name: "Close" }).last().click();
    await setUpScanner(5);
    await page.reload();
  });

  test("a name in the form of a code asks before it is booked", async () => {
    await expectShown(row(people[0]!));
    await press(page, "n");
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("qcJWmH2j0");
    const book = page.getByRole("button", { name: /^Book / });
    await book.click();
    await expectSeen(page, "“qcJWmH2j0” looks like a scanned code.");
    expect(await statusesOf("qcJWmH2j0")).toEqual([]);
    await name.fill("Quick Quentin");
    await book.click();
    await expectSeen(page, /^Quick Quentin is booked/);
    await press(page, "Escape");
    await dialog(page, "Appointment booked").waitFor({ state: "detached" });
    await expectShown(row("Quick Quentin"));
  });

  test("checks in one person by a double click on a slow page, and takes it back by Undo", async () => {
    const [first, ...others] = people;
    await expectShown(row(first!));
    const sent = changesSent(page);
    await changePause(page);
    await doubleClickSlowPage(
      page,
      row(first!).getByRole("button", { name: `Check in ${first}` }),
    );
    await expectSeen(page, new RegExp(`^${first} .* is checked in`));
    await page.getByRole("button", { name: "Undo" }).click();
    await expectSeen(page, `${first} is scheduled again`);
    expect(await statusesOf(first!)).toEqual(["SCHEDULED"]);
    // The second click acted on nobody.
    expect(sent).toEqual(["appointments.complete", "appointments.revert"]);
    expect(await statusesOf(...others)).toEqual(others.map(() => "SCHEDULED"));
  });

  test("two presses of a key count as two, although a busy page acts on both at once", async () => {
    await row(people[0]!).click();
    await expectShown(panel().getByText(people[0]!));
    const names = await page.getByRole("grid").locator(".row-name").allInnerTexts();
    const [first = "", second = ""] = names.slice(names.indexOf(people[0]!));
    await changePause(page);
    await pressPaced(page, ["c", "c"], 450);
    for (const name of [first, second]) {
      await expectSeen(page, new RegExp(`^${name} .* is checked in`));
    }
    await press(page, "Control+z", "Control+z");
    await expect.poll(() => statusesOf(...people)).toEqual(people.map(() => "SCHEDULED"));
    // What was undone cannot be undone again.
    expect(await page.locator(".toast").getByRole("button", { name: "Undo" }).count()).toBe(0);
    await expectShown(row(first));
    await expectShown(row(second));
  });

  test("offers Undo in the panel of a person who was marked missed", async () => {
    // Only an appointment that has begun can be missed.
    const now = Temporal.Now.plainDateTimeISO(dashboard.demo.timeZone).toString().slice(0, 16);
    await book("Tara Present", now);
    await changePause(page);
    await row("Tara Present").getByRole("button", { name: "Mark Tara Present as missed" }).click();
    await expectSeen(page, /^Tara Present .* is marked as missed/);
    await page.getByRole("radio", { name: /^Finished/ }).click();
    await row("Tara Present").click();
    await panel().getByRole("button", { name: "Undo" }).click();
    await expectSeen(page, "Tara Present is scheduled again");
    await page.getByRole("radio", { name: /^Upcoming/ }).click();
    await expectShown(row("Tara Present"));
  });

  test("gives a corrected appointment the status back that it had", async () => {
    const name = "Tara Present";
    await changePause(page);
    await row(name).getByRole("button", { name: `Mark ${name} as missed` }).click();
    await expectSeen(page, /^Tara Present .* is marked as missed/);
    await page.getByRole("radio", { name: /^Finished/ }).click();
    await row(name).click();
    await changePause(page);
    await panel().getByRole("button", { name: "Mark as completed" }).click();
    await expectSeen(page, /^Tara Present .* is checked in/);
    await press(page, "Control+z");
    await expectSeen(page, `${name} is marked as missed again`);
    expect(await statusesOf(name)).toEqual(["MISSED"]);
    await row(name).click();
    await panel().getByRole("button", { name: "Undo" }).click();
    await expectSeen(page, `${name} is scheduled again`);
    await page.getByRole("radio", { name: /^Upcoming/ }).click();
  });

  test("acts on nobody who is not in the list, and takes keys after a click on a slot", async () => {
    await row(people[2]!).click();
    await expectShown(panel().getByText(people[2]!));
    await page.getByRole("option", { name: /^23:30/ }).first().click();
    await expectShown(row("Nadia Evening"));
    await panel().getByText("No appointment selected").waitFor();
    const sent = changesSent(page);
    await press(page, "c");
    await press(page, "?");
    await expectShown(dialog(page, "Keyboard shortcuts"));
    await press(page, "Escape");
    await page.getByRole("button", { name: "Show whole day" }).click();
    await expectShown(row(people[2]!));
    expect(sent).toEqual([]);
  });

  test("a key acts on the person who was selected, although another row is clicked at once", async () => {
    const [first, second] = people;
    await setUpScanner(250);
    await page.reload();
    await row(first!).click();
    await expectShown(panel().getByText(first!));
    await page.keyboard.press("c");
    await row(second!).click();
    await expectSeen(page, new RegExp(`^${first} .* is checked in`));
    expect(await statusesOf(second!)).toEqual(["SCHEDULED"]);
    await press(page, "Control+z");
    await expectSeen(page, `${first} is scheduled again`);
    await setUpScanner(5);
    await page.reload();
    await expectShown(row(second!));
  });

  test("a check-in whose answer was lost, and that was undone, is made when it is asked for again", async () => {
    const [, second] = people;
    await page.route("**/trpc/appointments.complete*", async (route) => {
      await route.fetch();
      await route.abort();
    }, { times: 1 });
    await row(second!).click();
    await expectShown(panel().getByText(second!));
    await press(page, "c");
    await expectSeen(page, /We don't know if it was saved/);
    expect(await statusesOf(second!)).toEqual(["COMPLETED"]);
    await page.getByRole("radio", { name: /^Finished/ }).click();
    await row(second!).click();
    await panel().getByRole("button", { name: "Undo" }).click();
    await expectSeen(page, `${second} is scheduled again`);
    await page.getByRole("radio", { name: /^Upcoming/ }).click();
    await row(second!).click();
    await expectShown(panel().getByText(second!));
    await press(page, "c");
    await expectSeen(page, new RegExp(`^${second} .* is checked in`));
    expect(await statusesOf(second!)).toEqual(["COMPLETED"]);
    await press(page, "Control+z");
    await expectSeen(page, `${second} is scheduled again`);
  });

  test("marks the row of a person who was checked in by somebody else", async () => {
    const { api, demo, browser, url } = dashboard;
    const owner = await makeStaff(api.seeding, demo.organizationId, { role: "STAFF" });
    const { page: second } = await openPage(browser, { width: 1440, height: 900 });
    await openSignedIn(second, { url, owner });
    await expectShown(row(people[3]!));
    await second.getByRole("button", { name: `Check in ${people[3]}` }).click();
    await expectShown(row(people[3]!).getByText("Checked in by Staff"));
    await second.context().close();
  });

  test("finds a scanned person on every page, also while a text field has the focus", async () => {
    const { name, qrCode } = await book("Scanned Sam", `${today}T22:30:00`);
    await setUpScanner(250);
    await page.goto(`${dashboard.url}/appointments`);
    await expectShown(page.getByRole("heading", { level: 1, name: "Appointments" }));
    const field = page.getByRole("searchbox").or(page.getByRole("textbox")).first();
    await field.fill("Before");
    await pressPaced(page, [...qrCode, "Enter"], 5);
    await expectShown(dialog(page, "Check in").getByText(name));
    expect(await field.inputValue()).toBe("Before");
    await press(page, "Escape");
    await dialog(page, "Check in").waitFor({ state: "detached" });
    await setUpScanner(5);
    await page.goto(dashboard.url);
    await expectShown(row(people[0]!));
    await scan(page, qrCode);
    await expectShown(dialog(page, "Check in").getByText(name));
    await press(page, "Escape");
    await dialog(page, "Check in").waitFor({ state: "detached" });
  });

  test("a check-in that is being sent is finished when the next person is scanned", async () => {
    const [first, second] = [
      await book("Slow Sara", `${today}T22:40:00`),
      await book("Next Nick", `${today}T22:50:00`),
    ];
    const held = Promise.withResolvers<void>();
    const sending = page.waitForRequest(/appointments\.complete/);
    await page.route("**/trpc/appointments.complete*", async (route) => {
      await held.promise;
      await route.continue();
    }, { times: 1 });
    await scan(page, first.qrCode);
    await dialog(page, "Check in").getByRole("button", { name: "Check in" }).click();
    await sending;
    await scan(page, second.qrCode);
    await expectShown(dialog(page, "Check in").getByText("Next Nick"));
    held.resolve();
    await expectSeen(page, /^Slow Sara .* is checked in/);
    expect(await statusesOf("Slow Sara", "Next Nick")).toEqual(["COMPLETED", "SCHEDULED"]);
    await expectShown(dialog(page, "Check in").getByText("Next Nick"));
    await press(page, "Escape");
    await dialog(page, "Check in").waitFor({ state: "detached" });
  });

  test("keeps the people of a department that is not bookable", async () => {
    const { sql, demo } = dashboard;
    await sql.query("UPDATE departments SET is_active = false WHERE id = $1", [
      demo.departments[0]!.id,
    ]);
    await page.goto(dashboard.url);
    await expectShown(row(people[0]!));
    await sql.query("UPDATE departments SET is_active = true WHERE id = $1", [
      demo.departments[0]!.id,
    ]);
  });

  test("prints every row of the day, also those that are not on the screen", async () => {
    await expectShown(row(people[0]!));
    await page.emulateMedia({ media: "print" });
    await page.evaluate(`dispatchEvent(new Event("beforeprint"))`);
    const printed = await page.locator(".day-sheet tbody tr:visible").allInnerTexts();
    for (const name of people) expect(printed.some((text) => text.includes(name))).toBe(true);
    expect(await page.locator(".sidebar").isVisible()).toBe(false);
    await page.evaluate(`dispatchEvent(new Event("afterprint"))`);
    await page.emulateMedia({ media: "screen" });
  });

  test("begins the list above 350 px with 40 departments", async () => {
    const { api: { seeding }, demo } = dashboard;
    await Promise.all(
      Array.from(
        { length: 38 },
        (_, i) =>
          seeding.application.createDepartment(demo.organizationId, { name: `Office ${i + 1}` }),
      ),
    );
    await page.goto(dashboard.url);
    await page.getByRole("button", { name: "Show occupancy" }).waitFor();
    const box = await page.getByRole("row").first().boundingBox();
    expect(box!.y).toBeLessThan(350);
  });

  test("gives a command another key", async () => {
    await press(page, "?");
    const keys = dialog(page, "Keyboard shortcuts");
    await keys.getByRole("button", { name: /^New appointment: .* Change the key$/ }).click();
    await press(page, "b");
    await keys.getByRole("button", { name: "Done" }).click();
    await keys.waitFor({ state: "detached" });
    await press(page, "n");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await press(page, "b");
    await expectShown(dialog(page, "New appointment"));
    await press(page, "Escape");
    await dialog(page, "New appointment").waitFor({ state: "detached" });
  });

  test("switches the keys off and on", async () => {
    await press(page, "?");
    const keys = dialog(page, "Keyboard shortcuts");
    await keys.getByText("Use keyboard shortcuts").click();
    await keys.getByRole("button", { name: "Done" }).click();
    await keys.waitFor({ state: "detached" });
    await press(page, "n", "?");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });
});
