import { HOTP, Secret } from "otpauth";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../gateway/embedded_postgres/free_port.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { dialog, expectSeen, signIn } from "./keyboard.ts";

let dashboard: Dashboard;

beforeAll(async () => {
  if (!hasChromium) return;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const started = await startDashboard({ PORT: String(port), PUBLIC_URL: url });
  // Passkeys belong to a domain name.
  dashboard = Object.assign(started, { url });
}, 120_000);
afterAll(() => dashboard?.[Symbol.asyncDispose]());

const codeOf = (secret: string, drift = 0) =>
  HOTP.generate({
    secret: Secret.fromBase32(secret),
    counter: Math.floor(Date.now() / 30_000) + drift,
  });

/** Presses a button by the keyboard. */
async function pressButton(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole("button", { name });
  await button.focus();
  await page.keyboard.press("Enter");
}

/** Makes the last proof too old. */
async function makeStale({ sql, demo: { organizationId } }: Dashboard): Promise<void> {
  await sql.query(
    `update sessions set proved_at = created_at - interval '1 hour' where organization_id = $1`,
    [organizationId],
  );
}

describe.skipIf(!hasChromium)("a second factor", { timeout: 240_000 }, () => {
  test("is an app and a passkey, by the keyboard alone, with a dialog that asks again", async () => {
    const { page, complaints } = await openPage(dashboard.browser);
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await signIn(page, dashboard);
    await page.goto(`${dashboard.url}/account`);

    await pressButton(page, "Add an authenticator app");
    const secret = await dialog(page, "Add an authenticator app")
      .getByRole("textbox", { name: "Key" }).textContent();
    await page.getByLabel("Code of the app").fill(codeOf(secret!, -1));
    await page.keyboard.press("Enter");
    const codes = await dialog(page, "Save your recovery codes")
      .getByRole("textbox", { name: "Recovery codes" }).textContent();
    expect(codes!.trim().split("\n")).toHaveLength(10);
    await pressButton(page, "Done");
    await expectSeen(page, "10 recovery codes are left.");

    await makeStale(dashboard);
    await pressButton(page, "Add a passkey");
    await page.keyboard.press("Enter");
    const asked = dialog(page, "Confirm that it is you");
    await asked.getByLabel(/^Code of your authenticator app/).fill("000000");
    await page.keyboard.press("Enter");
    await expectSeen(page, "This is wrong, or was used before");
    await asked.getByLabel(/^Code of your authenticator app/).fill(codeOf(secret!));
    await page.keyboard.press("Enter");
    await expectSeen(page, /^Second factor added/);
    await page.getByRole("row", { name: /Passkey/ }).waitFor();

    await signOut(page);
    await page.getByLabel("E-mail").fill(dashboard.owner.email);
    await page.getByLabel("Password", { exact: true }).fill(dashboard.owner.password);
    await page.keyboard.press("Enter");
    await page.getByLabel(/^Code of your authenticator app/).fill(codes!.trim().split("\n")[0]!);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
    await page.goto(`${dashboard.url}/account`);
    await expectSeen(page, "9 recovery codes are left.");

    await signOut(page);
    await pressButton(page, "Use a passkey");
    await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
    expect(complaints.filter((one) => !/40[013]/.test(one))).toEqual([]);
  });
});

async function signOut(page: Page): Promise<void> {
  await pressButton(page, /^Account/);
  await page.getByRole("menuitem", { name: "Sign out" }).press("Enter");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
}
