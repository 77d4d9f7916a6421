import { describe, expect, test } from "vitest";
import { hasChromium } from "./chromium.ts";
import {
  dialog,
  expectCredits,
  expectFocused,
  expectParameter,
  expectSeen,
  expectShown,
  keyPause,
  openingPause,
  press as pressOn,
  scan,
  signIn,
  tabTo,
} from "./keyboard.ts";
import { operator } from "../../core/audit/audit_record.ts";
import { openPagePerFile } from "./page_per_file.ts";

// A name of the demo that has no appointment today.
const firstOfTomorrow = "Carl Gauss";

const { dashboard, page, complaints } = await openPagePerFile({ isSignedIn: false });

/** A day of the front desk with the keyboard. Each step continues from the step before. */
describe.skipIf(!hasChromium)("the front desk", () => {
  const selected = () => page.getByRole("row", { selected: true });
  const panel = () => page.getByRole("complementary", { name: "Selected appointment" });
  /** Returns the name and code in the panel, read at one moment because the panel follows the selection later. */
  async function selectedAppointment() {
    await panel().locator(".mono").waitFor();
    const texts = await panel().locator(".panel-name, .mono").allInnerTexts();
    const [name = "", code = ""] = texts;
    return { name, code };
  }
  /** Says why an appointment is completed before its day. */
  async function giveReason(name: string): Promise<void> {
    await expectFocused(dialog(page, `Complete ${name} before its day?`).getByLabel("Reason"));
    await page.keyboard.type("Came early");
    await press("Enter");
  }
  const press = (...keys: string[]) => pressOn(page, ...keys);

  test("signs in", async () => {
    await signIn(page, dashboard);
    await expectCredits(page, "10,000");
  });

  test("changes the day with [, ] and t", async () => {
    await press("]");
    await expectSeen(page, firstOfTomorrow);
    await expectParameter(page, "date", dashboard.tomorrow);
    await press("t");
    await expectShown(page.getByRole("heading", { level: 1, name: "Today" }));
    await press("[");
    await expectShown(page.getByRole("button", { name: "Today" }));
    await press("t", "]");
    await expectSeen(page, firstOfTomorrow);
    // A double press is no double click: it moves by two days.
    await press("]", "]");
    const twoDaysLater = Temporal.PlainDate.from(dashboard.tomorrow).add({ days: 2 });
    await expectParameter(page, "date", `${twoDaysLater}`);
    await press("[", "[");
    await expectParameter(page, "date", dashboard.tomorrow);
    await expectSeen(page, firstOfTomorrow);
  });

  test("sees every key with ?", async () => {
    await press("?");
    await expectShown(dialog(page, "Keyboard shortcuts").getByText("New appointment"));
    await expectFocused(dialog(page, "Keyboard shortcuts"));
    await press("Escape");
    await dialog(page, "Keyboard shortcuts").waitFor({ state: "detached" });
  });

  test("books with n, a name and the arrow keys, for one credit", async () => {
    await press("n");
    await expectFocused(dialog(page, "New appointment").getByLabel("Name", { exact: true }));
    await page.keyboard.type("Hedy Lamarr");
    await tabTo(page, ".slot-choice");
    await press("ArrowDown", "ArrowDown", "Enter");
    await expectShown(page.getByRole("button", { name: /^Book .*, 01:00$/ }));
    await tabTo(page, "[type=submit]");
    await openingPause(page);
    await press("Enter");
    await expectSeen(page, /Hedy Lamarr is booked for .*, 01:00/);
    await expectFocused(page.getByRole("button", { name: "Done" }));
    await press("Enter");
    await dialog(page, "Appointment booked").waitFor({ state: "detached" });
    await expectCredits(page, "9,999");
  });

  test("selects with j and k, and moves an appointment with r at no cost", async () => {
    // The booked appointment is selected.
    await expectShown(selected().getByText("Hedy Lamarr"));
    await press("j", "k");
    await expectShown(selected().getByText("Hedy Lamarr"));
    await press("r");
    await expectShown(dialog(page, "Move Hedy Lamarr"));
    await tabTo(page, ".slot-choice");
    await press("ArrowDown", "Enter");
    await page.getByRole("button", { name: /^Move to .*, 01:30$/ }).click();
    await expectSeen(page, /Hedy Lamarr is moved to .*, 01:30/);
    await expectShown(panel().getByText("Appointment moved"));
    await expectShown(selected().getByText("01:30"));
    await expectCredits(page, "9,999");
  });

  test("cancels with x, sees the refund, and gets the credit back", async () => {
    await press("x");
    const question = dialog(page, "Cancel this appointment?");
    await expectShown(question.getByText("1 credit is refunded (9,999 → 10,000)."));
    await question.getByRole("button", { name: "Cancel and refund 1 credit" }).click();
    await expectSeen(page, "Hedy Lamarr’s appointment is cancelled, 1 credit refunded");
    await expectCredits(page, "10,000");
  });

  test("undoes the cancellation with Ctrl+Z, which costs the credit again", async () => {
    await press("Control+z");
    await expectSeen(page, "Hedy Lamarr is scheduled again");
    await expectCredits(page, "9,999");
  });

  test("completes with c and a reason before the day, marks nobody missed then, and undoes it", async () => {
    await press("j");
    const first = await selected().locator(".row-name").innerText();
    await expectShown(panel().getByText(first));
    const second = await page.locator("[aria-selected=true] ~ [role=row] .row-name").first()
      .innerText();
    await press("c");
    await giveReason(first);
    await expectSeen(page, new RegExp(`^${first} .* is checked in`));
    await expectShown(panel().getByText(second));
    await press("m");
    await expectSeen(page, /cannot be missed yet: the appointment begins on /);
    await press("Control+z");
    await expectSeen(page, `${first} is scheduled again`);
  });

  test("finds an appointment by part of the name, in any case and without accents", async () => {
    await press("/");
    await page.keyboard.type("mEITner");
    await expectSeen(page, "1 match on this day");
    expect(await page.getByRole("grid").getByRole("row").allInnerTexts()).toEqual([
      expect.stringContaining("Lise Meitner"),
    ]);
    await press("Escape");
  });

  test("checks in by a typed code", async () => {
    await press("j");
    const { name, code } = await selectedAppointment();
    await press("/");
    await page.keyboard.type(code);
    await press("Enter");
    await expectShown(dialog(page, "Check in").getByText(name));
    await expectFocused(dialog(page, "Check in").getByRole("button", { name: "Check in" }));
    await keyPause(page);
    await press("Enter");
    await giveReason(name);
    await expectSeen(page, new RegExp(`^${name} .* is checked in`));
  });

  test("opens the check-in by a scanner, wherever the focus is", async () => {
    await press("j");
    const { name, code } = await selectedAppointment();
    await scan(page, code);
    await expectShown(dialog(page, "Check in").getByText(name));
    await expectFocused(dialog(page, "Check in"));
    await press("Escape");
  });

  test("erases the personal data of a past appointment", async () => {
    const { api: { seeding }, demo: { organizationId, departments, timeZone } } = dashboard;
    const yesterday = Temporal.Now.plainDateISO(timeZone).subtract({ days: 1 });
    await seeding.application.bookAppointment({
      organizationId,
      environment: "LIVE",
      actor: operator,
    }, {
      departmentId: departments[0]!.id,
      dateTime: `${yesterday.toString()}T12:00:00`,
      name: "Gone Tomorrow",
    });
    await page.getByRole("link", { name: "Appointments" }).first().click();
    await page.getByRole("button", { name: "Upcoming When" }).click();
    await page.getByRole("option", { name: "Past" }).click();
    await page.getByRole("button", { name: "Gone Tomorrow" }).click();
    await page.getByRole("button", { name: "Anonymize appointment" }).click();
    await page.getByRole("button", { name: "Anonymize for good" }).click();
    await expectShown(dialog(page, "Appointment").getByText("Erased", { exact: true }));
    await dialog(page, "Appointment").getByRole("button", { name: "Close" }).click();
    await expectShown(page.getByRole("button", { name: "Erased" }));
    expect(await page.getByText("Gone Tomorrow").count()).toBe(0);
  });

  test("sees the booking and the refund in the credit ledger", async () => {
    await page.getByRole("link", { name: "Credits" }).click();
    const ledger = page.getByRole("table", { name: "Ledger" });
    await expectShown(ledger.getByRole("row", { name: /Refund .*\+1 10,000/ }));
    await expectShown(ledger.getByRole("row", { name: /Booking .*−1 9,999/ }).first());
  });

  test("signs out, and the pages need a new sign-in", async () => {
    await page.getByRole("button", { name: /Staff/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expectShown(page.getByRole("heading", { name: "Sign in" }));
    await page.goto(`${dashboard.url}/credits`);
    await expectShown(page.getByRole("heading", { name: "Sign in" }));
  });

  test("no page had errors", () => {
    expect(complaints).toEqual([]);
  });
});
