import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { staffOf } from "../support/staff_callers.ts";
import { hasChromium, openPage } from "./chromium.ts";
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
import { pictureFailures } from "./picture_failures.ts";

describe.skipIf(!hasChromium)("the settings", () => {
  let dashboard: Dashboard;
  let page: Page;
  let other: Page;
  let complaints: string[];
  let id: number;

  beforeAll(async () => {
    dashboard = await startDashboard();
    id = dashboard.demo.departments[0]!.id;
    ({ page, complaints } = await openPage(dashboard.browser));
    ({ page: other } = await openPage(dashboard.browser));
    for (const one of [page, other]) await openSignedIn(one, dashboard);
  });
  pictureFailures(() => page);
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  const staff = () => dashboard.api.seeding.application.staff;
  const caller = () =>
    staffOf(dashboard.demo.organizationId, { timeZone: dashboard.demo.timeZone });
  const department = () => staff().getDepartment(caller(), { id });
  const organization = () => staff().getOrganization(caller());
  const retention = () => staff().getRetention({ ...caller(), role: "OWNER" });
  const openTab = (one: Page, tab: string, of = id) =>
    one.goto(`${dashboard.url}/departments/${of}?tab=${tab}`);
  const saveButton = (one: Page | Locator) =>
    one.getByRole("button", { name: "Save", exact: true });

  /** Tries to leave the page, and answers that what is typed there stays. */
  async function keepTyped(): Promise<void> {
    await page.getByRole("link", { name: "Audit" }).click();
    await keepEditing();
  }
  async function keepEditing(): Promise<void> {
    const question = dialog(page, "Discard your changes?");
    await question.getByRole("button", { name: "Keep editing" }).click();
    await question.waitFor({ state: "detached" });
  }
  /** Leaves the page without a question. */
  async function leave(): Promise<void> {
    await page.getByRole("link", { name: "Audit" }).click();
    await expectShown(page.getByRole("heading", { level: 1, name: "Audit" }));
  }
  /** Types a date into the parts of a date field. */
  async function typeDate(one: Page, label: string, date: string): Promise<void> {
    const [year, month, day] = date.split("-");
    const field = one.getByRole("group", { name: label, exact: true });
    await field.getByRole("spinbutton").first().click();
    await one.keyboard.type(`${day}${month}${year}`);
  }
  async function addClosure(one: Page, date: string): Promise<void> {
    await typeDate(one, "From", date);
    await one.getByRole("button", { name: "Add closure" }).click();
  }

  test("the hours of a week are planned, and copied to the next one", async () => {
    const worker = await staff().createWorker(caller(), {
      departmentId: id,
      name: "Nadia Planned",
    });
    await openTab(page, "workers");
    await page.getByRole("button", { name: "Hours of Nadia Planned" }).click();
    const today = Temporal.Now.plainDateISO(dashboard.demo.timeZone);
    const first = today.subtract({ days: today.dayOfWeek - 1 });
    const week = dialog(page, "Hours of Nadia Planned");
    await week.getByRole("button", { name: /^Mon.*: add hours$/ }).click();
    await week.getByRole("button", { name: /^Tue.*: day off$/ }).click();
    await week.getByRole("button", { name: "Next week" }).click();
    await keepEditing();
    await press(page, "Escape");
    await keepEditing();
    await week.getByRole("button", { name: "Save week" }).click();
    await expectSeen(page, "Hours of Nadia Planned saved");
    await page.getByRole("button", { name: "Hours of Nadia Planned" }).click();
    await week.getByRole("button", { name: "Next week" }).click();
    const { day } = first.add({ days: 7 });
    await expectShown(week.getByRole("group", { name: new RegExp(`\\b${day}\\b`) }));
    // The last week is read slowly. A press on "Save week" waits, and the next Wednesday is changed.
    const isChanged = Promise.withResolvers<void>();
    await page.route("**/trpc/workers.shifts*", async (route) => {
      await isChanged.promise;
      await route.continue();
    });
    await week.getByRole("button", { name: "Copy last week" }).click();
    await week.getByRole("button", { name: "Save week" }).click({ force: true });
    await week.getByRole("button", { name: /^Wed.*: day off$/ }).click();
    isChanged.resolve();
    await week.getByRole("button", { name: "Save week" }).click();
    await week.waitFor({ state: "detached" });
    await page.unrouteAll({ behavior: "ignoreErrors" });
    const range = { from: first.toString(), to: first.add({ days: 13 }).toString() };
    const { days } = await staff().listShifts(caller(), { id: worker.id, ...range });
    const shifts = [{ workerId: worker.id, starts: "08:00", ends: "12:00" }];
    expect(days).toEqual([0, 1, 7, 8, 9].map((i) => ({
      date: first.add({ days: i }).toString(),
      shifts: i % 7 === 0 ? shifts : [],
    })));
  });

  test("changed days of a week stay when a change of somebody else is read", async () => {
    const worker = await staff().createWorker(caller(), { departmentId: id, name: "Otto Twice" });
    await openTab(page, "workers");
    await page.getByRole("button", { name: "Hours of Otto Twice" }).click();
    const today = Temporal.Now.plainDateISO(dashboard.demo.timeZone);
    const monday = today.subtract({ days: today.dayOfWeek - 1 });
    const thursday = monday.add({ days: 3 }).toString();
    const week = dialog(page, "Hours of Otto Twice");
    await week.getByRole("button", { name: /^Mon.*: add hours$/ }).click();
    const shifts = [{ workerId: worker.id, starts: "13:00", ends: "14:00" }];
    await staff().setShifts(caller(), { id: worker.id, days: [{ date: thursday, shifts }] });
    // Only Monday and Thursday have hours to enter.
    await expect.poll(() => week.locator("input").count()).toBeGreaterThan(2);
    await week.getByRole("button", { name: "Save week" }).click();
    await week.waitFor({ state: "detached" });
    const range = { from: monday.toString(), to: monday.add({ days: 6 }).toString() };
    const { days } = await staff().listShifts(caller(), { id: worker.id, ...range });
    expect(days.map(({ date }) => date)).toEqual([monday.toString(), thursday]);
  });

  test("closures of two people are both kept, and a second one of the same dates is refused", async () => {
    await Promise.all([openTab(page, "closures"), openTab(other, "closures")]);
    await expectShown(page.getByRole("button", { name: "Add closure" }));
    await expectShown(other.getByRole("button", { name: "Add closure" }));
    await addClosure(other, "2038-12-24");
    await expectShown(other.getByRole("row", { name: /24 Dec 2038/ }));
    // The first question which appointments are affected is still open when the form becomes empty.
    const affected = "**/trpc/appointments.affected*";
    let questions = 0;
    await page.route(affected, (route) => (questions += 1) === 1 ? undefined : route.continue());
    await addClosure(page, "2039-01-01");
    await expectShown(page.getByRole("row", { name: /1 Jan 2039/ }));
    await expect.poll(() => questions).toBeGreaterThan(0);
    expect((await department()).closures.map(({ from }) => from)).toEqual([
      "2038-12-24",
      "2039-01-01",
    ]);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await addClosure(page, "2038-12-24");
    await expectSeen(page, "There is already a closure on these dates");
    await page.getByRole("button", { name: "Remove the closure 1 Jan 2039" }).click();
    await page.getByRole("row", { name: /1 Jan 2039/ }).waitFor({ state: "detached" });
    expect((await department()).closures).toHaveLength(1);
  });

  test("the focus stays on the page when a department is opened and a closure is removed", async () => {
    const hasFocus = (one: Page) => one.locator("body :focus").waitFor();
    await page.goto(`${dashboard.url}/departments`);
    await page.locator(".row-link").first().press("Enter");
    await expectShown(page.getByRole("tab", { name: "Closures" }));
    await hasFocus(page);
    await page.getByRole("tab", { name: "Closures" }).click();
    await page.getByRole("button", { name: "Remove the closure 24 Dec 2038" }).press("Enter");
    await page.getByRole("row", { name: /24 Dec 2038/ }).waitFor({ state: "detached" });
    await hasFocus(page);
    await page.goto(`${dashboard.url}/credits`);
    const downloaded = page.waitForEvent("download");
    const csv = page.getByRole("button", { name: "Download CSV" });
    await csv.press("Enter");
    await downloaded;
    await expectFocused(csv);
  });

  test("a form that is empty after its save is left without a question", async () => {
    await openTab(page, "closures");
    await addClosure(page, "2031-05-06");
    await expectShown(page.getByText("6 May 2031"));
    await leave();
    await openTab(page, "workers");
    await page.getByRole("textbox", { name: "New staff member" }).fill("Barbara");
    await page.getByRole("button", { name: "Add staff member" }).click();
    await expectSeen(page, "Barbara added");
    await leave();
  });

  test("a stale save shows both values, and the user chooses", async () => {
    await Promise.all([openTab(page, "general"), openTab(other, "general")]);
    const address = (one: Page) => one.getByRole("textbox", { name: "Address" });
    const phone = (one: Page) => one.getByRole("textbox", { name: "Phone" });
    await expectShown(address(page));
    await expectShown(address(other));
    await address(other).fill("Their Street 1");
    await saveButton(other).click();
    await expectSeen(other, "Saved");
    await address(page).fill("My Street 2");
    await saveButton(page).click();
    const question = dialog(page, "Somebody else has changed this");
    await expectShown(question.getByText(/ changed it on /));
    await expectShown(question.getByRole("cell", { name: "My Street 2" }));
    await expectShown(question.getByRole("cell", { name: "Their Street 1" }));
    expect((await department()).address).toBe("Their Street 1");
    await question.getByRole("button", { name: "Save mine" }).click();
    await question.waitFor({ state: "detached" });
    await expectSeen(page, "Saved");
    expect((await department()).address).toBe("My Street 2");
    // The other page is stale now, and takes what is saved.
    await address(other).fill("Their Street 3");
    await phone(other).fill("123");
    await saveButton(other).click();
    const theirs = dialog(other, "Somebody else has changed this");
    await theirs.getByRole("button", { name: "Use what is saved" }).click();
    await theirs.waitFor({ state: "detached" });
    expect(await address(other).inputValue()).toBe("My Street 2");
  });

  test("what is typed in one form of the organization stays when another form is saved", async () => {
    await page.goto(`${dashboard.url}/settings`);
    const days = page.getByRole("textbox", { name: "Audit log" });
    const viewer = page.getByRole("checkbox", { name: "Viewer" });
    const card = (title: string) =>
      page.locator(".card").filter({
        has: page.getByRole("heading", { name: title, exact: true }),
      });
    await days.fill("400");
    await card("Second factor").getByText("Viewer").click();
    await page.getByRole("textbox", { name: /^Maximum life of API keys/ }).fill("300");
    const isRead = page.waitForResponse(/trpc\/[^?]*organization\.current/);
    await saveButton(card("Organization")).click();
    await isRead;
    await expectSeen(page, "Saved");
    expect([await days.inputValue(), await viewer.isChecked()]).toEqual(["400", true]);
    await saveButton(card("Second factor")).click();
    await expect.poll(async () => (await organization()).factorRequiredRoles).toEqual(["VIEWER"]);
    await page.getByRole("button", { name: "Check and save" }).click();
    await page.getByRole("button", { name: "Save rules" }).click();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    expect(await organization()).toMatchObject({ maxKeyDays: 300 });
    expect(await retention()).toMatchObject({ auditDays: 400 });
  });

  test("the rules of deletion that somebody else has changed too are a question", async () => {
    await Promise.all([page, other].map((one) => one.goto(`${dashboard.url}/settings`)));
    const days = (one: Page) => one.getByRole("textbox", { name: "Audit log" });
    for (const [one, text] of [[page, "500"], [other, "600"]] as const) {
      await days(one).fill(text);
      await one.getByRole("button", { name: "Check and save" }).click();
    }
    const saveRules = (one: Page) => one.getByRole("button", { name: "Save rules" }).click();
    await saveRules(other);
    await expectSeen(other, "Saved");
    await saveRules(page);
    const question = dialog(page, "Somebody else has changed this");
    await expectShown(question.getByRole("cell", { name: "600" }));
    await question.getByRole("button", { name: "Keep editing" }).click();
    await question.waitFor({ state: "detached" });
    expect(await days(page).inputValue()).toBe("500");
    expect(await retention()).toMatchObject({ auditDays: 600 });
    await keepTyped();
  });

  test("rules of deletion that are not confirmed to the end are not saved", async () => {
    await page.goto(`${dashboard.url}/settings`);
    const question = page.getByRole("alertdialog");
    const check = page.getByRole("button", { name: "Check and save" });
    const saveRules = question.getByRole("button", { name: "Save rules" });
    const cancel = question.getByRole("button", { name: "Cancel" });
    const days = page.getByRole("textbox", { name: "Audit log" });
    const { auditDays, ...rules } = await retention();
    await days.fill("800");
    // The save is stopped, and its error does not come back with the next question.
    await page.route(/retention\.set/, () => {});
    await check.click();
    await Promise.all([page.waitForRequest(/retention\.set/), saveRules.click()]);
    await cancel.click();
    await expectSeen(page, "You closed this before the server answered");
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await check.click();
    await expectShown(question.getByText("audit"));
    expect(await question.getByRole("alert").count()).toBe(0);
    // The refusal is read slowly. The save does not go on after the question is closed.
    await staff().setRetention({ ...caller(), role: "OWNER" }, {
      appointmentDays: rules.appointmentDays,
      eventDays: rules.eventDays,
      usageDays: 90,
      auditDays,
      version: rules.version,
    });
    const isClosed = Promise.withResolvers<void>();
    await page.route(/retention\.current/, async (route) => {
      await isClosed.promise;
      await route.continue();
    });
    let saves = 0;
    page.on("request", (request) => {
      if (request.url().includes("retention.set")) saves += 1;
    });
    await Promise.all([page.waitForRequest(/retention\.current/), saveRules.click()]);
    await cancel.click();
    await question.waitFor({ state: "detached" });
    const answered = page.waitForResponse(/retention\.current/);
    isClosed.resolve();
    await answered;
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await check.click();
    await expectShown(question.getByText("audit"));
    expect(saves).toBe(1);
    await cancel.click();
    await keepTyped();
    expect(await days.inputValue()).toBe("800");
  });

  test("the warning of low credits that somebody else has changed too is a question", async () => {
    await Promise.all([page, other].map((one) => one.goto(`${dashboard.url}/credits`)));
    const warning = (one: Page) => one.getByRole("textbox", { name: "Warn at" });
    await warning(page).fill("50");
    await warning(other).fill("70");
    await saveButton(other).click();
    await expectSeen(other, "Saved");
    await saveButton(page).click();
    const question = dialog(page, "Somebody else has changed this");
    await expectShown(question.getByRole("cell", { name: "70" }));
    await question.getByRole("button", { name: "Keep editing" }).click();
    await question.waitFor({ state: "detached" });
    await keepTyped();
    await saveButton(page).click();
    await question.getByRole("button", { name: "Save mine" }).click();
    await question.waitFor({ state: "detached" });
    await expect.poll(async () => (await organization()).lowCreditThreshold).toBe(50);
  });

  test("changes of different settings are both kept without a question", async () => {
    await Promise.all([openTab(page, "general"), openTab(other, "slots")]);
    await expectShown(page.getByRole("textbox", { name: "Phone" }));
    await other.getByRole("spinbutton", { name: "Capacity per slot" }).fill("7");
    await saveButton(other).click();
    await expectSeen(other, "Saved");
    await page.getByRole("textbox", { name: "Phone" }).fill("0176");
    await saveButton(page).click();
    await expectSeen(page, "Saved");
    expect(await department()).toMatchObject({ phoneNumber: "0176", slotCapacity: 7 });
  });

  test("changes of different fields of one form are both kept without a question", async () => {
    await Promise.all([openTab(page, "general"), openTab(other, "general")]);
    await expectShown(page.getByRole("textbox", { name: "Phone" }));
    await other.getByRole("textbox", { name: "Address" }).fill("Their Street 4");
    await saveButton(other).click();
    await expect.poll(department).toMatchObject({ address: "Their Street 4" });
    await page.getByRole("textbox", { name: "Phone" }).fill("0177");
    await saveButton(page).click();
    await expect.poll(department).toMatchObject({
      phoneNumber: "0177",
      address: "Their Street 4",
    });
    // The form shows the other change now. A second save must not undo it.
    await expect.poll(() => page.getByRole("textbox", { name: "Address" }).inputValue())
      .toBe("Their Street 4");
    await page.getByRole("textbox", { name: "Phone" }).fill("0178");
    await saveButton(page).click();
    await expect.poll(department).toMatchObject({
      phoneNumber: "0178",
      address: "Their Street 4",
    });
  });

  test("hours of different days are both kept, and of the same day the user chooses", async () => {
    const [early, nine, late] = ["08:00", "09:00", "10:00"]
      .map((opens) => [{ opens, closes: "12:00" }]);
    const openingHours = { monday: nine, tuesday: nine };
    const made = await staff().createDepartment(caller(), { name: "By day", openingHours });
    const hoursNow = async () =>
      (await staff().getDepartment(caller(), { id: made.id })).openingHours;
    await Promise.all([openTab(page, "hours", made.id), openTab(other, "hours", made.id)]);
    const opens = (one: Page, day: string) => one.getByRole("group", { name: `${day} opens` });
    async function typeHour(one: Page, day: string, hour: string): Promise<void> {
      await opens(one, day).getByRole("spinbutton").first().click();
      await one.keyboard.type(hour);
      await saveButton(one).click();
    }
    await expectShown(opens(page, "Monday"));
    await typeHour(other, "Tuesday", "08");
    await expect.poll(hoursNow).toEqual({ monday: nine, tuesday: early });
    await typeHour(page, "Monday", "10");
    await expect.poll(hoursNow).toEqual({ monday: late, tuesday: early });
    // The form shows the hours of the other person now, and they are not an unsaved change.
    await expectShown(
      opens(page, "Tuesday").getByRole("spinbutton", { name: "hour" }).getByText("08"),
    );
    await typeHour(other, "Monday", "08");
    const question = dialog(other, "Somebody else has changed this");
    await expectShown(question.getByRole("cell", { name: "08:00–12:00" }));
    await expectShown(question.getByRole("cell", { name: "10:00–12:00" }));
    await question.getByRole("button", { name: "Save mine" }).click();
    await question.waitFor({ state: "detached" });
    await expect.poll(hoursNow).toEqual({ monday: early, tuesday: early });
    await page.getByRole("tab", { name: "Preview" }).click();
    await expectShown(page.getByRole("tab", { name: "Preview", selected: true }));
  });

  test("hours past midnight are saved as hours of both days", async () => {
    const openingHours = { monday: [{ opens: "22:00", closes: "23:00" }] };
    const made = await staff().createDepartment(caller(), { name: "Night desk", openingHours });
    const hoursNow = async () =>
      (await staff().getDepartment(caller(), { id: made.id })).openingHours;
    await openTab(page, "hours", made.id);
    await page.getByRole("group", { name: "Monday closes" }).getByRole("spinbutton").first()
      .click();
    await page.keyboard.type("02");
    await expectShown(page.getByText("Until 02:00 on Tuesday"));
    await saveButton(page).click();
    await expect.poll(hoursNow).toEqual({
      monday: [{ opens: "22:00", closes: "24:00" }],
      tuesday: [{ opens: "00:00", closes: "02:00" }],
    });
  });

  test("wrong hours are named next to the day before the service is asked", async () => {
    await openTab(page, "hours");
    await page.getByRole("switch", { name: /Limit to opening hours/ }).click({ force: true });
    await page.getByRole("group", { name: "Monday opens" }).getByRole("spinbutton").first().click();
    await page.keyboard.type("1800");
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await saveButton(page).click();
    await expectSeen(page, "Monday: opening time must be before closing time.");
    expect(requests.filter((url) => url.includes("departments.update"))).toEqual([]);
    // Tuesday to Friday have other hours, which the copy would replace.
    await page.getByRole("button", { name: "Copy Monday to Tue–Fri" }).click();
    await expectSeen(page, "This replaces the hours of Tuesday, Wednesday, Thursday, Friday.");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("tab", { name: "Preview" }).click();
    await dialog(page, "Discard your changes?").getByRole("button", { name: "Discard" }).click();
    await expectParameter(page, "tab", "preview");
  });

  test("a new department is bookable only after its hours were shown", async () => {
    await page.goto(`${dashboard.url}/departments`);
    await page.getByRole("button", { name: "New department" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Archive");
    await page.getByRole("button", { name: "Create department" }).click();
    await expectSeen(page, "This department can’t be booked yet");
    await expectShown(page.getByRole("tab", { name: "Hours", selected: true }));
    const found = await staff().listDepartments(caller(), { search: "Archive" });
    expect(found.items).toMatchObject([{ isActive: false }]);
    await page.getByRole("button", { name: "Make bookable" }).click();
    await expectSeen(page, "The department is bookable");
  });

  test("the office is closed in all departments at once, and its appointments are moved", async () => {
    const book = (name: string, time: string) =>
      staff().createAppointment(caller(), {
        departmentId: id,
        dateTime: `2038-05-03T${time}`,
        name,
      });
    const [first, second] = [await book("Anna", "10:00"), await book("Ben", "11:00")];
    await page.goto(`${dashboard.url}/departments`);
    await page.getByRole("button", { name: "Close office" }).click();
    await typeDate(page, "From", "2038-05-03");
    await expectSeen(page, "2 scheduled appointments on these dates.");
    await page.getByRole("button", { name: "Close all departments" }).click();
    await page.getByRole("button", { name: "Move all" }).click();
    await typeDate(page, "Move to", "2038-05-04");
    await page.getByRole("button", { name: "Move 2 appointments" }).click();
    await expectSeen(page, "No scheduled appointments on these dates.");
    const moved = await Promise.all(
      [first, second].map(({ id }) => staff().getAppointment(caller(), { id })),
    );
    expect(moved.map(({ dateTime }) => dateTime)).toEqual([
      "2038-05-04T10:00:00",
      "2038-05-04T11:00:00",
    ]);
    const { items } = await staff().listDepartments(caller(), {});
    expect(items.every((one) => one.closures.some(({ from }) => from === "2038-05-03"))).toBe(true);
    await openTab(page, "preview");
  });

  test("all departments close on the chosen public holidays of a country", async () => {
    const today = Temporal.Now.plainDateISO(dashboard.demo.timeZone);
    const from = today.with({ month: 12, day: 25 });
    const christmas = (Temporal.PlainDate.compare(from, today) < 0 ? from.add({ years: 1 }) : from)
      .toString();
    await staff().createAppointment(caller(), {
      departmentId: id,
      dateTime: `${christmas}T10:00`,
      name: "Noel",
    });
    await page.goto(`${dashboard.url}/departments`);
    await page.getByRole("button", { name: "Public holidays" }).click();
    const form = dialog(page, "Close on public holidays");
    await form.getByRole("button", { name: /Country/ }).click();
    await page.getByRole("option", { name: "Norway" }).click();
    await form.getByText("Første nyttårsdag").click();
    await form.getByRole("checkbox", { name: /^Første juledag.*1 appointment/ }).waitFor();
    await form.getByRole("button", { name: /^Close on \d+ days$/ }).click();
    await dialog(page, "Affected appointments").getByText("Noel").waitFor();
    const { items } = await staff().listDepartments(caller(), {});
    for (const { closures } of items) {
      const reasons = closures.map(({ reason }) => reason);
      expect(reasons).toContain("Første juledag");
      expect(reasons).not.toContain("Første nyttårsdag");
    }
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Public holidays" }).click();
    await form.getByText("Holidays are entered until").waitFor();
    await form.getByRole("checkbox", { name: /^Første juledag.*already closed/ }).waitFor();
    await form.getByRole("button", { name: "Cancel" }).click();
    await openTab(page, "preview");
  });

  test("a stale rename of a worker shows both names, and the user chooses", async () => {
    const worker = await staff().createWorker(caller(), { departmentId: id, name: "Edsger" });
    await openTab(page, "workers");
    await page.getByRole("row", { name: /Edsger/ }).getByRole("button", { name: "Rename" }).click();
    await staff().updateWorker(caller(), { id: worker.id, name: "Theirs" });
    const form = dialog(page, "Rename Edsger");
    await form.getByRole("textbox", { name: "Name" }).fill("Mine");
    await form.getByRole("button", { name: "Rename" }).click();
    const question = dialog(page, "Somebody else has changed this");
    await expectShown(question.getByRole("cell", { name: "Mine" }));
    await expectShown(question.getByRole("cell", { name: "Theirs" }));
    await question.getByRole("button", { name: "Save mine" }).click();
    await expectShown(page.getByRole("row", { name: /Mine/ }));
    const workers = await staff().listWorkers(caller(), { departmentId: id });
    expect(workers.map(({ name }) => name)).toContain("Mine");
  });

  describe("all appointments of a closed day", () => {
    let closedId: number;
    const cancelPath = /appointments\.cancel/;
    const balance = async () => (await staff().getBalances(caller())).live;
    const statuses = async (ids: number[]) =>
      (await Promise.all(ids.map((id) => staff().getAppointment(caller(), { id }))))
        .map(({ status }) => status);

    beforeAll(async () => {
      closedId = (await staff().createDepartment(caller(), { name: "Closed" })).id;
    });

    /** Books three appointments, closes their day, and opens the dialog of the affected appointments. */
    async function closeDay(date: string): Promise<number[]> {
      const ids = [];
      for (const time of ["10:00", "11:00", "12:00"]) {
        const dateTime = `${date}T${time}`;
        const request = { departmentId: closedId, dateTime, name: `At ${time}` };
        ids.push((await staff().createAppointment(caller(), request)).id);
      }
      await openTab(page, "closures", closedId);
      await typeDate(page, "From", date);
      await expectSeen(page, "3 scheduled appointments on these dates.");
      await page.getByRole("button", { name: "Add closure" }).click();
      await expectShown(dialog(page, "Affected appointments"));
      return ids;
    }
    async function cancelAll(count: RegExp): Promise<void> {
      await page.getByRole("button", { name: "Cancel all" }).click();
      await page.getByRole("button", { name: count }).click();
    }
    const close = () => page.getByRole("button", { name: "Done" }).click();

    test("are cancelled with their refunds", async () => {
      const ids = await closeDay("2038-07-05");
      const before = await balance();
      await cancelAll(/^Cancel 3 appointments$/);
      await expectSeen(page, "No scheduled appointments on these dates.");
      expect(await statuses(ids)).toEqual(["CANCELLED", "CANCELLED", "CANCELLED"]);
      expect(await balance()).toBe(before + 3);
      await close();
    });

    test("keep what was done when the action is stopped, and the next action does the rest", async () => {
      const ids = await closeDay("2038-07-06");
      const before = await balance();
      const stopped = Promise.withResolvers<void>();
      let calls = 0;
      await page.route(cancelPath, async (route) => {
        calls += 1;
        if (calls === 2) await stopped.promise;
        await route.continue();
      });
      await cancelAll(/^Cancel 3 appointments$/);
      await expectSeen(page, "1 of 3 done");
      await page.getByRole("button", { name: "Stop" }).click();
      stopped.resolve();
      await expectSeen(page, "2 of 3 done");
      await page.getByRole("button", { name: "Cancel all" }).waitFor();
      expect(await statuses(ids)).toEqual(["CANCELLED", "CANCELLED", "SCHEDULED"]);
      await page.unroute(cancelPath);
      await cancelAll(/^Cancel 1 appointment$/);
      await expectSeen(page, "No scheduled appointments on these dates.");
      expect(await statuses(ids)).toEqual(["CANCELLED", "CANCELLED", "CANCELLED"]);
      expect(await balance()).toBe(before + 3);
      await close();
    });

    test("are cancelled once, although an answer is lost and the action is repeated", async () => {
      const ids = await closeDay("2038-07-07");
      const before = await balance();
      let calls = 0;
      await page.route(cancelPath, async (route) => {
        calls += 1;
        if (calls !== 2) return await route.continue();
        // The service carries it out, and the browser gets no answer.
        await route.fetch();
        await route.abort();
      });
      await cancelAll(/^Cancel 3 appointments$/);
      await expectSeen(page, "1 of 3 done");
      await expectShown(page.locator(".bulk-faults").getByText("At 11:00"));
      expect(await statuses(ids)).toEqual(["CANCELLED", "CANCELLED", "SCHEDULED"]);
      await cancelAll(/^Cancel 1 appointment$/);
      await expectSeen(page, "No scheduled appointments on these dates.");
      await page.unroute(cancelPath);
      expect(calls).toBe(3);
      expect(await balance()).toBe(before + 3);
      await close();
    });
  });

  test("a worker gets an absence, and the appointments in its hours are moved", async () => {
    const worker = await staff().createWorker(caller(), { departmentId: id, name: "Grace" });
    const book = async (time: string) => {
      const dateTime = `2038-06-07T${time}`;
      const request = { departmentId: id, workerId: worker.id, dateTime, name: `Grace at ${time}` };
      return (await staff().createAppointment(caller(), request)).id;
    };
    const [inside, outside] = [await book("10:00"), await book("14:00")];
    await openTab(page, "workers");
    await page.getByRole("button", { name: "Absences of Grace" }).click();
    await page.getByRole("switch", { name: "All day" }).click({ force: true });
    for (const [label, time] of [["From time", "0900"], ["To time", "1200"]] as const) {
      await page.getByRole("group", { name: label }).getByRole("spinbutton").first().click();
      await page.keyboard.type(time);
    }
    await typeDate(page, "From", "2038-06-07");
    await expectSeen(page, "1 scheduled appointment on these dates.");
    await page.getByRole("button", { name: "Add absence" }).click();
    await page.getByRole("button", { name: "Move all" }).click();
    await typeDate(page, "Move to", "2038-06-08");
    await page.getByRole("button", { name: "Move 1 appointment" }).click();
    await expectSeen(page, "No scheduled appointments on these dates.");
    await page.getByRole("button", { name: "Done" }).click();
    await expectShown(dialog(page, "Absences of Grace").getByRole("row", { name: /7 Jun 2038/ }));
    const times = await Promise.all(
      [inside, outside].map((id) => staff().getAppointment(caller(), { id })),
    );
    expect(times.map(({ dateTime }) => dateTime)).toEqual([
      "2038-06-08T10:00:00",
      "2038-06-07T14:00:00",
    ]);
    const workers = await staff().listWorkers(caller(), { departmentId: id });
    const kept = workers.find((one) => one.id === worker.id);
    expect(kept!.absences).toMatchObject([{
      from: "2038-06-07",
      to: "2038-06-07",
      starts: "09:00",
    }]);
  });

  test("on a phone nothing of the departments page lies on something else", async () => {
    const { page: phone } = await openPage(dashboard.browser, { width: 320, height: 700 });
    await openSignedIn(phone, dashboard);
    await phone.goto(`${dashboard.url}/departments`);
    const button = await phone.getByRole("button", { name: "New department" }).boundingBox();
    for (const selector of ["h1", ".page-title p"]) {
      // The box of the words, because the box of the element is as wide as the page.
      const text = await phone.locator(selector).first().evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().toJSON() as DOMRect;
      });
      const isApart = text.y + text.height <= button!.y ||
        button!.y + button!.height <= text.y ||
        text.x + text.width <= button!.x;
      expect([selector, isApart]).toEqual([selector, true]);
    }
    await phone.context().close();
  });

  test("the page had no errors", () => {
    expect(complaints.filter((text) => !/40[09]|ERR_FAILED/.test(text))).toEqual([]);
  });
});
