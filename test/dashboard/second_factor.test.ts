import { setTimeout as delay } from "node:timers/promises";
import { HOTP, Secret } from "otpauth";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../gateway/embedded_postgres/free_port.ts";
import { makeStaff } from "../support/staff_session.ts";
import { accessibilityErrors } from "./accessibility.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { dialog, expectFocused, expectSeen, press, signIn, tabTo } from "./keyboard.ts";

let dashboard: Dashboard;

beforeAll(async () => {
  if (!hasChromium) return;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const variables = { PORT: String(port), PUBLIC_URL: url, TRUST_PROXY: "1" };
  const started = await startDashboard(variables);
  // Passkeys belong to a domain name.
  dashboard = Object.assign(started, { url });
}, 120_000);
afterAll(() => dashboard?.[Symbol.asyncDispose]());

const codeOf = (secret: string, drift = 0) =>
  HOTP.generate({
    secret: Secret.fromBase32(secret),
    counter: Math.floor(Date.now() / 30_000) + drift,
  });

/** Returns the code of the step before. It counts until this step ends, so this one must not end soon. */
async function lastCodeOf(secret: string): Promise<string> {
  const leftMs = 30_000 - Date.now() % 30_000;
  if (leftMs < 10_000) await delay(leftMs);
  return codeOf(secret, -1);
}

/** Presses a button by the keyboard. */
async function pressButton(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole("button", { name });
  await button.focus();
  await page.keyboard.press("Enter");
}

async function tabToButton(page: Page, name: string): Promise<void> {
  await tabTo(page, `button:has-text("${name}")`);
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
    await page.getByLabel("Code of the app").fill(await lastCodeOf(secret!));
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

  const german = { width: 1280, height: 860, locale: "de-DE" };
  let user: { email: string; password: string };
  let seed: string;

  test("is an app in German, by keys alone from the first sign-in to the next", async () => {
    const { page, complaints } = await openPage(dashboard.browser, german);
    user = await makeStaff(dashboard.api.seeding, dashboard.demo.organizationId);
    const today = page.getByRole("heading", { level: 1, name: "Heute" });
    const code = page.getByLabel(/^Code Ihrer Authenticator-App/);
    await page.goto(dashboard.url);
    await typePassword(page, user);
    await today.waitFor();

    await chooseFromAccount(page, "Mein Konto");
    await page.getByRole("heading", { level: 1, name: "Mein Konto" }).waitFor();
    await tabToButton(page, "Authenticator-App hinzufügen");
    await press(page, "Enter");
    const add = dialog(page, "Authenticator-App hinzufügen");
    seed = (await add.getByRole("textbox", { name: "Schlüssel" }).textContent())!;
    await expectFocused(page.getByLabel("Code der App"));
    await page.keyboard.type(await lastCodeOf(seed));
    await press(page, "Enter");
    await dialog(page, "Wiederherstellungscodes sichern").waitFor();
    await tabToButton(page, "Fertig");
    await press(page, "Enter");
    await expectSeen(page, "10 Wiederherstellungscodes sind übrig.");

    await chooseFromAccount(page, "Abmelden");
    await typePassword(page, user);
    await expectFocused(code);
    await page.keyboard.type("000000");
    await press(page, "Enter");
    await expectSeen(page, "Das ist nicht der aktuelle Code Ihrer App");
    await press(page, ...Array(6).fill("Backspace"));
    await page.keyboard.type(codeOf(seed));
    await press(page, "Enter");
    await today.waitFor();
    expect(complaints.filter((one) => !/40[013]/.test(one))).toEqual([]);
  });

  test("signs its user in while strangers guess the password, by a field that the page then shows", async () => {
    for (let guess = 0; await guessFrom(`203.0.113.${guess}`) !== 429;) {
      guess += 1;
      expect(guess).toBeLessThan(40);
    }
    const { page } = await openPage(dashboard.browser, german);
    await page.goto(dashboard.url);
    await typePassword(page, user);
    await expectSeen(page, /Authenticator-App haben, geben Sie unten ihren Code ein/);
    expect(await accessibilityErrors(page)).toEqual([]);
    await expectFocused(page.getByLabel(/^Code Ihres zweiten Faktors/));
    await page.keyboard.type(codeOf(seed, 1));
    await press(page, "Enter");
    await page.getByRole("heading", { level: 1, name: "Heute" }).waitFor();
  });

  /** Returns the status of a sign-in with a wrong password from an address. */
  async function guessFrom(address: string): Promise<number> {
    const answer = await fetch(`${dashboard.url}/api/staff/session`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Forwarded-For": address },
      body: JSON.stringify({ email: user.email, password: "a wrong password" }),
    });
    return answer.status;
  }
});

/** Fills in the German sign-in page. The field of the e-mail address has the focus. */
async function typePassword(page: Page, user: { email: string; password: string }): Promise<void> {
  await expectFocused(page.getByLabel("E-Mail"));
  await page.keyboard.type(user.email);
  await press(page, "Tab");
  await expectFocused(page.getByLabel("Passwort", { exact: true }));
  await page.keyboard.type(user.password);
  await press(page, "Enter");
}

/** Opens the menu of the account in German and chooses an entry. */
async function chooseFromAccount(page: Page, name: string): Promise<void> {
  await tabTo(page, ".sidebar .account");
  await press(page, "Enter");
  const entry = page.getByRole("menuitem", { name });
  await entry.waitFor();
  while (await entry.and(page.locator(":focus")).count() === 0) await press(page, "ArrowDown");
  await press(page, "Enter");
}

async function signOut(page: Page): Promise<void> {
  await pressButton(page, /^Account/);
  await page.getByRole("menuitem", { name: "Sign out" }).press("Enter");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
}
