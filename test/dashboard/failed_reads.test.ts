import type { Page, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasChromium } from "./chromium.ts";
import { dialog, expectSeen, expectShown } from "./keyboard.ts";
import { openPagePerFile } from "./page_per_file.ts";
import { refuseUntilPressed } from "./until_pressed.ts";

const { dashboard, page } = await openPagePerFile();

/** Matches the requests of these reads, also in a batch with others. */
const batchesOf = (paths: readonly string[]) =>
  new RegExp(`/trpc/[^?]*(${paths.join("|").replaceAll(".", "\\.")})`);

/** Returns the answer to such a request in which these reads are refused. */
function refusalOf(paths: readonly string[]): (route: Route) => Promise<void> {
  return async (route) => {
    const names = /\/trpc\/([^?]+)/.exec(route.request().url())![1]!.split(",");
    // Without the tag of a kept answer, so that the service answers with a body.
    const { "if-none-match": _, ...headers } = route.request().headers();
    const response = await route.fetch({ headers });
    const answers = await response.json() as unknown[];
    const data = { code: "INTERNAL_SERVER_ERROR", httpStatus: 500, appCode: "INTERNAL_ERROR" };
    const error = { message: "Refused by the test", code: -32603, data };
    const json = answers.map((one, i) => paths.includes(names[i]!) ? { error } : one);
    // Without a tag, so that the page does not keep it.
    await route.fulfill({ json });
  };
}

/** Refuses a report with an answer after which the page does not read again by itself. */
function refuseReport(route: Route): Promise<void> {
  const error = { message: "Refused", extensions: { code: "RATE_LIMIT_EXCEEDED" } };
  return route.fulfill({ status: 429, json: { data: null, errors: [error] } });
}

/** Refuses these reads until the returned function is called. */
async function refuse(shown: Page, ...paths: string[]): Promise<() => Promise<void>> {
  const batches = batchesOf(paths);
  await shown.route(batches, refusalOf(paths));
  return () => shown.unroute(batches);
}

/** Refuses a read. The one that `press` repeats waits for its refusal until `release`. */
async function refuseUntilReleased(
  shown: Page,
  { url, refuse }: { url: RegExp | string; refuse(route: Route): Promise<void> },
) {
  let isHeld = false;
  let isAsked = false;
  const released = Promise.withResolvers<void>();
  await shown.route(url, async (route) => {
    if (isHeld) {
      isAsked = true;
      await released.promise;
    }
    await refuse(route);
  });
  return {
    async press() {
      await shown.getByRole("button", { name: "Try again" }).focus();
      isHeld = true;
      // A press is ignored while the page itself reads again, for example because its event stream begins.
      await expect.poll(async () => {
        await shown.keyboard.press("Enter");
        return isAsked;
      }).toBe(true);
    },
    async release() {
      const answered = shown.waitForResponse(url);
      released.resolve();
      await answered;
    },
  };
}

