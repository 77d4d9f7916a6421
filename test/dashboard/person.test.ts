import type { Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { staffOf } from "../support/staff_callers.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { changesSent, dialog, expectSeen, expectShown, openSignedIn, press } from "./keyboard.ts";
import { openPagePerFile } from "./page_per_file.ts";

const { dashboard, page, complaints } = await openPagePerFile();

describe.skipIf(!hasChromium)("what staff type about a person", () => {
  const staff = () => dashboard.api.seeding.application.staff;
  const caller = () => staffOf(dashboard.demo.organizationId);
  const field = (name: string | RegExp) => page.getByRole("textbox", { name });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const noteOf = async (id: number) => (await staff().getAppointment(caller(), { id })).note;

  async function book(name: string, time: string): Promise<number> {
    const dateTime = `${dashboard.tomorrow}T${time}`;
    const request = { departmentId: dashboard.demo.departments[0]!.id, dateTime, name };
    return (await staff().createAppointment(caller(), request)).id;
  }

  test("fields that somebody else has changed are not overwritten, and the user chooses", async () => {
    const id = await book("Edited Edda", "10:00");
    await page.goto(`${dashboard.url}/?date=${dashboard.tomorrow}`);
    await page.getByRole("row", { name: /Edited Edda/ }).click();
    await button("Edit").click();
    await field(/^Phone/).fill("222");
    await field(/^Note/).fill("Mine");
    await staff().updateAppointment(caller(), { id, name: "Edited Ella", phone: "111" });
    await button("Save").click();
    const conflict = dialog(page, "Somebody else has changed this");
    const row = conflict.getByRole("row", { name: /Phone/ });
    await expectShown(row.getByText("222"));
    await expectShown(row.getByText("111"));
    expect(await staff().getAppointment(caller(), { id })).toMatchObject({
      phone: "111",
      note: "",
    });
    await conflict.getByRole("button", { name: "Save mine" }).click();
    await expectShown(page.locator(".note", { hasText: "Mine" }));
    // What the user has not changed stays as the other has left it.
    expect(await staff().getAppointment(caller(), { id }))
      .toMatchObject({ name: "Edited Ella", phone: "222", note: "Mine" });
  });

  test("a note that somebody else has changed is not replaced, although the page has not heard of it", async () => {
    const id = await book("Deaf Dora", "11:00");
    await staff().completeAppointment(caller(), { id, overrideReason: "Came early" });
    const { page: deaf } = await openPage(dashboard.browser);
    await deaf.route("**/events/stream*", (route) => route.abort());
    await openSignedIn(deaf, dashboard);
    await deaf.goto(`${dashboard.url}/appointments/${id}`);
    // A key, because a click misses a button that moves while the page loads.
    await deaf.getByRole("button", { name: "Add note" }).press("Enter");
    await deaf.getByRole("textbox", { name: "Note" }).fill("Mine");
    await staff().updateAppointment(caller(), { id, note: "Theirs" });
    await deaf.getByRole("button", { name: "Save", exact: true }).click();
    const conflict = dialog(deaf, "Somebody else has changed this");
    await expectShown(conflict.getByText("Theirs"));
    await conflict.getByRole("button", { name: "Keep editing" }).click();
    expect(await noteOf(id)).toBe("Theirs");
    expect(await deaf.getByRole("textbox", { name: "Note" }).inputValue()).toBe("Mine");
    await deaf.context().close();
  });

  test("why an appointment is completed before its day is asked for and audited", async () => {
    const id = await book("Early Eve", "13:00");
    await page.goto(`${dashboard.url}/appointments/${id}`);
    const sent = changesSent(page);
    await button("Mark as missed").click();
    await expectSeen(page, /^Early Eve cannot be missed yet: the appointment begins on /);
    expect(sent).toEqual([]);
    await button("Check in").click();
    const form = dialog(page, "Complete Early Eve before its day?");
    await form.getByLabel("Reason").fill("Was served today");
    await form.getByRole("button", { name: "Mark as completed" }).click();
    await expectSeen(page, /^Early Eve .* is checked in$/);
    const [last] = (await staff().listHistory(caller(), { id })).slice(-1);
    expect(last).toMatchObject({ action: "appointment.completed" });
    expect(last!.changes).toContainEqual({ field: "overrideReason", after: "Was served today" });
  });

  test("a person who may arrive on the day before is checked in without a question", async () => {
    const id = await book("Night Nora", "00:10");
    const admin = staffOf(dashboard.demo.organizationId, { role: "ADMIN" });
    const { departmentId } = await staff().getAppointment(caller(), { id });
    await staff().changeQueueRules(admin, { id: departmentId, arrivalMinutes: 1440 });
    await page.goto(`${dashboard.url}/appointments/${id}`);
    await button("Check in").click();
    await expectSeen(page, /^Night Nora .* is checked in/);
    expect(await dialog(page, "Complete Night Nora before its day?").count()).toBe(0);
    await staff().changeQueueRules(admin, { id: departmentId, arrivalMinutes: null });
  });

  test("a note is not sent again after its form is closed, or if it was not changed", async () => {
    const id = await book("Closed Cleo", "12:00");
    await staff().updateAppointment(caller(), { id, note: "Before" });
    await page.goto(`${dashboard.url}/appointments/${id}`);
    const sent = changesSent(page);
    await button("Edit note").click();
    await button("Save").click();
    await button("Edit note").click();
    await field("Note").fill("Mine");
    await staff().updateAppointment(caller(), { id, note: "Theirs" });
    const held: Route[] = [];
    await page.route("**/trpc/*appointments.byId*", (route) => void held.push(route));
    await button("Save").click();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await page.keyboard.press("Escape");
    await dialog(page, "Discard your changes?").getByRole("button", { name: "Discard" }).click();
    await page.locator(".modal").waitFor({ state: "detached" });
    const answered = page.waitForResponse(/appointments\.byId/);
    for (const route of held) await route.continue();
    await (await answered).finished();
    // Everything that follows from the answer has happened when the page has loaded its next data.
    await page.unroute("**/trpc/*appointments.byId*");
    await page.getByRole("button", { name: "Closed Cleo" }).click();
    await expectShown(page.locator(".note", { hasText: "Theirs" }));
    expect(sent).toEqual(["appointments.update"]);
    expect(await dialog(page, "Somebody else has changed this").count()).toBe(0);
  });

  test("a phone number stays as it was typed, in the booking, the list and an edit", async () => {
    const phoneOf = async (name: string) =>
      (await dashboard.sql.query("select phone from appointments where name = $1", [name]))
        .rows[0]?.phone;
    await page.goto(`${dashboard.url}/?date=${dashboard.tomorrow}`);
    await page.getByRole("row").first().waitFor();
    await press(page, "n");
    await field(/^Name$/).fill("Phoned Phil");
    await field(/^Phone/).fill("+49 (0)30 00 12-3");
    await expectShown(page.locator(".slot-choice[aria-pressed=true]"));
    await page.locator("[type=submit]").click();
    await expectSeen(page, /^Phoned Phil is booked for/);
    expect(await phoneOf("Phoned Phil")).toBe("+49 (0)30 00 12-3");
    await button("Done").click();
    await page.goto(`${dashboard.url}/appointments?search=phoned`);
    await expectShown(page.getByRole("cell", { name: "+49 (0)30 00 12-3", exact: true }));
    await page.getByRole("button", { name: "Phoned Phil" }).click();
    await expectShown(page.getByRole("link", { name: "+49 (0)30 00 12-3", exact: true }));
    await button("Edit").click();
    expect(await field(/^Phone/).inputValue()).toBe("+49 (0)30 00 12-3");
    await field(/^Phone/).fill("0049 30 0012 4");
    await button("Save").click();
    await expectShown(page.getByRole("link", { name: "0049 30 0012 4", exact: true }));
    expect(await phoneOf("Phoned Phil")).toBe("0049 30 0012 4");
  });

  test("the page had no errors, except for the refused edits", () =>
    expect(complaints.filter((one) => !one.includes("409 (Conflict)"))).toEqual([]));
});
