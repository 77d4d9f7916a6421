import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { client, type TestProvider } from "../gateway/sso/provider.ts";
import { openDashboardWithSso, type SsoDashboard } from "./sso_dashboard.ts";
import { makeStaff } from "../support/staff_session.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { dialog, expectSeen, expectShown, openSignedIn } from "./keyboard.ts";

/** The words of the pages that the walk needs. */
interface Words {
  locale: string;
  today: string;
  setUp: string;
  issuer: string;
  clientId: string;
  secret: string;
  save: string;
  saved: RegExp;
  signInAddress: string;
  link: RegExp;
  createLink: string;
  oneTimeLink: string;
  done: string;
  linked: string;
  newToken: string;
  tokenName: string;
  password: string;
  stepUp: string;
  toProvider: string;
  token: string;
  ended: string;
  signIn: string;
  refused: RegExp;
  remove: string;
  removeAction: string;
  removed: RegExp;
}

const english: Words = {
  locale: "en-GB",
  today: "Today",
  setUp: "Set up a provider",
  issuer: "Issuer",
  clientId: "Client ID",
  secret: "Client secret",
  save: "Save",
  saved: /^Saved\. The provider answers/,
  signInAddress: "Your team signs in here",
  link: /^Link for single sign-on/,
  createLink: "Create link",
  oneTimeLink: "One-time link",
  done: "Done",
  linked: "Single sign-on",
  newToken: "Create token",
  tokenName: "Name",
  password: "Password",
  stepUp: "Confirm that it is you",
  toProvider: "Go to the provider",
  token: "Token",
  ended: "Sign in to continue",
  signIn: "Sign in with your organization",
  refused: /^The sign-in at your organization's provider failed/,
  remove: "Remove …",
  removeAction: "Remove provider",
  removed: /^Provider removed/,
};

const german: Words = {
  locale: "de-DE",
  today: "Heute",
  setUp: "Anbieter einrichten",
  issuer: "Aussteller (Issuer)",
  clientId: "Client-ID",
  secret: "Client-Secret",
  save: "Speichern",
  saved: /^Gespeichert\. Der Anbieter antwortet/,
  signInAddress: "Hier meldet sich Ihr Team an",
  link: /^Link für die Anbieter-Anmeldung/,
  createLink: "Link erstellen",
  oneTimeLink: "Einmal-Link",
  done: "Fertig",
  linked: "Anbieter-Anmeldung",
  newToken: "Token anlegen",
  tokenName: "Name",
  password: "Passwort",
  stepUp: "Bestätigen Sie, dass Sie es sind",
  toProvider: "Zum Anbieter",
  token: "Token",
  ended: "Zum Fortfahren anmelden",
  signIn: "Mit Ihrer Organisation anmelden",
  refused: /^Die Anmeldung beim Anbieter Ihrer Organisation ist fehlgeschlagen/,
  remove: "Entfernen …",
  removeAction: "Anbieter entfernen",
  removed: /^Anbieter entfernt/,
};

let dashboard: SsoDashboard;
let provider: TestProvider;

beforeAll(async () => {
  if (!hasChromium) return;
  dashboard = await openDashboardWithSso();
  ({ provider } = dashboard);
}, 120_000);
beforeEach(() => dashboard?.removeProvider());
afterAll(() => dashboard?.[Symbol.asyncDispose]());

async function open({ locale }: Words) {
  const { browser } = dashboard;
  return await openPage(browser, { width: 1280, height: 860, locale, trustsAll: true });
}

async function press(control: Locator): Promise<void> {
  await control.focus();
  await control.press("Enter");
}

async function type(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.page().keyboard.insertText(text);
}

const button = (within: Page | Locator, name: string) =>
  within.getByRole("button", { name, exact: true });
const textbox = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

/** Says what the provider knows of the person, who has just signed in there. */
function signedInAs(sub: string): void {
  provider.claims = { sub, sid: `session of ${sub}`, auth_time: Math.floor(Date.now() / 1000) };
}

/** Sets the provider up. Returns the address where the team signs in. */
async function setUp(page: Page, words: Words): Promise<string> {
  await page.goto(`${dashboard.url}/settings`);
  await press(button(page, words.setUp));
  await type(textbox(page, words.issuer), provider.issuer);
  await type(textbox(page, words.clientId), client.id);
  await type(page.getByLabel(words.secret), client.secret);
  await page.keyboard.press("Enter");
  await expectSeen(page, words.saved);
  const address = await textbox(page, words.signInAddress).textContent();
  // The secret is saved, so the page is left without a question.
  await page.locator("a[href='/team']").click();
  await page.waitForURL("**/team");
  return address!;
}

