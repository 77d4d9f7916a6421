import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { dialog, expectFocused, expectShown, openSignedIn, press } from "./keyboard.ts";
import { pictureFailures } from "./picture_failures.ts";
import { operator } from "../../core/mod.ts";
import { staffOf } from "../support/staff_callers.ts";

describe.skipIf(!hasChromium)("search and lists", () => {
  let dashboard: Dashboard;
  let page: Page;
  let complaints: string[];
  let qrCode: string;
  let id: number;

  beforeAll(async () => {
    dashboard = await startDashboard();
    const { staff } = dashboard.api.seeding.application;
    const { organizationId, departments } = dashboard.demo;
    const caller = staffOf(organizationId, { timeZone: dashboard.demo.timeZone });
    const plain = departments.find(({ workers }) => workers.length === 0) ?? departments[0]!;
    const booked = await staff.createAppointment(caller, {
      departmentId: plain.id,
      dateTime: `${dashboard.tomorrow}T10:00:00`,
      name: "Jürgen Yılmaz-Groß",
      phone: "+49 151 2345678",
      externalUserId: "=KD-4711",
      ...(plain.workers[0] && { workerId: plain.workers[0].id }),
    });
    ({ qrCode, id } = booked);
    ({ page, complaints } = await openPage(dashboard.browser));
    await openSignedIn(page, dashboard);
  });
  pictureFailures(() => page);
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  const row = () => page.getByRole("button", { name: "Jürgen Yılmaz-Groß" });

  test("the list finds by folded words in any order, by code and by date", async () => {
    await page.goto(`${dashboard.url}/appointments?when=any`);
    const field = page.getByRole("searchbox", { name: "Search appointments" });
    for (const text of ["yilmaz jur", qrCode]) {
      await field.fill(`no such ${text}`);
      await expectShown(page.getByText("No appointments match"));
      await field.fill(text);
      await expectShown(row());
    }
    const [year, month, day] = dashboard.tomorrow.split("-");
    await field.fill(`jurgen ${day}.${month}.${year}`);
    await expectShown(row());
    await expectShown(page.getByText(/^Only /));
  });

  test("the field of Today finds by the same rule", async () => {
    await page.goto(`${dashboard.url}/?date=${dashboard.tomorrow}`);
    await press(page, "/");
    await page.keyboard.type("juergen yil");
    await expectShown(page.getByRole("row", { name: /Jürgen Yılmaz-Groß/ }));
  });

  test("Ctrl+K works in the field of Today, and no key is lost before the palette is there", async () => {
    const palette = "**/assets/palette-*.js";
    let release = () => {};
    const released = new Promise<void>((resolve) => release = resolve);
    await page.route(palette, (route) => released.then(() => route.continue()));
    await page.goto(`${dashboard.url}/`);
    const today = page.getByRole("textbox", { name: "Name, phone or code" });
    await today.focus();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("gross ju");
    release();
    const field = page.getByRole("combobox", { name: /^Search appointments/ });
    await expectFocused(field);
    await page.keyboard.type("ergen");
    expect(await field.inputValue()).toBe("gross juergen");
    expect(await page.locator(".code-input").inputValue()).toBe("");
    await expectShown(page.getByRole("option", { name: /Jürgen Yılmaz-Groß/, selected: true }));
    await press(page, "Escape");
    await expectFocused(today);
    await page.unroute(palette);
  });

  test("Ctrl+K finds a person and opens the appointment by keyboard, and pages and actions too", async () => {
    await press(page, "Control+k");
    await expectFocused(page.getByRole("combobox", { name: /^Search appointments/ }));
    await page.keyboard.type("gross juergen");
    await expectShown(page.getByRole("option", { name: /Jürgen Yılmaz-Groß/, selected: true }));
    await press(page, "Enter");
    await expectShown(dialog(page, "Appointment"));
    expect(new URL(page.url()).pathname).toBe(`/appointments/${id}`);
    await press(page, "Escape");
    await dialog(page, "Appointment").waitFor({ state: "detached" });
    await press(page, "Control+k");
    await page.keyboard.type("audi");
    await expectShown(page.getByRole("option", { name: "Audit", selected: true }));
    await press(page, "Enter");
    await expectShown(page.getByRole("heading", { level: 1, name: "Audit" }));
    await press(page, "Control+k");
    await expectShown(page.getByRole("option", { name: /Jürgen/ }));
    await press(page, "Escape");
  });

  test("the CSV has exactly the filtered appointments, and no formula", async () => {
    await page.goto(`${dashboard.url}/appointments?when=any&search=yilmaz`);
    await expectShown(row());
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download CSV" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^appointments_live_.*\.csv$/);
    const text = await readFile(await download.path(), "utf8");
    const [head, first, ...others] = text.trim().split("\r\n");
    expect(head).toContain("id,dateTime,name,phone,externalUserId");
    expect(first).toContain(
      `${id},${dashboard.tomorrow}T10:00:00,Jürgen Yılmaz-Groß,+49 151 2345678,'=KD-4711`,
    );
    expect(others).toEqual([]);
    await page.goto(`${dashboard.url}/audit?subject=organization`);
    const entry = page.getByRole("row", { name: /downloaded appointments as CSV/ });
    await expectShown(entry);
    expect(await entry.textContent()).toContain("Search text");
  });

  describe("selected appointments of the list", () => {
    const names = ["Bulka Alpha", "Bulka Beta", "Bulka Gamma", "Bulka Delta"];
    let ids: number[];

    const staff = () => dashboard.api.seeding.application.staff;
    const caller = () => staffOf(dashboard.demo.organizationId);
    const statuses = async () => {
      const { items } = await staff().listAppointments(caller(), {
        search: "bulka",
        sort: "id,asc",
      });
      return items.map(({ status }) => status);
    };
    const box = (name: string) => page.getByRole("checkbox", { name: `Select ${name}` });
    const all = () => page.getByRole("checkbox", { name: "Select all on this page" });
    const bar = () => page.getByRole("region", { name: "Selected appointments" });
    const choose = (name: string) => bar().getByRole("button", { name, exact: true }).click();

    beforeAll(async () => {
      const { departments } = dashboard.demo;
      const department = departments.find(({ workers }) => workers.length === 0) ?? departments[0]!;
      ids = [];
      for (const [i, name] of names.entries()) {
        // They have begun, so they can be missed. The list begins today.
        const today = Temporal.Now.plainDateISO(dashboard.demo.timeZone);
        const dateTime = `${today}T00:0${i}:00`;
        const request = { departmentId: department.id, dateTime, name };
        ids.push((await staff().createAppointment(caller(), request)).id);
      }
      await page.goto(`${dashboard.url}/appointments?search=bulka`);
    });

    test("are chosen by keyboard, by a range and all at once", async () => {
      await box("Bulka Alpha").focus();
      await press(page, "Space", "Shift+ArrowDown", "Shift+ArrowDown");
      await expectShown(bar().getByText("3 appointments selected"));
      expect(await box("Bulka Delta").isChecked()).toBe(false);
      await press(page, "Escape");
      await bar().waitFor({ state: "detached" });
      await box("Bulka Beta").click();
      await box("Bulka Delta").click({ modifiers: ["Shift"] });
      await expectShown(bar().getByText("3 appointments selected"));
      expect(await box("Bulka Alpha").isChecked()).toBe(false);
      await all().check();
      await expectShown(bar().getByText("4 appointments selected"));
    });

    test("are marked missed, except those that the service refuses, which stay selected", async () => {
      await staff().cancelAppointment(caller(), { id: ids[1] });
      await choose("Mark all as missed");
      await choose("Mark 4 as missed");
      await expectShown(bar().getByText("3 of 4 done · 1 not done"));
      await expectShown(bar().getByRole("listitem").filter({ hasText: /Bulka Beta.*cancelled/ }));
      await expectShown(bar().getByText("1 appointment selected"));
      expect(await statuses()).toEqual(["MISSED", "CANCELLED", "MISSED", "MISSED"]);
    });

    test("are completed before their day only with a reason", async () => {
      const departmentId = dashboard.demo.departments[0]!.id;
      const dateTime = `${dashboard.tomorrow}T06:00:00`;
      const { id } = await staff().createAppointment(caller(), {
        departmentId,
        dateTime,
        name: "Vorzeitig Vera",
      });
      await page.goto(`${dashboard.url}/appointments?search=vorzeitig`);
      await all().check();
      const complete = async (reason: string) => {
        await choose("Mark all as completed");
        await bar().getByLabel("Reason").fill(reason);
        await choose("Complete 1 appointment");
      };
      await complete("");
      await expectShown(bar().getByText("None of 1 could be done"));
      await complete("Was served early");
      await expectShown(bar().getByText("1 of 1 done"));
      expect(await staff().getAppointment(caller(), { id })).toMatchObject({ status: "COMPLETED" });
      expect(complaints.splice(0).filter((one) => !/400|409/.test(one))).toEqual([]);
    });

    test("are changed once if an answer is lost and the action is repeated", async () => {
      for (const id of [ids[0], ids[2], ids[3]]) await staff().revertAppointment(caller(), { id });
      const before = (await staff().getBalances(caller())).live;
      await page.goto(`${dashboard.url}/appointments?search=bulka&status=SCHEDULED`);
      await all().check();
      let lost = 0;
      await page.route("**/trpc/appointments.cancel*", async (route) => {
        if (lost++ > 0) return await route.fallback();
        await route.fetch();
        await route.abort();
      });
      await choose("Cancel all");
      await choose("Cancel 3 appointments");
      await expectShown(bar().getByText("0 of 3 done · 1 not done · 2 not tried"));
      await choose("Cancel all");
      await bar().getByRole("button", { name: /^Cancel \d appointments$/ }).click();
      await expectShown(bar().getByText(/^(2 of 2|3 of 3) done$/));
      expect(await statuses()).toEqual(Array(4).fill("CANCELLED"));
      expect((await staff().getBalances(caller())).live).toBe(before + 3);
      expect(complaints.splice(0).filter((one) => !/ERR_FAILED|409/.test(one))).toEqual([]);
    });

    test("are archived until the user stops, and then the others", async () => {
      await page.goto(`${dashboard.url}/appointments?search=bulka`);
      await all().check();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route("**/trpc/appointments.archive*", async (route) => {
        await released;
        await route.continue();
      });
      await choose("Archive all");
      await choose("Archive 4 appointments");
      await expectShown(bar().getByRole("progressbar"));
      await choose("Stop");
      release();
      await expectShown(bar().getByText("1 of 4 done · 3 not tried"));
      await choose("Archive all");
      await choose("Archive 3 appointments");
      await expectShown(bar().getByText("3 of 3 done"));
      expect(await statuses()).toEqual([]);
    });
  });

  test("the audit is in sentences that link to the person, and names stay on one line", async () => {
    await page.goto(`${dashboard.url}/audit?subject=appointment`);
    const sentence = page.getByRole("row", { name: /booked Jürgen Yılmaz-Groß/ });
    await expectShown(sentence);
    const actor = await sentence.getByRole("button", { name: "Ada Lovelace" }).boundingBox();
    expect(actor!.height).toBeLessThan(30);
    await sentence.getByRole("link", { name: "Jürgen Yılmaz-Groß" }).click();
    await expectShown(dialog(page, "Appointment"));
  });

  test("the drawer leads to all visits of the person", async () => {
    await dialog(page, "Appointment").getByRole("link", { name: "All visits of this person" })
      .click();
    await expectShown(page.getByRole("heading", { name: "Visits of Jürgen Yılmaz-Groß" }));
    await expectShown(row());
    expect(page.url()).not.toContain("Y");
  });

  /** The text of a file of everything that is known of the person. */
  async function download(format: string): Promise<string> {
    const [started] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: `Download everything as ${format}` }).click(),
    ]);
    return await readFile(await started.path(), "utf8");
  }

  test('"Anonymize all" removes the past visits of a person, and keeps those to come', async () => {
    const { api: { seeding }, demo: { organizationId, departments, timeZone } } = dashboard;
    const yesterday = Temporal.Now.plainDateISO(timeZone).subtract({ days: 1 });
    const scope = { organizationId, environment: "LIVE", actor: operator } as const;
    const department = departments.find(({ workers }) => workers.length === 0) ?? departments[0]!;
    for (const dateTime of [`${yesterday}T11:00:00`, `${yesterday}T12:00:00`]) {
      await seeding.application.bookAppointment(scope, {
        departmentId: department.id,
        dateTime,
        name: "Pat Former",
        externalUserId: "pat-1",
      });
    }
    const caller = staffOf(organizationId, { timeZone });
    const { id: upcoming } = await seeding.application.staff.createAppointment(caller, {
      departmentId: department.id,
      dateTime: `${dashboard.tomorrow}T11:00:00`,
      name: "Pat Former",
      externalUserId: "pat-1",
      ...(department.workers[0] && { workerId: department.workers[0].id }),
    });
    await page.goto(`${dashboard.url}/people/${upcoming}`);
    await expectShown(page.getByText("1–3 of 3 visits"));
    const [json, csv] = [await download("JSON"), await download("CSV")];
    expect(JSON.parse(json)).toMatchObject({
      person: { name: "Pat Former", externalUserId: "pat-1" },
      appointments: [{ id: upcoming, history: [{ action: "appointment.created" }, {}] }, {}, {}],
      totalElements: 3,
    });
    expect(csv.split("\r\n")).toHaveLength(1 + 3 + 1);
    expect(csv).toMatch(
      /^\ufeffAppointment,Time,Status,Name,Phone,E-mail,Language,Further data,Reference,/,
    );
    await page.getByRole("button", { name: "Anonymize all" }).click();
    await page.getByRole("button", { name: "Anonymize for good" }).click();
    const result = dialog(page, "Some visits are not anonymized");
    await expectShown(result.getByText("2 visits anonymized. 1 visit is not anonymized:"));
    await expectShown(result.getByText("still to come"));
    expect(await result.getByRole("link").getAttribute("href")).toBe(`/appointments/${upcoming}`);
    await page.keyboard.press("Enter");
    await expectShown(page.getByRole("heading", { name: "Appointments" }));
    await page.goto(`${dashboard.url}/people/${upcoming}`);
    await expectShown(page.getByText("1–1 of 1 visits"));
    await page.getByRole("button", { name: "Anonymize all" }).click();
    await page.getByText("Archive upcoming visits and anonymize them, too").click();
    await page.getByRole("button", { name: "Anonymize for good" }).click();
    await expectShown(page.getByText("1 visit anonymized."));
    await page.goto(`${dashboard.url}/appointments?when=any&search=pat+former`);
    await expectShown(page.getByText("No appointments").first());
  });

  test("the credits name the person of each booking and say how long they last", async () => {
    await page.goto(`${dashboard.url}/credits`);
    await expectShown(page.getByRole("link", { name: "Jürgen Yılmaz-Groß" }));
    await expectShown(page.getByText(/^Lasts /).first());
  });

  test("an unknown address shows the dashboard's own page, and JSON to other callers", async () => {
    const response = await page.goto(`${dashboard.url}/no/such/page`);
    expect(response?.status()).toBe(404);
    await expectShown(page.getByRole("heading", { name: "Page not found" }));
    const json = await fetch(`${dashboard.url}/no/such/page`);
    expect(json.status).toBe(404);
    expect(await json.json()).toMatchObject({ error: { code: "NOT_FOUND" } });
    const expected = complaints.splice(0).filter((one) => !one.includes("404"));
    expect(expected).toEqual([]);
  });
});
