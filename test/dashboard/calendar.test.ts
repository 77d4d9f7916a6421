import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { staffOf } from "../support/staff_callers.ts";
import {
  column,
  drag,
  freezeCalendar,
  type Office,
  openOffice,
  pointAt,
} from "./calendar_office.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import {
  changePause,
  changesSent,
  dialog,
  expectFocused,
  expectSeen,
  expectShown,
  openSignedIn,
  press,
} from "./keyboard.ts";
import { pictureFailures } from "./picture_failures.ts";

describe.skipIf(!hasChromium)("the calendar", () => {
  let dashboard: Dashboard;
  let page: Page;
  let complaints: string[];
  let office: Office;
  let date: string;

  beforeAll(async () => {
    dashboard = await startDashboard();
    date = dashboard.tomorrow;
    office = await openOffice(dashboard, {
      name: "Outpatient Clinic",
      workers: ["Vera", "Wim", "Xenia", "Yann"],
    });
    const admin = staffOf(dashboard.demo.organizationId, { role: "ADMIN" });
    const { staff } = dashboard.api.seeding.application;
    const away = { id: office.workers["Xenia"], from: date, to: date };
    await staff.addAbsence(admin, { ...away, starts: "10:00", ends: "12:00", reason: "Training" });
    await staff.addAbsence(admin, { ...away, id: office.workers["Yann"], reason: "Holiday" });
    ({ page, complaints } = await openPage(dashboard.browser, { width: 1440, height: 900 }));
    await openSignedIn(page, dashboard);
  });
  pictureFailures(() => page);
  afterEach(() => page.unrouteAll({ behavior: "ignoreErrors" }));
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  async function open(query = `department=${office.departmentId}&date=${date}`): Promise<void> {
    await page.goto(`${dashboard.url}/calendar?${query}`);
    await expectShown(page.getByRole("grid"));
    await page.locator(".board-column").first().waitFor();
  }
  async function bookAt(time: string, name: string, worker = "Vera"): Promise<number> {
    const workerId = office.workers[worker];
    return await office.book({ dateTime: `${date}T${time}`, name, workerId });
  }
  async function positionOf(id: number): Promise<{ time: string; worker: string | undefined }> {
    const { rows: [{ time, worker }] } = await dashboard.sql.query(
      `select to_char(date_time, 'HH24:MI') as time, w.name as worker
       from appointments a left join workers w on w.id = a.worker_id where a.id = $1`,
      [id],
    );
    return { time, worker: worker ?? undefined };
  }
  const settingsOf = (id: number) =>
    dashboard.api.seeding.application.staff.getDepartment(
      staffOf(dashboard.demo.organizationId, {}),
      { id },
    );
  const inColumn = (title: string, name: string) =>
    column(page, title).getByRole("gridcell", { name: new RegExp(`^${name} `) });

  test("is in the sidebar and in the search, and shows absences, closed hours and the present day", async () => {
    await page.getByRole("link", { name: "Calendar" }).click();
    await expectShown(page.getByRole("heading", { level: 1, name: "Calendar" }));
    await press(page, "Control+k");
    await page.keyboard.type("calen");
    await expectShown(page.getByRole("option", { name: "Calendar" }));
    await press(page, "Escape");
    await open();
    await expectShown(column(page, "Yann").getByText("Away: Holiday").first());
    await expectShown(column(page, "Xenia").locator(".board-shade.away", { hasText: "Training" }));
    await expectShown(page.locator(".board-hour").getByText("17:00"));
    expect(await page.locator(".board-hour").getByText("07:00").count()).toBe(0);
    // A time outside the opening hours makes the axis longer.
    const early = await openOffice(dashboard, { name: "Early Office", workers: ["Vera"] });
    const { updateDepartment } = dashboard.api.seeding.application;
    const { openingHours } = await settingsOf(early.departmentId);
    await updateDepartment(early.departmentId, { openingHours: null });
    await early.book({
      dateTime: `${date}T06:10`,
      name: "Early Emil",
      workerId: early.workers["Vera"],
    });
    await updateDepartment(early.departmentId, { openingHours });
    await open(`department=${early.departmentId}&date=${date}`);
    await expectShown(page.locator(".board-hour").getByText("06:00"));
    await expectShown(inColumn("Vera", "Early Emil"));
  });

  test("books a free place by a click, with its worker and time chosen", async () => {
    await open();
    const { x, y } = await pointAt(page, "Wim", "09:00");
    await page.mouse.move(x, y);
    await expectShown(page.locator(".board-hover", { hasText: "09:00–09:30" }));
    await page.mouse.click(x, y);
    const form = dialog(page, "New appointment");
    await expectShown(form.getByRole("button", { name: /^Book .*, 09:00$/ }));
    await expectShown(form.getByRole("button", { name: /^Wim/ }));
    await form.getByRole("textbox", { name: "Name", exact: true }).fill("Clicked Clara");
    await form.getByRole("button", { name: /^Book .*, 09:00$/ }).click();
    await form.page().getByRole("button", { name: "Done" }).click();
    await expectShown(inColumn("Wim", "Clicked Clara"));
    // A place that cannot be taken says why, and opens nothing.
    await page.mouse.click(
      ...Object.values(await pointAt(page, "Yann", "09:00")) as [number, number],
    );
    await expectSeen(page, "Away: Holiday");
    expect(await dialog(page, "New appointment").count()).toBe(0);
  });

  test("opens an appointment by a click and by Enter, and books a free time by Enter", async () => {
    await bookAt("08:00", "Keyed Karl");
    await open();
    await inColumn("Vera", "Keyed Karl").click();
    await expectShown(dialog(page, "Appointment").getByText("Outpatient Clinic"));
    await press(page, "Escape");
    await expectFocused(inColumn("Vera", "Keyed Karl"));
    await press(page, "Enter");
    await expectShown(dialog(page, "Appointment"));
    await press(page, "Escape");
    await expectFocused(inColumn("Vera", "Keyed Karl"));
    await press(page, "ArrowRight");
    await expectFocused(page.getByRole("gridcell", { name: "08:00–08:30 free, Wim" }));
    await press(page, "Enter");
    const form = dialog(page, "New appointment");
    await expectShown(form.getByRole("button", { name: /^Book .*, 08:00$/ }));
    await press(page, "Escape");
    await form.waitFor({ state: "detached" });
    // The focus stays on the calendar of the next day.
    await expectFocused(page.getByRole("grid"));
    await press(page, "PageDown");
    await expectShown(page.getByText(longDayAfter(date)));
    await expectFocused(page.getByRole("grid"));
  });

  test("moves an appointment by dragging to another worker and time, and back by both ways", async () => {
    const id = await bookAt("10:00", "Dragged Dora");
    await open();
    await drag(page, "Dragged Dora", { to: "Wim", time: "11:00" });
    await expectShown(inColumn("Wim", "Dragged Dora"));
    await expectSeen(page, /^Dragged Dora is moved to .*, 11:00, Wim$/);
    expect(await positionOf(id)).toEqual({ time: "11:00", worker: "Wim" });
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expectSeen(page, "Dragged Dora is moved back");
    expect(await positionOf(id)).toEqual({ time: "10:00", worker: "Vera" });
    await drag(page, "Dragged Dora", { to: "Vera", time: "12:30" });
    await expectSeen(page, /^Dragged Dora is moved to .*, 12:30, Vera$/);
    await expectShown(inColumn("Vera", "Dragged Dora").filter({ hasText: "12:30" }));
    await press(page, "Control+z");
    await expectShown(inColumn("Vera", "Dragged Dora").filter({ hasText: "10:00" }));
    await expect.poll(() => positionOf(id)).toEqual({ time: "10:00", worker: "Vera" });
    // A drag that ends by Escape, or where it began, is no change and no click.
    const sent = changesSent(page);
    await drag(page, "Dragged Dora", { to: "Wim", time: "14:00", holds: true });
    await press(page, "Escape");
    await page.mouse.up();
    await drag(page, "Dragged Dora", { to: "Vera", time: "10:00" });
    await page.locator(".board-ghost").waitFor({ state: "detached" });
    expect(sent).toEqual([]);
    expect(await dialog(page, "Appointment").count()).toBe(0);
  });

  test("shows before the drop that a target is not possible, and sends nothing", async () => {
    const id = await bookAt("15:00", "Blocked Bea");
    await bookAt("15:00", "Busy Bob", "Wim");
    const done = await bookAt("16:00", "Done Dan");
    await dashboard.sql.query("update appointments set status = 'COMPLETED' where id = $1", [done]);
    await open();
    const sent = changesSent(page);
    for (
      const [to, time, problem] of [
        ["Wim", "15:00", "Already booked at this time"],
        ["Xenia", "11:30", "Away: Training"],
        ["Yann", "15:00", "Away: Holiday"],
      ] as const
    ) {
      await drag(page, "Blocked Bea", { to, time, holds: true });
      await expectShown(page.locator(".board-ghost.forbidden", { hasText: problem }));
      await expectShown(page.getByRole("status").getByText(`Not possible: ${problem}`));
      await page.mouse.up();
      await expectShown(inColumn("Vera", "Blocked Bea"));
    }
    expect(await positionOf(id)).toEqual({ time: "15:00", worker: "Vera" });
    // Only scheduled ones move.
    await inColumn("Vera", "Done Dan").focus();
    await press(page, "r");
    await expectSeen(page, "Only scheduled appointments can be moved. Done Dan is completed.");
    expect(sent).toEqual([]);
  });

  test("moves an appointment by keys, and says where it would go", async () => {
    const id = await bookAt("13:00", "Keen Kim");
    await bookAt("13:30", "Next Ned", "Wim");
    await open();
    await inColumn("Vera", "Keen Kim").focus();
    await press(page, "r");
    const status = page.locator(".board-proposal");
    await expectShown(status.getByText("Keen Kim: 13:00, Vera."));
    await press(page, "ArrowRight", "ArrowDown");
    await expectShown(
      status.getByText("Keen Kim: 13:30, Wim. Not possible: Already booked at this time."),
    );
    await press(page, "Enter");
    await expectShown(status);
    await press(page, "ArrowDown");
    await expectShown(status.getByText("Keen Kim: 14:00, Wim."));
    await press(page, "Escape");
    await status.waitFor({ state: "detached" });
    expect(await positionOf(id)).toEqual({ time: "13:00", worker: "Vera" });
    await expectFocused(inColumn("Vera", "Keen Kim"));
    // The same command within 400 ms would be a double press.
    await changePause(page);
    await press(page, "r");
    await expectShown(status);
    await press(page, "ArrowRight", "ArrowDown", "ArrowDown", "Enter");
    await expectSeen(page, /^Keen Kim is moved to .*, 14:00, Wim$/);
    expect(await positionOf(id)).toEqual({ time: "14:00", worker: "Wim" });
    await expectFocused(inColumn("Wim", "Keen Kim"));
    await press(page, "Control+z");
    await expectSeen(page, "Keen Kim is moved back");
    await expectFocused(inColumn("Vera", "Keen Kim"));
  });

  test("a refused move goes back with the reason, and nobody overwrites an unseen move", async () => {
    const id = await bookAt("16:30", "Refused Ria");
    await freezeCalendar(page);
    await open();
    await expectShown(inColumn("Vera", "Refused Ria"));
    await bookAt("17:00", "Faster Fay", "Wim");
    await drag(page, "Refused Ria", { to: "Wim", time: "17:00" });
    await expectSeen(page, "Already booked at this time");
    await expectShown(inColumn("Vera", "Refused Ria"));
    const caller = staffOf(dashboard.demo.organizationId, { timeZone: dashboard.demo.timeZone });
    const { staff } = dashboard.api.seeding.application;
    await staff.rescheduleAppointment(caller, { id, dateTime: `${date}T17:30` });
    await drag(page, "Refused Ria", { to: "Wim", time: "16:30" });
    await expectSeen(page, /^Refused Ria: already moved by .*, \d\d:\d\d$/);
    expect(await positionOf(id)).toEqual({ time: "17:30", worker: "Vera" });
  });

  test("a second move waits for the answer to the first one, and says so", async () => {
    const id = await bookAt("10:30", "Hasty Hal");
    await open();
    await expectShown(inColumn("Vera", "Hasty Hal"));
    const held = Promise.withResolvers<void>();
    await page.route(/appointments\.reschedule/, async (route) => {
      await held.promise;
      await route.continue();
    }, { times: 1 });
    await drag(page, "Hasty Hal", { to: "Wim", time: "10:30" });
    await expectShown(inColumn("Wim", "Hasty Hal"));
    await drag(page, "Hasty Hal", { to: "Vera", time: "11:30" });
    await expectSeen(page, "The last move of Hasty Hal is still running.");
    held.resolve();
    await expectSeen(page, /Hasty Hal is moved to/);
    expect(await positionOf(id)).toEqual({ time: "10:30", worker: "Wim" });
  });

  test("shows the changes of others at once", async () => {
    const id = await bookAt("09:30", "Live Liv");
    await open();
    await expectShown(inColumn("Vera", "Live Liv"));
    const caller = staffOf(dashboard.demo.organizationId, { timeZone: dashboard.demo.timeZone });
    const { staff } = dashboard.api.seeding.application;
    const to = { dateTime: `${date}T09:30`, workerId: office.workers["Wim"] };
    await staff.rescheduleAppointment(caller, { id, ...to });
    await expectShown(inColumn("Wim", "Live Liv"));
    await staff.cancelAppointment(caller, { id });
    await inColumn("Wim", "Live Liv").waitFor({ state: "detached" });
    await page.getByText("Show cancelled", { exact: true }).click();
    await expectShown(inColumn("Wim", "Live Liv"));
  });

  test("asks for a reason outside the booking window", async () => {
    const strict = await openOffice(dashboard, {
      name: "Strict Desk",
      workers: [],
      showAdminsInBooking: false,
      slotCapacity: 2,
    });
    const id = await strict.book({ dateTime: `${date}T08:00`, name: "Windowed Will" });
    await dashboard.api.seeding.application.updateDepartment(strict.departmentId, {
      bookingWindow: { minLeadMinutes: 5000 },
    });
    await open(`department=${strict.departmentId}&date=${date}`);
    await drag(page, "Windowed Will", { to: "Strict Desk", time: "09:00" });
    const form = dialog(page, "Move Windowed Will");
    await form.getByLabel(/^Reason/).fill("Boss said so");
    await form.getByRole("button", { name: "Move" }).click();
    await expectSeen(page, /^Windowed Will is moved to .*, 09:00, Strict Desk$/);
    expect(await positionOf(id)).toEqual({ time: "09:00", worker: undefined });
    // The way back is outside the window as well, and takes the same reason.
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expectSeen(page, "Windowed Will is moved back");
    expect(await positionOf(id)).toEqual({ time: "08:00", worker: undefined });
  });

  test("shows the week of a worker, and moves to another day", async () => {
    const first = mondayAfter(date);
    const id = await office.book({
      dateTime: `${first}T10:00`,
      name: "Weekly Wes",
      workerId: office.workers["Vera"],
    });
    const admin = staffOf(dashboard.demo.organizationId, { role: "ADMIN" });
    const closed = Temporal.PlainDate.from(first).add({ days: 2 });
    await dashboard.api.seeding.application.staff.addClosure(admin, {
      departmentIds: [office.departmentId],
      from: closed.toString(),
      to: closed.toString(),
      reason: "Heiligabend",
    });
    await open(`view=week&worker=${office.workers["Vera"]}&date=${first}`);
    await expectShown(
      column(page, titleOf(closed.toString())).getByText("Closed: Heiligabend").first(),
    );
    const thursday = Temporal.PlainDate.from(first).add({ days: 3 }).toString();
    await drag(page, "Weekly Wes", { to: titleOf(thursday), time: "11:00" });
    await expectSeen(page, /^Weekly Wes is moved to Thu .*, 11:00, Vera$/);
    expect(await positionOf(id)).toEqual({ time: "11:00", worker: "Vera" });
    await page.getByRole("link", { name: titleOf(thursday), exact: true }).click();
    await expectShown(inColumn("Vera", "Weekly Wes"));
    await page.getByRole("link", { name: "Vera", exact: true }).click();
    await expectShown(column(page, titleOf(first)));
  });

  test("shows a day by departments, where a move takes a free worker of the other one", async () => {
    const hall = await openOffice(dashboard, {
      name: "Town Hall",
      workers: [],
      showAdminsInBooking: false,
      slotCapacity: 3,
    });
    const id = await hall.book({ dateTime: `${date}T08:30`, name: "Across Ada" });
    const gone = await openOffice(dashboard, { name: "Gone Office", workers: ["Zoe"] });
    await gone.book({ dateTime: `${date}T09:00`, name: "Left Lea", workerId: gone.workers["Zoe"] });
    await dashboard.api.seeding.application.updateDepartment(gone.departmentId, {
      isActive: false,
    });
    await open(`view=departments&date=${date}`);
    await drag(page, "Across Ada", { to: "Outpatient Clinic", time: "12:00" });
    await expectSeen(page, /^Across Ada is moved to .*, 12:00, Outpatient Clinic$/);
    await expectShown(inColumn("Outpatient Clinic", "Across Ada"));
    expect((await positionOf(id)).time).toBe("12:00");
    // The people of an inactive department stay, and nobody else comes.
    await expectShown(inColumn("Gone Office", "Left Lea"));
    await drag(page, "Across Ada", { to: "Gone Office", time: "10:00", holds: true });
    await expectShown(page.locator(".board-ghost.forbidden", { hasText: "Takes no bookings" }));
    await page.mouse.up();
    await page.getByRole("link", { name: "Outpatient Clinic", exact: true }).click();
    await expectShown(column(page, "Vera"));
  });

  test("the page had no errors", () => {
    const refused = /status of (400|409)|ERR_FAILED/;
    expect(complaints.filter((text) => !refused.test(text))).toEqual([]);
  });
});

function mondayAfter(date: string): string {
  const day = Temporal.PlainDate.from(date);
  return day.add({ days: 15 - day.dayOfWeek }).toString();
}

/** `Monday 30 November 2026`. */
function longDayAfter(date: string): string {
  const form = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  const next = Temporal.PlainDate.from(date).add({ days: 1 });
  return next.toLocaleString("en-GB", form).replace(",", "");
}

/** `Mon 30 Nov`. */
function titleOf(date: string): string {
  const form = { weekday: "short", day: "numeric", month: "short" } as const;
  return Temporal.PlainDate.from(date).toLocaleString("en-GB", form).replace(",", "");
}
