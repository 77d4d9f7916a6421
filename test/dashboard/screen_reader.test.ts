import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { makeStaff } from "../support/staff_session.ts";
import { staffOf } from "../support/staff_callers.ts";
import { openOffice } from "./calendar_office.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { openSignedIn, press } from "./keyboard.ts";
import { openPagePerFile } from "./page_per_file.ts";
import { settled } from "./page_views.ts";

const { dashboard } = await openPagePerFile({ isSignedIn: false });

describe.skipIf(!hasChromium)("what a screen reader reads", async () => {
  if (!hasChromium) return;
  const today = Temporal.Now.plainDateISO(dashboard.demo.timeZone);
  const clerk = await openClinic();

  // After a change, read the file as a person who sees nothing, and renew it by `npm test -- screen_reader --update`.
  test.each([["en", "en-GB"], ["de", "de-DE"]])(
    "on Today, on Queue and in the dialog of a booking makes sense: %s",
    async (language, locale) => {
      const { page } = await openPage(dashboard.browser, { width: 1280, height: 860, locale });
      await openSignedIn(page, { url: dashboard.url, owner: clerk });
      await page.getByRole("row").filter({ hasText: "Nadia Petrova" }).click();
      await page.getByRole("complementary").getByText("Nadia Petrova").waitFor();
      await settled(page);
      await expectReading(page.locator("body"), `${language}/today.txt`);
      await press(page, "n");
      const booking = page.getByRole("dialog");
      await booking.locator(".slot-choice").first().waitFor();
      await expectReading(booking, `${language}/booking.txt`);
      await press(page, "Escape");
      await page.goto(`${dashboard.url}/queue`);
      await page.locator(".visit-card").first().waitFor();
      await settled(page);
      await expectReading(page.locator("main"), `${language}/queue.txt`);
      await page.context().close();
    },
  );

  /** Compares what is read with a file. */
  async function expectReading(element: Locator, file: string): Promise<void> {
    // Parts that load later, such as the history.
    await element.getByRole("status", { name: /^(Loading|Wird geladen)$/ }).waitFor({
      state: "detached",
    });
    const read = withoutNow(await element.ariaSnapshot());
    await expect(`${read}\n`).toMatchFileSnapshot(`screen_reader/${file}`);
  }

  /** Replaces what differs from run to run: the day, the minute, the zone and what is generated. */
  function withoutNow(text: string): string {
    return text
      .replaceAll(/(Times|Zeiten) in \S+/g, "$1 in ZONE")
      .replaceAll(
        /\b(Mon?|Tue|Di|Wed|Mi|Thu|Do|Fri?|Sat?|Sun|So)\p{L}*\.? \d+\.? \p{L}+\.?( \d{4})?/gu,
        "DAY",
      )
      .replaceAll(/\b\d+\.? \p{L}+\.? \d{4}\b/gu, "DAY")
      .replaceAll(/\b1[12]:\d\d\b/g, "NOW")
      .replaceAll(/\b\d+ (min\b|Min\.)/g, "M $1")
      .replaceAll(/(spinbutton ".*"): "\d+"/g, '$1: "N"')
      .replaceAll(/(term: (?:Code|Number|Nummer)\n *- definition: ).*/g, "$1ID");
  }

  /** Opens an organization with one office, in which it is between 11:00 and 12:00. Returns its clerk. */
  async function openClinic() {
    const { api: { seeding }, demo } = dashboard;
    const { timeZone } = demo;
    const { organization: { id: organizationId } } = await seeding.application.createOrganization({
      name: "Riverside Clinic",
      timeZone,
      credits: 1000,
      ownerEmail: `${crypto.randomUUID()}@clinic.example`,
      ownerPassword: "a password of a test",
    });
    const opened = { ...dashboard, demo: { ...demo, organizationId } };
    // The slot from 10:00 to 15:00 runs, whatever the minute is.
    const hours = [{ opens: "05:00", closes: "20:00" }];
    const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    const office = await openOffice(opened, {
      name: "Blood tests",
      workers: [],
      showAdminsInBooking: false,
      slotInterval: 300,
      slotCapacity: 4,
      openingHours: Object.fromEntries(days.map((day) => [day, hours])),
    });
    const { staff } = seeding.application;
    const caller = staffOf(organizationId, { timeZone });
    const book = (time: string, name: string) =>
      office.book({ dateTime: `${today}T${time}:00`, name });
    await book("05:00", "Late Lukas");
    await staff.completeAppointment(caller, { id: await book("05:00", "Early Elena") });
    await book("15:00", "Nadia Petrova");
    const { id: called } = await staff.arrive(caller, {
      appointmentId: await book("15:00", "Mehmet Becker"),
    });
    await staff.callVisit(caller, { id: called, desk: "3" });
    const { id: served } = await staff.arrive(caller, {
      appointmentId: await book("15:00", "Fatma Demir"),
    });
    await staff.callVisit(caller, { id: served, desk: "4" });
    await staff.startService(caller, { id: served });
    await staff.arrive(caller, { appointmentId: await book("15:00", "Olena Kowalski") });
    await staff.arrive(caller, {
      departmentId: office.departmentId,
      name: "Walter Walker",
      note: "Needs an interpreter",
    });
    return await makeStaff(seeding, organizationId, { role: "STAFF" });
  }
});
