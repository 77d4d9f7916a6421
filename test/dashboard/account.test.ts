import { describe, expect, test } from "vitest";
import { deviceText } from "../../gateway/dashboard/pages/account/device_text.ts";
import { makeStaff, signIn } from "../support/staff_session.ts";
import { hasChromium } from "./chromium.ts";
import { expectFocused, expectSeen, expectShown, press } from "./keyboard.ts";
import { openPagePerFile } from "./page_per_file.ts";

const { dashboard, page, complaints } = await openPagePerFile();

const chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) " +
  "Chrome/141.0.0.0 Safari/537.36";

test.each([
  [chrome, "Chrome on Windows"],
  [`${chrome} Edg/141.0.0.0`, "Edge on Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
    "Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  ["curl/8.5.0", "curl/8.5.0"],
  ["", "Unknown device"],
])("the browser %j is shown as %j", (device, shown) => {
  expect(deviceText(device)).toBe(shown);
});

describe.skipIf(!hasChromium)("the page of the own account", () => {
  const signInFrom = (device: string) => signIn(dashboard.url, dashboard.owner, { device });

  test("ends one session, then all others, with the keyboard alone", async () => {
    await signInFrom("curl/8.5.0");
    await signInFrom(chrome);
    await signInFrom("other/1");
    await page.goto(`${dashboard.url}/account`);
    await expectShown(page.getByRole("row", { name: /Chrome on Windows.*127\.0\.0\.1/ }));
    expect(await page.getByText("This one").count()).toBe(1);
    await page.getByRole("button", { name: "End curl/8.5.0" }).focus();
    await press(page, "Enter");
    await expectFocused(page.getByRole("button", { name: "Cancel" }));
    await press(page, "Tab", "Enter");
    await page.getByRole("row", { name: /curl/ }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "End all others …" }).focus();
    await press(page, "Enter");
    await expectFocused(page.getByRole("button", { name: "Cancel" }));
    await press(page, "Tab", "Enter");
    await page.getByRole("row", { name: /Chrome on Windows/ }).waitFor({ state: "detached" });
    await expectSeen(page, "This one");
    expect(await page.getByRole("button", { name: "End all others …" }).count()).toBe(0);
  });

  test("an owner signs out a colleague everywhere", async () => {
    const { organizationId } = dashboard.demo;
    const colleague = await makeStaff(dashboard.api.seeding, organizationId, { role: "STAFF" });
    await signIn(dashboard.url, colleague);
    await page.goto(`${dashboard.url}/team`);
    await page.getByRole("button", { name: "Actions for Staff" }).last().click();
    await page.getByRole("menuitem", { name: "Sign out everywhere …" }).click();
    await page.getByRole("button", { name: "Sign out everywhere", exact: true }).click();
    await expectSeen(page, "Staff is signed out everywhere");
    const { rowCount } = await dashboard.sql.query(
      "select 1 from sessions where staff_user_id = $1",
      [
        colleague.id,
      ],
    );
    expect(rowCount).toBe(0);
  });

  test("the page had no errors", () => expect(complaints).toEqual([]));
});