describe.skipIf(!hasChromium)("a read that fails", () => {
  test("is named where its number would be, and is read again on request", async () => {
    const url = batchesOf(["credits.balance"]);
    const press = await refuseUntilPressed(page, {
      url,
      button: "Try again",
      refuse: refusalOf(["credits.balance"]),
    });
    await page.goto(`${dashboard.url}/credits`);
    await expectSeen(page, "Loading failed");
    await expectShown(page.locator(".sidebar .balance", { hasText: "Credits not loaded" }));
    await press();
    await expectSeen(page, "Live credits");
    await expectShown(page.locator(".sidebar .balance", { hasText: /\d credits/ }));
    await page.unroute(url);

    const accept = await refuse(page, "apiKeys.usage", "appointments.affected");
    await page.goto(`${dashboard.url}/api-keys`);
    await page.getByRole("row", { name: /mk_/ }).first().click();
    await expectSeen(page, "Loading failed");
    const [department] = dashboard.demo.departments;
    await page.goto(`${dashboard.url}/departments/${department!.id}?tab=closures`);
    await page.getByRole("group", { name: "From", exact: true }).getByRole("spinbutton").first()
      .click();
    await page.keyboard.type("01012030");
    await page.keyboard.press("Tab");
    await expectSeen(page, "Loading failed");
    await accept();
  });

  test.each([
    ["/credits", batchesOf(["credits.balance"]), refusalOf(["credits.balance"])],
    ["/developers", batchesOf(["departments.range"]), refusalOf(["departments.range"])],
    ["/reports", "**/graphql", refuseReport],
  ])(
    "keeps its button and the focus on it while it is repeated, on %s",
    async (path, url, refuse) => {
      const read = await refuseUntilReleased(page, { url, refuse });
      await page.goto(`${dashboard.url}${path}`);
      await read.press();
      await expectShown(page.locator("button:focus[aria-disabled=true]", { hasText: "Try again" }));
      await expectSeen(page, "Loading failed");
      await read.release();
      await expectShown(
        page.locator("button:focus:not([aria-disabled])", { hasText: "Try again" }),
      );
      expect(await page.getByRole("alert").getByText("Loading failed").count()).toBe(1);
      await page.unroute(url);
    },
  );

  test("shows no data of another filter while it is repeated", async () => {
    await page.goto(`${dashboard.url}/waitlist`);
    await expectSeen(page, "Last 30 days");
    const url = batchesOf(["desk.waitlist"]);
    const read = await refuseUntilReleased(page, { url, refuse: refusalOf(["desk.waitlist"]) });
    await page.getByRole("button", { name: /Department$/ }).click();
    await page.getByRole("option", { name: dashboard.demo.departments[0]!.name }).click();
    await read.press();
    await expectSeen(page, "Loading failed");
    expect(await page.getByText("Last 30 days").count()).toBe(0);
    await read.release();
    await page.unroute(url);
  });

  test("never looks like a list without entries", async () => {
    const accept = await refuse(
      page,
      "departments.list",
      "departments.range",
      "appointments.list",
    );
    await page.goto(`${dashboard.url}/developers`);
    await expectSeen(page, "Loading failed");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("Ada");
    await expectSeen(page, /^Appointments couldn't be searched/);
    await page.keyboard.press("Escape");
    await page.goto(`${dashboard.url}/screens`);
    await page.getByRole("button", { name: "Add screen" }).first().click();
    await dialog(page, "Add screen").getByText("All departments").click();
    await expectShown(dialog(page, "Add screen").getByText("Loading failed"));
    await accept();
    const acceptWorkers = await refuse(page, "workers.list");
    await page.goto(dashboard.url);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Staff member is ill …" }).click();
    await expectShown(dialog(page, "Staff member is ill").getByText("Loading failed"));
    await acceptWorkers();
  });

  test("shows the id of a request that failed for a reason of the service, as a dialog and a toast do", async () => {
    const data = { code: "INTERNAL_SERVER_ERROR", httpStatus: 500, appCode: "INTERNAL_ERROR" };
    const error = { message: "The service failed", code: -32603, data };
    const refuseAs = (id: string) => (route: Route) =>
      route.fulfill({ status: 500, headers: { "X-Request-Id": id }, json: { error } });
    await page.route(batchesOf(["webhooks.list"]), refuseAs("3f2a-list"));
    await page.goto(`${dashboard.url}/webhooks`);
    await expectShown(page.getByRole("alert").getByText("Reference: 3f2a-list"));
    await page.unrouteAll();
    await page.goto(`${dashboard.url}/audit`);
    const csv = page.getByRole("button", { name: "Download CSV" });
    await expectShown(csv);
    await page.route(batchesOf(["audit.list"]), refuseAs("3f2a-toast"));
    await csv.click();
    await expectShown(page.locator(".toast").getByText("Reference: 3f2a-toast"));
    await page.unrouteAll();
    await page.route(batchesOf(["screens.create"]), refuseAs("3f2a-dialog"));
    await page.goto(`${dashboard.url}/screens`);
    await page.getByRole("button", { name: "Add screen" }).first().click();
    const shown = dialog(page, "Add screen");
    await shown.getByLabel("Name").fill("Hall");
    await shown.getByRole("button", { name: "Add screen" }).click();
    await expectShown(shown.getByRole("alert").getByText("Reference: 3f2a-dialog"));
    await page.unrouteAll();
  });
});
