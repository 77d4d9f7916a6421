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
import { dialog, expectSeen, expectShown, reloadUntilShown, signIn } from "./keyboard.ts";
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

  beforeAll(async () => {
    opened = new AsyncDisposableStack();
    const { environment } = opened.use(await receiverEnvironment());
    receiver = opened.use(await startWebhookReceiver());
    dashboard = opened.use(await startDashboard(environment));
    ({ page, complaints } = await openPage(dashboard.browser));
    await signIn(page, dashboard);
  });
  pictureFailures(() => page);
  afterAll(() => opened?.disposeAsync());

  const deliveries = () => page.getByRole("table", { name: "Deliveries" });
  const delivered = () =>
    deliveries().getByRole("row", { name: /appointment\.created Delivered 204/ });
  /** Books through the REST API with the new key. */
  async function book(name: string): Promise<void> {
    const departmentId = dashboard.demo.departments[0]!.id;
    const response = await fetch(`${dashboard.url}/api/v1/appointments`, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      body: JSON.stringify({ departmentId, dateTime: `${dashboard.tomorrow}T12:00`, name }),
    });
    expect(response.status).toBe(201);
  }

  test("creates an API key, which is shown once, and runs the command shown with it", async () => {
    await page.getByRole("link", { name: "API keys" }).click();
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Website");
    await page.getByRole("button", { name: "Create key" }).click();
    const shown = dialog(page, "API key “Website”");
    key = await shown.getByRole("textbox", { name: "API key" }).innerText();
    const line = await shown.getByRole("textbox", { name: "Try it in a terminal" }).innerText();
    const { stdout } = await run("sh", ["-c", line]);
    expect(JSON.parse(stdout).map(({ name }: { name: string }) => name)).toEqual(
      dashboard.demo.departments.map(({ name }) => name),
    );
    await page.getByRole("button", { name: "Done" }).click();
    await expectShown(page.getByRole("row", { name: /Website/ }));
    await page.reload();
    await expectShown(page.getByRole("row", { name: /Website/ }));
    expect(await page.content()).not.toContain(key);
  });

  test("sees the call under Usage", async () => {
    await page.getByRole("link", { name: "Usage" }).click();
    await expectShown(
      page.getByRole("table", { name: "Calls" })
        .getByRole("row", { name: /GET \/api\/v1\/departments/ }),
    );
  });

  test("creates a webhook, and sees its first delivery", async () => {
    await page.getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("button", { name: "New webhook" }).click();
    await page.getByLabel("URL of the receiver").fill(receiver.url);
    await page.getByRole("button", { name: "Create webhook" }).click();
    await expectShown(dialog(page, "Signing secret").getByText(/^whsec_/));
    await page.getByRole("button", { name: "Done" }).click();
    await expectSeen(page, "No deliveries yet");
    await book("First Booking");
    await expectShown(delivered());
    await expectSeen(page, "Healthy");
    expect(receiver.received[0]?.body.toString()).toContain("First Booking");
  });

  test("sends a test", async () => {
    await page.getByRole("button", { name: "Send test" }).click();
    await expectSeen(page, /Test delivered: status 204 in \d+ ms/);
  });

  test("sees a failed delivery, and sends it again after the receiver has recovered", async () => {
    receiver.answer = (response) => response.writeHead(500).end();
    await book("Failed Booking");
    await reloadUntilShown(
      deliveries().getByRole("row", { name: /appointment.created Failed 500/ }),
    );
    await expectSeen(page, "Last delivery failed");
    // Skips the hours between the attempts.
    await dashboard.sql.query(
      "update webhook_attempts set attempt = 5, due_at = now() where status = 'PENDING'",
    );
    // Its own cell, since other attempts may have been on the 5th of a month.
    const fifth = page.getByRole("cell", { name: "5", exact: true });
    const last = deliveries().getByRole("row", { name: /Failed 500/ }).filter({ has: fifth });
    await reloadUntilShown(last);
    await last.getByRole("button", { name: "appointment.created" }).click();
    await expectShown(dialog(page, "Delivery").getByText("Failed Booking"));
    receiver.answer = (response) => response.writeHead(204).end();
    await page.getByRole("button", { name: "Send again" }).click();
    await expectSeen(page, "Sending again");
    await reloadUntilShown(delivered().nth(1));
    await expectSeen(page, "Healthy");
    expect(receiver.received.at(-1)?.body.toString()).toContain("Failed Booking");
  });

  test("finds the actions in the audit, filtered by API keys", async () => {
    await page.getByRole("link", { name: "Audit" }).click();
    await page.getByRole("button", { name: /All subjects/ }).click();
    await page.getByRole("option", { name: "API keys" }).click();
    await expectShown(page.getByRole("button", { name: /All actions/ }));
    await page.getByRole("row", { name: /API key created Website/ })
      .getByRole("button", { name: "Website" }).click();
    await expectSeen(page, /Only API key No\. \d+/);
    await expectSeen(page, "1–1 of 1 entries");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expectShown(page.getByRole("row", { name: /Webhook tested/ }));
  });

  test("no page had errors", () => {
    expect(complaints).toEqual([]);
  });
});
