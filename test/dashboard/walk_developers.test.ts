import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  receiverEnvironment,
  startWebhookReceiver,
  type WebhookReceiver,
} from "../support/webhook_receiver.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { dialog, expectSeen, expectShown, openSignedIn, reloadUntilShown } from "./keyboard.ts";
import { pictureFailures } from "./picture_failures.ts";

const run = promisify(execFile);

/** The work of a developer with keys and webhooks. Each step continues from the step before. */
describe.skipIf(!hasChromium)("a developer", () => {
  let opened: AsyncDisposableStack;
  let dashboard: Dashboard;
  let receiver: WebhookReceiver;
  let page: Page;
  let complaints: string[];
  let key: string;
  let secret: string;

  beforeAll(async () => {
    opened = new AsyncDisposableStack();
    const { environment } = opened.use(await receiverEnvironment());
    receiver = opened.use(await startWebhookReceiver());
    dashboard = opened.use(await startDashboard(environment));
    ({ page, complaints } = await openPage(dashboard.browser));
    await openSignedIn(page, dashboard);
  });
  pictureFailures(() => page);
  afterAll(() => opened?.disposeAsync());

  const events = () => page.getByRole("table", { name: "Events" });
  const rowOf = (name: string, state: string) =>
    events().getByRole("row", { name: new RegExp(`appointment\\.created.*${name}.*${state}`) });
  /** Books through the REST API with the new key. */
  async function book(name: string): Promise<Response> {
    const departmentId = dashboard.demo.departments[0]!.id;
    return await fetch(`${dashboard.url}/api/v1/appointments`, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      body: JSON.stringify({ departmentId, dateTime: `${dashboard.tomorrow}T12:00`, name }),
    });
  }
  const textOf = (label: string) =>
    page.getByRole("textbox", { name: label, exact: true }).innerText();

  test("creates an API key, which is shown once, and books with the command shown with it", async () => {
    await page.getByRole("link", { name: "API keys" }).click();
    await page.getByRole("button", { name: "Create key" }).click();
    const form = dialog(page, "Create API key");
    await form.getByLabel("Name", { exact: true }).fill("Website");
    for (const scope of ["Read appointments", "Book and cancel appointments"]) {
      await form.getByText(scope).click();
    }
    await form.getByRole("button", { name: "Create key" }).click();
    await expectShown(form.getByText("Choose at least one permission"));
    for (const scope of ["Read appointments", "Book and cancel appointments"]) {
      await form.getByText(scope).click();
    }
    await form.getByRole("button", { name: "Create key" }).click();
    await expectShown(dialog(page, "Key created"));
    key = await textOf("API key");
    const { stdout } = await run("sh", ["-c", await textOf("Make your first booking")]);
    expect(JSON.parse(stdout)).toMatchObject({ status: "SCHEDULED", name: "Ada Lovelace" });
    await page.getByRole("button", { name: "Done" }).click();
    await expectShown(page.getByRole("row", { name: /Website/ }));
    await page.reload();
    await expectShown(page.getByRole("row", { name: /Website/ }));
    expect(await page.content()).not.toContain(key);
  });

  test("finds the base URL, the documentation and a quick start that books", async () => {
    await page.getByRole("link", { name: "Get started" }).click();
    expect(await textOf("Base URL")).toBe(`${dashboard.url}/api/v1`);
    for (const link of await page.locator("main a[target=_blank]").all()) {
      const { status } = await fetch(new URL((await link.getAttribute("href"))!, dashboard.url));
      expect(status).toBe(200);
    }
    const env = { ...process.env, API_KEY: key };
    const curl = await run("sh", ["-c", await textOf("curl")], { env });
    expect(JSON.parse(curl.stdout)).toMatchObject({ status: "SCHEDULED" });
    const program = await textOf("JavaScript (Node.js)");
    const node = await run(process.execPath, ["--input-type=module", "-e", program], { env });
    expect(node.stdout).toMatch(/^201 /);
  });

  test("sees each request with its id and reason, and filters by a click", async () => {
    const refused = await book("");
    expect(refused.status).toBe(400);
    await page.getByRole("link", { name: "Usage" }).click();
    const log = page.getByRole("table", { name: "Request log" });
    const row = log.getByRole("row", { name: /400/ });
    await reloadUntilShown(row);
    const text = await row.innerText();
    const requestId = refused.headers.get("X-Request-Id")!;
    expect(text).toContain(requestId);
    expect(text).toContain("VALIDATION_ERROR: name: ");
    await expectShown(page.getByText("Failed requests").locator("..").getByText("1"));
    await page.getByRole("button", { name: /400 Bad request/ }).click();
    await expectSeen(page, "1–1 of 1 requests");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expectSeen(page, /of 4 requests/);
    const search = page.getByRole("searchbox", { name: "Request ID" });
    await search.fill(requestId);
    await expectSeen(page, "1–1 of 1 requests");
    await expectShown(row);
    const csv = await page.getByRole("link", { name: "Download CSV" }).getAttribute("href");
    expect(csv).toContain(`requestId=${requestId}`);
    await search.fill(requestId.slice(1));
    await expectSeen(page, "No request with this ID matches in this period");
    await search.fill("x".repeat(129));
    await expectSeen(page, "Use at most 128 characters");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expectSeen(page, /of 4 requests/);
  });

  test("keeps the period and the filters of Usage in the address, and sees that a range is too long", async () => {
    await page.getByRole("radio", { name: "7 days" }).click();
    await page.getByRole("button", { name: /^Status|All statuses/ }).click();
    await page.getByRole("option", { name: "Any error" }).click();
    await expectSeen(page, "1–1 of 1 requests");
    await page.reload();
    await expectSeen(page, "1–1 of 1 requests");
    await expectShown(page.getByRole("radio", { name: "7 days", checked: true }));
    await page.goto(`${dashboard.url}/usage?period=custom&from=2020-01-01&to=2020-01-02`);
    await expectShown(page.getByText("Success rate").locator("..").getByText("–"));
    await page.goto(`${dashboard.url}/usage?period=custom&from=2020-01-01&to=2026-01-01`);
    await expectSeen(page, "Choose at most 366 days");
  });

  test("sees the usage of a key on its page and changes its name, and a stale save is refused", async () => {
    await page.getByRole("link", { name: "API keys" }).click();
    await page.getByRole("button", { name: /Website/ }).click();
    await expectShown(page.getByText("Calls", { exact: true }));
    await reloadUntilShown(page.locator("dl.facts").getByText("4", { exact: true }));
    await page.getByLabel("Name", { exact: true }).fill("Kiosk");
    await page.getByRole("button", { name: "Save" }).click();
    await expectShown(page.getByRole("heading", { name: "Kiosk" }));
    // The heading may change before the answer to the save, which sets the fields.
    await expectSeen(page, "Saved");
    await page.getByLabel("Name", { exact: true }).fill("Mine");
    await dashboard.sql.query("update api_keys set name = 'Theirs' where name = 'Kiosk'");
    await page.getByRole("button", { name: "Save" }).click();
    const question = dialog(page, "Somebody else has changed this");
    await expectShown(question.getByRole("cell", { name: "Mine" }));
    await expectShown(question.getByRole("cell", { name: "Theirs" }));
    await question.getByRole("button", { name: "Use what is saved" }).click();
    await expectShown(page.getByRole("heading", { name: "Theirs" }));
  });

  test("rotates a key, and sees the new key until it is saved", async () => {
    await page.getByRole("button", { name: "Rotate …" }).click();
    const listed = page.waitForResponse(/apiKeys\.list/);
    const released = Promise.withResolvers<void>();
    await page.route(/departments\.(list|range)/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await dialog(page, "Rotate “Theirs”?").getByRole("button", { name: "Rotate key" }).click();
    await listed;
    // The page knows by now that the old key is revoked.
    await expectShown(page.locator(".badge").getByText("Revoked"));
    await expectShown(dialog(page, "Key created"));
    key = await textOf("API key");
    // The button stays where it is when the command of the first booking appears.
    const done = page.getByRole("button", { name: "Done" });
    const before = await done.boundingBox();
    released.resolve();
    expect(await textOf("Make your first booking")).toContain(key);
    expect(await done.boundingBox()).toEqual(before);
    await page.unrouteAll();
    await done.click();
    await dialog(page, "Key created").waitFor({ state: "detached" });
    await expectShown(page.getByRole("heading", { name: "Theirs" }));
    expect((await book("")).status).toBe(400);
  });

  test("creates a webhook, which is not called healthy before it has delivered", async () => {
    await page.getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("button", { name: "Create webhook" }).click();
    const form = dialog(page, "Create webhook");
    await form.getByLabel("Endpoint URL").fill(receiver.url);
    await form.getByRole("button", { name: "Create webhook" }).click();
    secret = await textOf("Secret");
    await page.getByRole("button", { name: "Done" }).click();
    await expectSeen(page, "No deliveries yet");
    await expectSeen(page, "No events yet");
  });

  test("sees that a test of a chosen event has failed", async () => {
    receiver.answer = (response) => response.writeHead(500).end();
    await page.getByRole("button", { name: "Send test event …" }).click();
    const form = dialog(page, "Send test event");
    await form.getByRole("button", { name: /Appointment booked/ }).click();
    await page.getByRole("option", { name: "Appointment cancelled" }).click();
    await form.getByRole("button", { name: "Send test event" }).click();
    const toast = page.locator(".toast.fault");
    await expectShown(toast.getByText(/^Test failed: status 500 \([\d,]+ ms\)$/));
    await expectShown(page.locator(".summary").getByText("Test failed"));
    expect(receiver.received.at(-1)!.headers["X-Service-Event"]).toBe("appointment.cancelled");
  });

  test("retries a failed event at once, and sees what was sent and answered", async () => {
    await book("Failed Booking");
    await reloadUntilShown(rowOf("Failed Booking", "Retrying"));
    await expectSeen(page, "Degraded");
    receiver.answer = (response) => response.writeHead(204, { "Set-Cookie": "secret=1" }).end();
    await rowOf("Failed Booking", "Retrying").getByRole("button").click();
    const drawer = dialog(page, "appointment.created");
    await drawer.getByRole("button", { name: "Retry now" }).click();
    await expectShown(drawer.getByText("Delivered"));
    await drawer.getByText("Request headers").last().click();
    await drawer.getByText("Response headers").last().click();
    const shown = await drawer.innerText();
    expect(shown).toMatch(/X-Service-Signature\s*:?\s*\(hidden\)/);
    expect(shown).toMatch(/set-cookie\s*:?\s*\(hidden\)/);
    expect(shown).not.toContain("secret=1");
    await page.getByRole("button", { name: "Close" }).click();
    await expectShown(rowOf("Failed Booking", "Delivered"));
    await expectShown(page.locator(".summary").getByText("Healthy"));
  });

  test("resends what waits after a failure, and hears that there is nothing more", async () => {
    receiver.answer = (response) => response.writeHead(500).end();
    await book("Second Failure");
    await reloadUntilShown(rowOf("Second Failure", "Retrying"));
    receiver.answer = (response) => response.writeHead(204).end();
    for (const answer of ["Resending 1 event", "Nothing to resend"]) {
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Resend failed deliveries …" }).click();
      await dialog(page, "Resend failed deliveries").getByRole("button", { name: "Resend" })
        .click();
      await expectSeen(page, answer);
      await expectShown(rowOf("Second Failure", "Delivered"));
    }
  });

  test("verifies a delivery with the code of the page", async () => {
    const code = await textOf("Node.js");
    const url = `data:text/javascript,${encodeURIComponent(code)}`;
    const { isGenuine } = await import(url) as {
      isGenuine(body: Buffer, signature: string, secret: string): boolean;
    };
    const { body, headers } = receiver.received.at(-1)!;
    const signature = headers["X-Service-Signature"]!;
    expect(isGenuine(body, signature, secret)).toBe(true);
    expect(isGenuine(Buffer.concat([body, Buffer.from(" ")]), signature, secret)).toBe(false);
    expect(isGenuine(body, "", secret)).toBe(false);
  });

  test("a save of a webhook from an older version shows both, and saves either", async () => {
    await page.getByRole("button", { name: "Edit" }).click();
    const form = dialog(page, "Edit webhook");
    await form.getByLabel("Endpoint URL").fill(`${receiver.url}/mine`);
    await dashboard.sql.query("update webhooks set url = url || '/theirs'");
    await form.getByRole("button", { name: "Save", exact: true }).click();
    const question = dialog(page, "Somebody else has changed this");
    await expectShown(question.getByRole("cell", { name: `${receiver.url}/theirs` }));
    await expectShown(question.getByRole("cell", { name: `${receiver.url}/mine` }));
    await question.getByRole("button", { name: "Save mine" }).click();
    await expectShown(page.getByText(`${receiver.url}/mine`));
  });

  test("finds the actions in the audit, filtered by API keys", async () => {
    await page.getByRole("link", { name: "Audit" }).click();
    await page.getByRole("button", { name: /Everything/ }).click();
    await page.getByRole("option", { name: "API keys" }).click();
    await expectShown(page.getByRole("button", { name: /All actions/ }));
    await page.getByRole("row", { name: /created the API key Website/ })
      .getByRole("button", { name: "Only this" }).click();
    await expectSeen(page, /Only API key no\. \d+/);
    await expectSeen(page, "1–2 of 2 entries");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expectShown(page.getByRole("row", { name: /tested the webhook/ }));
  });

  test("no page had errors, except for the ID that was too long and the two stale saves", () => {
    const conflict = expect.stringContaining("409 (Conflict)");
    expect(complaints).toEqual([expect.stringContaining("400 (Bad Request)"), conflict, conflict]);
  });
});
