import { describe, expect, test } from "vitest";
import { makeStaff } from "../support/staff_session.ts";
import { staffOf } from "../support/staff_callers.ts";
import { openOffice } from "./calendar_office.ts";
import { hasChromium } from "./chromium.ts";
import { dialog, expectSeen, expectShown, openSignedIn, press } from "./keyboard.ts";
import { openPagePerFile } from "./page_per_file.ts";

const { dashboard, page, complaints } = await openPagePerFile();

describe.skipIf(!hasChromium)("a worker who is ill", async () => {
  if (!hasChromium) return;
  // It is between 11:00 and 12:00.
  const { organizationId, timeZone } = dashboard.demo;
  const today = Temporal.Now.plainDateISO(timeZone).toString();
  const { staff } = dashboard.api.seeding.application;
  const caller = staffOf(organizationId, { role: "ADMIN", timeZone });
  const office = await openOffice(dashboard, { name: "Clinic", workers: ["Vera", "Wim"] });
  const { departmentId } = office;
  const [vera, wim] = [office.workers["Vera"]!, office.workers["Wim"]!];
  const at = (time: string) => `${today}T${time}:00`;
  await office.book({ dateTime: at("10:00"), name: "Pia Past", workerId: vera });
  const ada = await office.book({ dateTime: at("14:00"), name: "Ada Same", workerId: vera });
  const bo = await office.book({ dateTime: at("15:00"), name: "Bo Other", workerId: vera });
  await office.book({ dateTime: at("15:00"), name: "Cy Busy", workerId: wim });

  async function places() {
    const read = (id: number) => staff.getAppointment(caller, { id });
    return (await Promise.all([ada, bo].map(read)))
      .map(({ dateTime, workerId }) => [dateTime.slice(11, 16), workerId]);
  }
  const absences = async () =>
    (await staff.listWorkers(caller, { departmentId })).find(({ id }) => id === vera)!.absences;
  const before = [["14:00", vera], ["15:00", vera]];
  const after = [["14:00", wim], ["15:30", wim]];

  test("everybody goes to a colleague or the nearest free time in two clicks, and one undo takes it back", async () => {
    await page.goto(`${dashboard.url}/calendar?department=${departmentId}`);
    await page.getByRole("button", { name: "Vera is ill" }).click();
    const ill = dialog(page, "Vera is ill");
    await expectShown(
      ill.getByText(
        "1 keeps the time. 1 gets another time. 1 is left out, because its time has passed.",
      ),
    );
    await expectShown(ill.getByRole("row", { name: /Ada Same same time, Wim/ }));
    await expectShown(ill.getByRole("row", { name: /Bo Other 15:30, Wim/ }));
    await ill.getByRole("button", { name: "Move 2 appointments" }).click();
    await expectShown(ill.getByText("2 appointments are moved."));
    expect(await places()).toEqual(after);
    expect(await absences()).toMatchObject([{ from: today, to: today, starts: null }]);
    await ill.getByRole("button", { name: "Undo all" }).click();
    await expectSeen(page, "2 appointments are back with Vera");
    expect(await places()).toEqual(before);
    expect(await absences()).toEqual([]);
  });

  test("the front desk does it from Today, and Ctrl+Z undoes it", async () => {
    const user = await makeStaff(dashboard.api.seeding, organizationId, { role: "STAFF" });
    await openSignedIn(page, { url: dashboard.url, owner: user });
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Staff member is ill …" }).click();
    await dialog(page, "Staff member is ill").getByRole("button", { name: /Staff member/ }).click();
    await page.getByRole("option", { name: "Vera – Clinic" }).click();
    const ill = dialog(page, "Vera is ill");
    await ill.getByRole("button", { name: "Move 2 appointments" }).click();
    await ill.getByRole("button", { name: "Done" }).click();
    await expectSeen(page, "2 appointments of Vera are moved");
    expect(await places()).toEqual(after);
    await press(page, "Control+z");
    await expectSeen(page, "2 appointments are back with Vera");
    expect(await places()).toEqual(before);
  });

  test("moving all affected appointments to a day of the absence finds the colleagues", async () => {
    await openSignedIn(page, dashboard);
    await staff.addAbsence(caller, { id: vera, from: today, to: today });
    await page.goto(`${dashboard.url}/departments/${departmentId}?tab=workers`);
    await page.getByRole("button", { name: "Absences of Vera" }).click();
    await page.getByRole("button", { name: "Affected appointments" }).click();
    const affected = dialog(page, "Affected appointments");
    await affected.getByRole("button", { name: "Move all" }).click();
    const [year, month, day] = today.split("-");
    await affected.getByRole("spinbutton").first().click();
    await page.keyboard.type(`${day}${month}${year}`);
    await affected.getByRole("button", { name: "Move 3 appointments" }).click();
    await expectShown(affected.getByText("3 of 3 done"));
    expect((await places()).map(([, worker]) => worker)).not.toContain(vera);
  });

  test("no page had errors", () => {
    expect(complaints).toEqual([]);
  });
});