/** Makes a one-time link for the person with an e-mail address. */
async function linkFor(page: Page, email: string, words: Words): Promise<string> {
  await page.goto(`${dashboard.url}/team`);
  await press(page.getByRole("row", { name: email }).getByRole("button"));
  await press(page.getByRole("menuitem", { name: words.link }));
  await press(button(page, words.createLink));
  const link = await textbox(page, words.oneTimeLink).textContent();
  await press(button(page, words.done));
  return link!;
}

/** Makes a token for reports, which needs a fresh proof. */
async function proveForToken(page: Page, words: Words): Promise<void> {
  await page.goto(`${dashboard.url}/reporting-tokens`);
  await dashboard.makeProofsOld();
  await press(button(page, words.newToken));
  await type(textbox(page, words.tokenName), "Warehouse");
  await page.keyboard.press("Enter");
  const asked = dialog(page, words.stepUp);
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    press(asked.getByRole("link", { name: words.toProvider })),
  ]);
  await expectShown(textbox(page, words.token));
  // The tab of the proof closes itself.
  if (!tab.isClosed()) await tab.waitForEvent("close");
  await press(button(page, words.done));
}

async function logoutByBackChannel(address: string, sub: string): Promise<number> {
  const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
  const logout_token = await provider.sign({ sub, jti: crypto.randomUUID(), events });
  const body = new URLSearchParams({ logout_token });
  return (await fetch(`${address}/logout`, { method: "POST", body })).status;
}

describe.skipIf(!hasChromium)("single sign-on by the keyboard alone", { timeout: 240_000 }, () => {
  test.each([["English", english], ["German", german]])(
    "is set up, links a person, proves and ends a session, in %s",
    async (_, words) => {
      const { page, complaints } = await open(words);
      await openSignedIn(page, dashboard);
      const address = await setUp(page, words);
      const { demo, api } = dashboard;
      const { email } = await makeStaff(api.seeding, demo.organizationId, { role: "ADMIN" });
      const link = await linkFor(page, email, words);

      const person = (await open(words)).page;
      signedInAs(email);
      await person.goto(link);
      await expectShown(person.getByRole("heading", { level: 1, name: words.today }));
      await expectShown(page.getByRole("row", { name: email }).getByText(words.linked));
      await proveForToken(person, words);

      expect(await logoutByBackChannel(address, email)).toBe(200);
      const asked = dialog(person, words.ended);
      signedInAs(email);
      await press(asked.getByRole("link", { name: words.signIn }));
      // The new session in the other tab counts for this one.
      await asked.waitFor({ state: "detached" });

      await logoutByBackChannel(address, email);
      await person.goto(dashboard.url);
      signedInAs("a stranger");
      await press(person.getByRole("link", { name: words.signIn }));
      await expectSeen(person, words.refused);
      await person.context().close();

      await page.goto(`${dashboard.url}/settings`);
      await press(button(page, words.remove));
      await press(button(page, words.removeAction));
      // The owner has signed in with a password, so that is the proof.
      await type(
        dialog(page, words.stepUp).getByLabel(words.password, { exact: true }),
        dashboard.owner.password,
      );
      await page.keyboard.press("Enter");
      await expectSeen(page, words.removed);
      await expectShown(button(page, words.setUp));
      expect(complaints.filter((one) => !one.includes("403"))).toEqual([]);
      await page.context().close();
    },
  );

  test("ends in a frame of the provider's page, also behind a proxy that forbids frames", async () => {
    const { page } = await open(english);
    await openSignedIn(page, dashboard);
    const address = await setUp(page, english);
    signedInAs("framed");
    await page.goto(await linkFor(page, dashboard.owner.email, english));
    await expectShown(page.getByRole("heading", { level: 1, name: "Today" }));

    await page.context().route(`${address}/logout?*`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        headers: { ...response.headers(), "x-frame-options": "DENY" },
      });
    });
    const query = new URLSearchParams({ iss: provider.issuer, sid: "session of framed" });
    provider.instead = (path, response) => {
      if (path !== "/bye") return false;
      response.writeHead(200, { "content-type": "text/html" })
        .end(`<iframe src="${address}/logout?${query}"></iframe>`);
      return true;
    };
    const provided = await page.context().newPage();
    await provided.goto(`${provider.issuer}/bye`);
    // A refused frame shows a page of the browser.
    expect(provided.frames().map((frame) => frame.url())).toContain(`${address}/logout?${query}`);
    await expectShown(dialog(page, english.ended));
    await page.context().close();
  });
});
