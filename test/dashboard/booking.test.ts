import type { Request } from "playwright-core";
import { describe, expect, test } from "vitest";
import { operator } from "../../core/mod.ts";
import { staffOf } from "../support/staff_callers.ts";
import { makeStaff } from "../support/staff_session.ts";
import { hasChromium, openPage } from "./chromium.ts";
import {
  dialog,
  expectFocused,
  expectShown,
  openingPause,
  openSignedIn,
  press,
  pressPaced,
} from "./keyboard.ts";
import { openPagePerFile } from "./page_per_file.ts";

const { dashboard, page, complaints } = await openPagePerFile();

describe.skipIf(!hasChromium)("booking and moving", () => {
  const chosen = () => page.locator(".slot-choice[aria-pressed=true]");
  const bookButton = () => page.locator("[type=submit]");
  const nameField = () => page.getByRole("textbox", { name: "Name", exact: true });
  const emailField = () => page.getByLabel("E-mail (optional)");
  const closed = (title: string) => dialog(page, title).waitFor({ state: "detached" });
  async function openNew(): Promise<void> {
    await page.goto(dashboard.url);
    await expectShown(page.getByText(/places booked/));
    await press(page, "n");
    await expectFocused(nameField());
  }
  async function choose(label: string, option: string | RegExp): Promise<void> {
    await page.locator(".modal").getByRole("button", { name: label }).click();
    await page.getByRole("option", { name: option }).click();
  }
  const department = (name: string) => dashboard.demo.departments.find((one) => one.name === name)!;
  const bookDirectly = (request: Record<string, unknown>) =>
    dashboard.api.seeding.application.bookAppointment(
      { organizationId: dashboard.demo.organizationId, environment: "LIVE", actor: operator },
      { name: "Somebody Else", ...request } as never,
    );
  /** Returns the start of the slot of this many minutes that runs now, or one after it. */
  function slotFromNow(minutes: number, slots = 0): string {
    const now = Temporal.Now.plainDateTimeISO(dashboard.demo.timeZone);
    return now.round({ smallestUnit: "minute", roundingMode: "floor" })
      .subtract({ minutes: (now.hour * 60 + now.minute) % minutes })
      .add({ minutes: slots * minutes }).toString();
  }

  test("takes the running slot first: a name and Enter book it, and check in follows", async () => {
    // Before and after the booking, because the next slot may begin meanwhile.
    const slots = [slotFromNow(30)];
    await openNew();
    await page.keyboard.type("Walk-in Willy");
    await expectShown(chosen());
    expect(await chosen().getAttribute("aria-label")).toContain("running now");
    await openingPause(page);
    await press(page, "Enter");
    await expectFocused(page.getByRole("button", { name: "Done" }));
    slots.push(slotFromNow(30));
    await expectShown(page.getByRole("article", { name: "Ticket" }).getByRole("img"));
    await page.getByRole("button", { name: "Check in now" }).click();
    await closed("Appointment booked");
    const { rows } = await dashboard.sql.query(
      `select to_char(date_time, 'YYYY-MM-DD"T"HH24:MI:SS') as at, status
       from appointments where name = 'Walk-in Willy'`,
    );
    expect(rows).toEqual([{ at: expect.any(String), status: "COMPLETED" }]);
    expect(slots).toContain(rows[0].at);
    await press(page, "Control+z");
    await expectShown(page.getByText("Walk-in Willy is scheduled again"));
  });

  test("a booking is kept if its department is closed for bookings meanwhile", async () => {
    const { id } = department("Citizens' Office");
    await openNew();
    await nameField().fill("Kept Kim");
    await choose("Department", "Citizens' Office");
    const { rows: [{ version }] } = await dashboard.sql.query(
      "select version from departments where id = $1",
      [id],
    );
    const isRead = page.waitForResponse(/departments\.list/);
    await page.request.post(`${dashboard.url}/trpc/departments.update`, {
      data: { id, isActive: false, version },
    });
    await isRead;
    await press(page, "Tab");
    expect(await nameField().inputValue()).toBe("Kept Kim");
    await dashboard.sql.query("update departments set is_active = true where id = $1", [id]);
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByRole("button", { name: "Discard" }).click();
  });

  test("an edit keeps what somebody else has changed meanwhile", async () => {
    const { id } = department("Citizens' Office");
    const dateTime = `${dashboard.tomorrow}T16:30:00`;
    await bookDirectly({ departmentId: id, dateTime, name: "Edited Eva" });
    await page.goto(`${dashboard.url}/?date=${dashboard.tomorrow}`);
    await page.getByRole("row", { name: /Edited Eva/ }).click();
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await dashboard.sql.query(
      "update appointments set phone = '+49 30 7' where name = 'Edited Eva'",
    );
    await nameField().fill("Edited Evelyn");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectShown(page.getByRole("row", { name: /Edited Evelyn/ }));
    const { rows } = await dashboard.sql.query(
      "select phone from appointments where name = 'Edited Evelyn'",
    );
    expect(rows).toEqual([{ phone: "+49 30 7" }]);
  });

  test("offers no busy worker, and shows when they are free", async () => {
    // The demo books the first worker today.
    const { id, workers: [, worker] } = department("Hair Studio");
    const dateTime = slotFromNow(60, 1);
    await bookDirectly({ departmentId: id, dateTime, workerId: worker!.id });
    await openNew();
    await choose("Department", "Hair Studio");
    await page.getByRole("button", { name: new RegExp(`^${dateTime.slice(11, 16)}, `) }).first()
      .click();
    await page.locator(".modal").getByRole("button", { name: "Staff member" }).click();
    const busy = page.getByRole("option", { name: new RegExp(`${worker!.name} – not free until`) });
    await expectShown(busy);
    expect(await busy.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    await nameField().fill("Anyone Anna");
    await bookButton().click();
    await expectShown(page.getByText(/^Anyone Anna is booked for/));
    const { rows: [row] } = await dashboard.sql.query(
      "select worker_id from appointments where name = 'Anyone Anna'",
    );
    expect(Number(row.worker_id)).not.toBe(worker!.id);
    expect(row.worker_id).not.toBeNull();
    await page.getByRole("button", { name: "Done" }).click();
  });

  test("asks for a reason outside the booking window, in New and in Move", async () => {
    const { id } = department("Citizens' Office");
    const { sql, tomorrow } = dashboard;
    await sql.query(`update departments set booking_window = $2 where id = $1`, [id, {
      maxDaysAhead: 1,
    }]);
    const reason = page.getByLabel("Reason for booking outside the booking window");
    const cell = (time: string) =>
      page.locator(`tr[data-time='${time}'] td`).nth(2).locator(".slot-choice.outside");
    await openNew();
    await nameField().fill("Urgent Ursula");
    await choose("Department", "Citizens' Office");
    await expectShown(chosen());
    expect(await reason.count()).toBe(0);
    await cell("10:00").click();
    await reason.waitFor();
    await bookButton().click();
    await expectShown(page.getByText(/outside the booking window: this is required/));
    await reason.fill("Doctor's request");
    await bookButton().click();
    await expectShown(page.getByText(/^Urgent Ursula is booked for .*, 10:00/));
    await page.getByRole("button", { name: "Done" }).click();
    await closed("Appointment booked");
    const day = Temporal.PlainDate.from(tomorrow).add({ days: 1 }).toString();
    await page.goto(`${dashboard.url}/?date=${day}`);
    await page.getByRole("row", { name: /Urgent Ursula/ }).click();
    await press(page, "r");
    await expectShown(dialog(page, "Move Urgent Ursula"));
    await page.locator("tr[data-time='10:30'] td").first().locator(".slot-choice.outside").click();
    await reason.fill("Room change");
    await bookButton().click();
    await expectShown(page.getByText(/Urgent Ursula is moved to .*, 10:30/));
    await sql.query("update departments set booking_window = null where id = $1", [id]);
    const { rows } = await sql.query(
      `select changes from audit_entries
       where organization_id = $1 and changes::text like '%overrideReason%' order by id`,
      [dashboard.demo.organizationId],
    );
    expect(rows.map(({ changes }) => changes.at(-1).after)).toEqual([
      "Doctor's request",
      "Room change",
    ]);
  });

  test("a time that is chosen during the search for the next free one stays", async () => {
    await openNew();
    await expectShown(chosen());
    const isSearch = (request: Request) =>
      request.url().includes("departments.range") && !request.postData()?.includes("allSlots");
    const search = page.getByRole("button", { name: "Next free" });
    /** Chooses the last time while a slow search runs, and returns it after the search is answered. */
    async function chooseMeanwhile(before?: () => Promise<void>): Promise<string | null> {
      const isChosen = Promise.withResolvers<void>();
      const isAnswered = Promise.withResolvers<void>();
      await page.route(/departments\.range/, async (route) => {
        if (!isSearch(route.request())) return await route.continue();
        await isChosen.promise;
        await route.fulfill({ response: await route.fetch() });
        isAnswered.resolve();
      });
      await search.click();
      await expect.poll(() => search.getAttribute("aria-disabled")).toBe("true");
      await before?.();
      const label = await page.locator(".slot-choice").last().getAttribute("aria-label");
      await page.locator(".slot-choice").last().click();
      isChosen.resolve();
      await isAnswered.promise;
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await expect.poll(() => search.getAttribute("aria-disabled")).toBe(null);
      return label;
    }
    const label = await chooseMeanwhile();
    expect(await chosen().getAttribute("aria-label")).toBe(label);
    // Without a choice in between, the search chooses the first free time.
    await search.click();
    await expect.poll(() => chosen().getAttribute("aria-label")).not.toBe(label);
    // The time of one department is not chosen in another one.
    const other = await chooseMeanwhile(async () => {
      await choose("Department", "Family Clinic");
      await expectShown(chosen());
    });
    expect(await chosen().getAttribute("aria-label")).toBe(other);
    await press(page, "Escape");
  });

  test("a move does not overwrite the move of another user, and says whose it was", async () => {
    const { demo: { organizationId, timeZone }, tomorrow, api } = dashboard;
    const caller = staffOf(organizationId, { timeZone });
    const { staff } = api.seeding.application;
    const { id } = await staff.createAppointment(caller, {
      departmentId: department("Citizens' Office").id,
      dateTime: `${tomorrow}T14:00`,
      name: "Twice Moved Tim",
    });
    await page.goto(`${dashboard.url}/?date=${tomorrow}`);
    await page.getByRole("row", { name: /Twice Moved Tim/ }).click();
    await press(page, "r");
    const form = dialog(page, "Move Twice Moved Tim");
    await form.locator("tr[data-time='14:30'] td").first().locator(".slot-choice").click();
    await staff.rescheduleAppointment(caller, { id, dateTime: `${tomorrow}T13:30` });
    await form.getByRole("button", { name: /^Move to .*, 14:30$/ }).click();
    await expectShown(page.getByText(/^Twice Moved Tim: already moved by .*, \d\d:\d\d$/));
    await closed("Move Twice Moved Tim");
    const { dateTime } = await staff.getAppointment(caller, { id });
    expect(dateTime).toBe(`${tomorrow}T13:30:00`);
  });

  test("an edit asks whether the person is another one, and proposes the likely answer", async () => {
    const { demo: { organizationId, timeZone }, tomorrow, api } = dashboard;
    const caller = staffOf(organizationId, { timeZone });
    const { staff } = api.seeding.application;
    const { id } = await staff.createAppointment(caller, {
      departmentId: department("Citizens' Office").id,
      dateTime: `${tomorrow}T12:00`,
      name: "Emma Early",
      phone: "+49 30 1",
    });
    const isOther = page.getByRole("switch", { name: /^For another person now/ });
    const save = () => page.getByRole("button", { name: "Save", exact: true }).click();
    const openEdit = async () => {
      await page.goto(`${dashboard.url}/appointments/${id}`);
      await page.getByRole("button", { name: "Edit", exact: true }).click();
    };
    const actions = async () =>
      (await staff.listHistory(caller, { id })).map(({ action }) => action).slice(1);
    await openEdit();
    await expectShown(nameField());
    expect(await isOther.count()).toBe(0);
    await nameField().fill("Emma Earley");
    await emailField().fill("emma@example.org");
    await expectShown(isOther);
    expect(await isOther.isChecked()).toBe(false);
    await save();
    await expectShown(page.getByText("Emma Earley").first());
    await openEdit();
    await nameField().fill("Luis Late");
    await emailField().fill("luis@example.org");
    expect(await isOther.isChecked()).toBe(true);
    await save();
    await expectShown(page.getByText("Luis Late").first());
    await expect.poll(actions).toEqual(["appointment.updated", "appointment.handed_over"]);
    await openEdit();
    await nameField().fill("Lena Late");
    await emailField().fill("lena@example.org");
    await isOther.focus();
    await page.keyboard.press("Space");
    expect(await isOther.isChecked()).toBe(false);
    await save();
    await expectShown(page.getByText("Lena Late").first());
    await expect.poll(actions).toEqual([
      "appointment.updated",
      "appointment.handed_over",
      "appointment.updated",
    ]);
  });

  test("keeps a note and an e-mail address from the booking, in Edit, and after the check-in", async () => {
    const { id } = department("Citizens' Office");
    const note = page.getByRole("textbox", { name: /^Note/ });
    const shown = (text: string) => expectShown(page.locator(".note", { hasText: text }));
    const save = () => page.getByRole("button", { name: "Save", exact: true }).click();
    await openNew();
    await nameField().fill("Noted Nora");
    await emailField().fill("nora@example.org");
    await choose("Department", "Citizens' Office");
    await page.locator("tr[data-time='11:00'] td").nth(1).locator(".slot-choice").click();
    await note.fill("Brings an interpreter");
    await bookButton().click();
    await page.getByRole("button", { name: "Done" }).click();
    await page.goto(`${dashboard.url}/?date=${dashboard.tomorrow}`);
    await page.getByRole("row", { name: /Noted Nora/ }).click();
    await shown("Brings an interpreter");
    const address = page.getByRole("link", { name: "nora@example.org" });
    expect(await address.getAttribute("href")).toBe("mailto:nora%40example.org");
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await note.fill("Needs a ramp");
    await emailField().fill("nora@nowhere");
    await save();
    await expectShown(page.getByText("Enter an e-mail address"));
    await emailField().fill("nora.n@example.org");
    await save();
    await shown("Needs a ramp");
    await expectShown(page.getByRole("link", { name: "nora.n@example.org" }));
    await dashboard.sql.query(
      "update appointments set status = 'COMPLETED' where department_id = $1 and name = 'Noted Nora'",
      [id],
    );
    await page.goto(`${dashboard.url}/appointments`);
    await page.getByRole("button", { name: "Noted Nora" }).click();
    await page.getByRole("button", { name: "Edit note" }).click();
    await note.fill("Came with a friend");
    await save();
    await shown("Came with a friend");
  });

  test("a chosen slot that others take stays chosen, with a notice and the next free one", async () => {
    const { id } = department("Citizens' Office");
    const dateTime = `${dashboard.tomorrow}T15:00:00`;
    await openNew();
    await nameField().fill("Late Lena");
    await choose("Department", "Citizens' Office");
    await page.locator("tr[data-time='15:00'] td").nth(1).locator(".slot-choice").click();
    const label = await bookButton().innerText();
    expect(label).toContain("15:00");
    for (let i = 0; i < 5; i += 1) await bookDirectly({ departmentId: id, dateTime });
    await bookButton().click();
    await expectShown(page.getByRole("alert").getByText(/full/i).first());
    expect(await bookButton().innerText()).toBe(label);
    await page.getByRole("button", { name: /^Take .*15:30$/ }).click();
    await bookButton().click();
    await expectShown(page.getByText(/^Late Lena is booked for .*, 15:30/));
    await page.getByRole("button", { name: "Done" }).click();
    await closed("Appointment booked");
  });

  test("suggests a person who has been here before", async () => {
    const { id } = department("Citizens' Office");
    const dateTime = `${dashboard.tomorrow}T16:00:00`;
    await bookDirectly({
      departmentId: id,
      dateTime,
      name: "Regular Rita",
      externalUserId: "file-77",
      email: "rita@example.org",
    });
    await openNew();
    await page.keyboard.type("regular");
    await page.getByRole("list", { name: "Earlier visits" }).getByRole("button").first().click();
    expect(await nameField().inputValue()).toBe("Regular Rita");
    expect(await page.getByLabel("Reference (optional)").inputValue()).toBe("file-77");
    expect(await emailField().inputValue()).toBe("rita@example.org");
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByRole("button", { name: "Discard" }).click();
    await closed("New appointment");
  });

  test("moves to a typed date by keys, and the list has the focus again", async () => {
    await page.goto(`${dashboard.url}/?date=${dashboard.tomorrow}`);
    await page.getByRole("row").first().waitFor();
    await press(page, "j", "r");
    await expectFocused(page.locator(".week-table"));
    const to = Temporal.PlainDate.from(dashboard.tomorrow).add({ days: 90 });
    await page.getByRole("group", { name: "Show from" }).getByRole("spinbutton").first().click();
    await page.keyboard.type(to.toLocaleString("en-GB", {
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    }));
    await page.keyboard.press("Enter");
    const day = to.toLocaleString("en-GB", { month: "short", day: "numeric" });
    await page.locator("thead th").nth(1).getByText(day).waitFor();
    await page.locator(".week-table [tabindex='0']").focus();
    await pressPaced(page, ["1", "0"], 100);
    await press(page, "PageDown");
    await page.locator("thead th").nth(1).getByText(day).waitFor({ state: "detached" });
    await expectFocused(page.locator(".week-table"));
    await pressPaced(page, ["1", "0"], 100);
    await press(page, "Enter", "Tab", "Tab", "Enter");
    await expectShown(page.getByText(/is moved to .*, 10:00/));
    await expectFocused(page.getByRole("grid").first());
  });

  test("shows a full time and a closed one differently", async () => {
    const { id } = department("Family Clinic");
    const { sql, url } = dashboard;
    await sql.query(
      `update departments set closures = $2, opening_hours = null where id = $1`,
      [
        id,
        JSON.stringify([{ from: dashboard.tomorrow, to: dashboard.tomorrow, reason: "Moving" }]),
      ],
    );
    const next = Temporal.PlainDate.from(dashboard.tomorrow).add({ days: 1 }).toString();
    for (let i = 0; i < 2; i += 1) {
      await bookDirectly({ departmentId: id, dateTime: `${next}T09:00:00` });
    }
    await page.goto(`${url}/?date=${dashboard.tomorrow}`);
    await page.getByRole("row").first().waitFor();
    await press(page, "n");
    await choose("Department", "Family Clinic");
    const row = page.locator("tr[data-time='09:00'] td");
    await expectShown(row.nth(0).locator(".closed"));
    await expectShown(row.nth(1).getByText("full"));
    await expectShown(page.locator("thead").getByText(/Moving/));
    await press(page, "Escape");
  });

  test("an empty organization learns what is missing, and no credits are reported first", async () => {
    const { application } = dashboard.api.seeding;
    const { organization } = await application.createOrganization({
      name: "Empty",
      ownerEmail: "owner@empty.example",
      ownerPassword: "a long password",
    });
    const { page } = await openPage(dashboard.browser);
    await openSignedIn(page, {
      url: dashboard.url,
      owner: await makeStaff(dashboard.api.seeding, organization.id),
    });
    await page.getByRole("button", { name: "New", exact: true }).click();
    await expectShown(dialog(page, "New appointment").getByText("Create a department first"));
    await page.getByRole("link", { name: "Go to departments" }).click();
    await expectShown(page.getByRole("heading", { level: 1, name: "Departments" }));
    await application.createDepartment(organization.id, { name: "First" });
    await page.goto(dashboard.url);
    await page.getByRole("button", { name: "New", exact: true }).click();
    await expectShown(page.getByText(/You’re out of credits/));
    expect(await page.locator("[type=submit]").isDisabled()).toBe(true);
    await page.context().close();
  });

  test("the page had no errors", () => {
    const refusals = /Failed to load resource: the server responded with a status of (400|409)/;
    expect(complaints.filter((one) => !refusals.test(one))).toEqual([]);
  });
});
