import { describe, expect, test } from "vitest";
import { staffOf } from "../support/staff_callers.ts";
import { openOffice } from "./calendar_office.ts";
import { hasChromium } from "./chromium.ts";
import { dialog, expectShown } from "./keyboard.ts";
import { openPagePerFile } from "./page_per_file.ts";

const { dashboard, page, complaints } = await openPagePerFile();

describe.skipIf(!hasChromium)("a series in the dialog of a new appointment", async () => {
  if (!hasChromium) return;
  const { organizationId, timeZone } = dashboard.demo;
  const office = await openOffice(dashboard, {
    name: "Clinic",
    workers: ["Vera"],
    slotCapacity: 1,
    showAdminsInBooking: false,
  });
  const { departmentId } = office;
  const first = Temporal.PlainDate.from(dashboard.tomorrow);
  const at = (weeks: number) => `${first.add({ weeks })}T10:00:00`;
  await office.book({ dateTime: at(1), name: "Taken" });

  test("books every week, and lists the times that could not be booked", async () => {
    await page.goto(`${dashboard.url}/calendar?department=${departmentId}&date=${first}`);
    await page.getByRole("button", { name: "New" }).click();
    const form = dialog(page, "New appointment");
    await form.getByLabel("Name", { exact: true }).fill("Serena Weekly");
    await form.getByRole("button", { name: /^10:00/ }).first().click();
    await form.getByRole("button", { name: /Repeat/ }).click();
    await page.getByRole("option", { name: "Every week", exact: true }).click();
    await form.getByRole("button", { name: /How often/ }).click();
    await page.getByRole("option", { name: "4 times", exact: true }).click();
    await form.getByRole("button", { name: /^Book 4 from / }).click();
    const booked = dialog(page, "Appointment booked");
    await expectShown(booked.getByText(/^3 appointments are booked, the last one on /));
    await expectShown(booked.getByText("1 time could not be booked, and costs nothing:"));
    await expectShown(booked.getByRole("listitem").getByText(/10:00: .*1 of 1/));
    const caller = staffOf(organizationId, { role: "ADMIN", timeZone });
    const { items } = await dashboard.api.seeding.application.staff.listAppointments(caller, {
      departmentId,
      search: "Serena",
      sort: "dateTime,asc",
    });
    expect(items.map(({ dateTime }) => dateTime)).toEqual([at(0), at(2), at(3)]);
  });

  test("is in the department of the address, also if it is opened before the departments are loaded", async () => {
    const held = Promise.withResolvers<void>();
    const departments = /trpc\/[^?]*departments\./;
    await page.route(departments, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`${dashboard.url}/calendar?department=${departmentId}&date=${first}`);
    await page.getByRole("button", { name: "New" }).click();
    held.resolve();
    const form = dialog(page, "New appointment");
    await expectShown(form.getByRole("button", { name: /Clinic/ }));
    await page.unroute(departments);
  });

  test("no page had errors", () => {
    expect(complaints).toEqual([]);
  });
});
