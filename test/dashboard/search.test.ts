import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { dialog, expectFocused, expectShown, press, signIn } from "./keyboard.ts";
import { pictureFailures } from "./picture_failures.ts";
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
    await signIn(page, dashboard);
  });
  pictureFailures(() => page);
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  const row = () => page.getByRole("button", { name: "Jürgen Yılmaz-Groß" });

  test("the list finds by folded words in any order, phone, reference and code", async () => {
    await page.goto(`${dashboard.url}/appointments?when=any`);
    const field = page.getByRole("searchbox", { name: "Search appointments" });
    for (const text of ["juergen", "yilmaz jur", "gross", "0151 2345", "kd4711", qrCode]) {
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

  test("Ctrl+K finds a person and opens the appointment by keyboard, and pages and actions too", async () => {
    await page.goto(`${dashboard.url}/appointments`);
    await expectShown(page.getByRole("heading", { level: 1, name: "Appointments" }));
    await press(page, "Control+k");
    const field = page.getByRole("combobox", { name: /^Search appointments/ });
    await expectFocused(field);
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
    await page.getByRole("button", { name: "Download CSV" }).click();
    const download = await downloading;
    const text = await readFile(await download.path(), "utf8");
    const [head, first, ...others] = text.trim().split("\r\n");
    expect(head).toContain("Number,Date,Time,Name,Phone,Reference");
    expect(first).toContain(
      `${dashboard.tomorrow},10:00,Jürgen Yılmaz-Groß,'+49 151 2345678,'=KD-4711`,
    );
    expect(others).toEqual([]);
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
