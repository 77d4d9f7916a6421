import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CuttingProxy, startCuttingProxy } from "../support/cutting_proxy.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { dialog, expectSeen, expectShown, openSignedIn, press } from "./keyboard.ts";
import { pictureFailures } from "./picture_failures.ts";

describe.skipIf(!hasChromium)("without a network", () => {
  let dashboard: Dashboard;
  let proxy: CuttingProxy;
  let url: string;
  let page: Page;

  beforeAll(async () => {
    dashboard = await startDashboard();
    proxy = await startCuttingProxy(dashboard.url);
    url = proxy.url.replace(/\/$/, "");
    ({ page } = await openPage(dashboard.browser));
    await openSignedIn(page, { url, owner: dashboard.owner });
  });
  pictureFailures(() => page);
  afterAll(async () => {
    await dashboard?.[Symbol.asyncDispose]();
    await proxy?.[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    proxy.isDown = false;
    await page.context().setOffline(false);
    await page.unrouteAll();
    await page.goto(`${url}/?date=${dashboard.tomorrow}`);
    await expectSeen(page, "08:30");
  });

  const statusesOf = async () =>
    (await dashboard.sql.query(
      "select status from appointments where organization_id = $1 order by id",
      [dashboard.demo.organizationId],
    )).rows.map(({ status }) => status as string);
  const booked = async (name: string) =>
    (await dashboard.sql.query("select 1 from appointments where name = $1", [name])).rowCount;
  const credits = async () =>
    Number(
      (await dashboard.sql.query(
        "select balance from balances where environment = 'LIVE' and organization_id = $1",
        [dashboard.demo.organizationId],
      )).rows[0].balance,
    );

  /** Opens the booking form, types a name and selects a time. */
  async function fillBooking(name: string): Promise<void> {
    await press(page, "n");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: /^1[2-7]:\d\d\b/ }).first().click();
  }
  const book = () => page.getByRole("button", { name: /^Book .*1[2-7]:\d\d$/ }).click();

  /** Waits until a part of the dashboard is downloaded. */
  async function downloaded(part: string): Promise<void> {
    const isDownloaded =
      `performance.getEntriesByType('resource').some(({ name }) => /\\/${part}-[^/]*\\.js/.test(name))`;
    await expect.poll(() => page.evaluate(isDownloaded)).toBe(true);
  }

  test("an act is refused at once, nothing is sent later, and a banner says how old the data are", async () => {
    const before = await statusesOf();
    await page.getByRole("row", { name: /08:30/ }).first().click();
    await press(page, "c");
    // The day of the appointment has not come, so the page asks why first.
    const early = dialog(page, /^Complete .* before its day\?$/);
    await early.getByLabel("Reason").fill("Came early");
    await page.context().setOffline(true);
    await expectSeen(page, /^You're offline\. Showing data from \d\d:\d\d\./);
    await early.getByRole("button", { name: "Mark as completed" }).click();
    await expectShown(early.getByText(/^You're offline, so nothing was saved/));
    await early.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Discard" }).click();
    await page.context().setOffline(false);
    await page.getByText(/^You're offline\. Showing/).waitFor({ state: "detached" });
    await page.reload();
    await expectSeen(page, "08:30");
    expect(await statusesOf()).toEqual(before);
  });

  test("an open form and the times say that the page is offline, before anything is sent", async () => {
    // The parts of the dashboard are downloaded after the first paint.
    await downloaded("book");
    await page.context().setOffline(true);
    await press(page, "n");
    const form = dialog(page, "New appointment");
    await expectShown(form.getByText("You're offline. Nothing can be saved"));
    await expectShown(form.getByText("No connection. This appears when the connection is back."));
    expect(await form.getByText("Loading times").count()).toBe(0);
    await page.context().setOffline(false);
    // What could not be read is read again by itself.
    await expectShown(form.getByRole("button", { name: /^Book / }));
  });

  test("a change is confirmed by its answer, and its row shows it, while the lists are still read", async () => {
    const reads = Promise.withResolvers<void>();
    await page.route(/\/trpc\/[^?]*desk\.day/, async (route) => {
      await reads.promise;
      await route.continue();
    });
    const row = page.getByRole("row").filter({ hasNotText: "08:30" }).first();
    const name = await row.locator(".row-name").innerText();
    await row.click();
    await press(page, "x");
    await page.getByRole("alertdialog").getByRole("button", { name: /^Cancel and refund/ }).click();
    await expectShown(page.locator(".toast").getByText(new RegExp(`^${name}.* is cancelled`)));
    await page.getByRole("radio", { name: /^Cancelled/ }).click();
    await expectShown(page.getByRole("row").filter({ hasText: name }));
    reads.resolve();
  });

  test("a booking that was refused offline and then cancelled is never made", async () => {
    await fillBooking("Nobody Booked");
    await page.context().setOffline(true);
    await book();
    await expectShown(dialog(page, "New appointment").getByText(/^You're offline/));
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Nobody Booked");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Discard" }).click();
    await page.context().setOffline(false);
    await page.getByText(/^You're offline\. Showing/).waitFor({ state: "detached" });
    // The page has read the list again by then, so a kept booking would have been sent.
    await page.reload();
    await expectSeen(page, "08:30");
    expect(await booked("Nobody Booked")).toBe(0);
  });

  test("a dialog that is closed before the answer stops its request", async () => {
    await fillBooking("Stopped Early");
    const stopped = page.waitForEvent(
      "requestfailed",
      (request) => request.url().includes("appointments.create"),
    );
    // Never answered.
    await page.route("**/trpc/appointments.create*", () => {});
    await book();
    await page.getByRole("button", { name: "Cancel" }).click();
    const discard = page.getByRole("button", { name: "Discard" });
    if (await discard.isVisible()) await discard.click();
    await stopped;
    await expectSeen(page, /^You closed this before the server answered/);
    expect(await booked("Stopped Early")).toBe(0);
  });

  test("a booking whose answer is lost is made once, and its own place is not called taken", async () => {
    const { sql, demo } = dashboard;
    const { rows: [{ slot_capacity: capacity }] } = await sql.query(
      "select slot_capacity from departments where id = $1",
      [demo.departments[0]!.id],
    );
    const setCapacity = (places: number) =>
      sql.query("update departments set slot_capacity = $2 where id = $1", [
        demo.departments[0]!.id,
        places,
      ]);
    await setCapacity(1);
    await page.reload();
    await expectSeen(page, "08:30");
    const before = await credits();
    await fillBooking("Booked Once");
    await page.route("**/trpc/appointments.create*", async (route) => {
      await route.fetch();
      await route.abort();
    }, { times: 1 });
    await book();
    await expectShown(
      dialog(page, "New appointment").getByText(/We don't know if it was saved/),
    );
    // The times were read again when the chosen one has no place left.
    await expectShown(page.locator(".week-table [aria-pressed=true]", { hasText: /^0 / }));
    expect(await page.getByText(/is no longer free/).count()).toBe(0);
    await book();
    await expectSeen(page, /^Booked Once is booked/);
    expect(await booked("Booked Once")).toBe(1);
    expect(await credits()).toBe(before - 1);
    await setCapacity(capacity);
  });

  test("a form says that its first try was saved, if it was changed since or its answer had a secret", async () => {
    const losingAnswer = (path: string) =>
      page.route(`**/trpc/${path}*`, async (route) => {
        await route.fetch();
        await route.abort();
      }, { times: 1 });
    const before = await credits();
    await fillBooking("Changed Later");
    await losingAnswer("appointments.create");
    await book();
    await expectSeen(page, /We don't know if it was saved/);
    await page.getByLabel("Name", { exact: true }).fill("Changed Since");
    await book();
    const booking = dialog(page, "New appointment");
    await expectShown(booking.getByText(/^Your first try was saved\./));
    // Nothing is left to send by mistake.
    expect(await page.getByRole("button", { name: /^Book / }).count()).toBe(0);
    await booking.getByRole("button", { name: "Close" }).last().click();
    const discard = page.getByRole("button", { name: "Discard" });
    if (await discard.isVisible()) await discard.click();
    await expectSeen(page, "Changed Later");
    expect([await booked("Changed Later"), await booked("Changed Since")]).toEqual([1, 0]);
    expect(await credits()).toBe(before - 1);

    await page.goto(`${url}/api-keys`);
    await page.getByRole("button", { name: "Create key" }).first().click();
    await page.getByLabel("Name", { exact: true }).fill("Lost Key");
    await losingAnswer("apiKeys.create");
    const form = dialog(page, "Create API key");
    const create = form.getByRole("button", { name: /^Create/ });
    await create.click();
    await expectShown(form.getByText(/We don't know if it was saved/));
    await create.click();
    await expectShown(form.getByText(/^This was done at your first try/));
    await form.getByRole("button", { name: "Close" }).last().click();
    await expectShown(page.getByRole("row", { name: /Lost Key/ }));
    const keys = await dashboard.sql.query("select 1 from api_keys where name = 'Lost Key'");
    expect(keys.rowCount).toBe(1);
  });

  test("a page and a dialog whose code is missing for a moment do not break the dashboard", async () => {
    const context = page.context();
    const other = await context.newPage();
    await other.route(/\/assets\/(appointments|book)-.*\.js/, (route) => route.abort());
    await other.goto(`${url}/?date=${dashboard.tomorrow}`);
    await expectSeen(other, "08:30");
    await press(other, "n");
    await expectSeen(other, "Couldn't load this part of the dashboard");
    await other.getByRole("button", { name: "Close" }).click();
    await other.getByRole("link", { name: "Appointments" }).first().click();
    await expectSeen(other, "Couldn't load this part of the dashboard");
    await other.getByRole("link", { name: "Today" }).first().click();
    await expectShown(other.getByRole("heading", { level: 1, name: "Today" }));
    await other.getByRole("link", { name: "Appointments" }).first().click();
    await expectSeen(other, "Couldn't load this part of the dashboard");
    await other.unrouteAll();
    await other.getByRole("button", { name: "Try again" }).click();
    await expectShown(other.getByRole("heading", { level: 1, name: "Appointments" }));
    await other.close();
  });

  test("pages that were never opened open while the service is away, and the page recovers by itself", async () => {
    // The parts of the dashboard are downloaded after the first paint.
    await downloaded("appointments");
    proxy.isDown = true;
    proxy.sever();
    await expectSeen(page, /^Connection lost\. Showing data from \d\d:\d\d\./);
    await page.getByRole("link", { name: "Appointments" }).first().click();
    await expectShown(page.getByRole("heading", { level: 1, name: "Appointments" }));
    proxy.isDown = false;
    await page.getByText(/^Connection lost/).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Today" }).first().click();
    await expectShown(page.getByRole("heading", { level: 1, name: "Today" }));
  });
});
