import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../gateway/embedded_postgres/free_port.ts";
import { type MailServer, startMailServer } from "../support/mail_server.ts";
import { staffOf } from "../support/staff_callers.ts";
import { accessibilityErrors } from "./accessibility.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { dialog, openSignedIn } from "./keyboard.ts";

describe.skipIf(!hasChromium)("e-mail in a browser", () => {
  let server: MailServer;
  let dashboard: Dashboard;

  beforeAll(async () => {
    server = await startMailServer({ authOptional: false });
    const port = String(await freePort());
    const { host, port: mailPort } = server.settings.server;
    const url = `http://localhost:${port}`;
    const started = await startDashboard({
      PORT: port,
      PUBLIC_URL: url,
      SMTP_URL: `smtp://me:right@${host}:${mailPort}`,
      EMAIL_FROM: "booking@service.example",
    });
    dashboard = { ...started, url };
  }, 120_000);
  afterAll(async () => {
    await dashboard?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  const book = async (more: object = {}) => {
    const { api: { seeding }, demo, tomorrow } = dashboard;
    const caller = staffOf(demo.organizationId, { role: "OWNER", timeZone: demo.timeZone });
    const { id } = await seeding.application.createDepartment(demo.organizationId, {
      name: "Residents & registration",
      slotCapacity: 50,
      slotInterval: 30,
      bookingNotice: 0,
    });
    await seeding.application.staff.createAppointment(caller, {
      departmentId: id,
      dateTime: `${tomorrow}T12:00`,
      environment: "LIVE",
      name: "Ada Lovelace",
      email: "ada@example.org",
      ...more,
    });
  };

  test("an administrator switches mails on, writes a text and sees it, and it is sent", async () => {
    const { page } = await openPage(dashboard.browser, { width: 1280, height: 860 });
    await openSignedIn(page, dashboard);
    await page.goto(`${dashboard.url}/email`);
    await page.getByRole("checkbox", { name: /^Confirmation/ }).press("Space");
    await page.getByLabel("Name of the sender").fill("Town hall");
    await page.getByRole("button", { name: "Save" }).first().click();
    await page.getByText("Saved").first().waitFor();

    await page.getByLabel("Subject").fill("Welcome, {nmae}");
    await page.getByRole("button", { name: "Save" }).last().click();
    await page.getByText("There is no placeholder nmae.").first().waitFor();
    await page.getByLabel("Subject").fill("Welcome, {name}");
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByRole("region", { name: "Preview of the mail" })
      .getByText("Welcome, Ada Lovelace").waitFor();
    expect(await accessibilityErrors(page)).toEqual([]);
    await page.getByRole("button", { name: "Save" }).last().click();
    await page.getByText("This is your own text.").waitFor();

    await book();
    await expect.poll(() => server.received.length).toBe(1);
    const [{ parsed }] = server.received as [typeof server.received[number]];
    expect(parsed.subject).toBe("Welcome, Ada Lovelace");
    expect(parsed.from?.name).toBe("Town hall");
    expect(server.signIns).toEqual(["me:right"]);

    await page.reload();
    await page.getByRole("button", { name: "Use the standard text" }).click();
    await page.getByText("This is the standard text.").waitFor();
  });

  test("what is typed in a text stays, and the text of somebody else is a question", async () => {
    const { api: { seeding: { application: { staff } } }, demo: { organizationId, timeZone } } =
      dashboard;
    const caller = staffOf(organizationId, { role: "OWNER", timeZone });
    const { page } = await openPage(dashboard.browser, { width: 1280, height: 860 });
    await openSignedIn(page, dashboard);
    await page.goto(`${dashboard.url}/email`);
    await page.getByLabel("Subject").fill("Mine");
    await page.getByRole("radio", { name: "Cancellation" }).click();
    await dialog(page, "Discard your changes?").getByRole("button", { name: "Keep editing" })
      .click();
    expect(await page.getByLabel("Subject").inputValue()).toBe("Mine");

    const { version } = await staff.getEmail(caller);
    const theirs = { subject: "Theirs", text: "Their text" };
    await staff.updateEmail(caller, { texts: { CONFIRMATION: { en: theirs } }, version });
    // The save of another form reads the text of somebody else.
    await page.getByLabel("Name of the sender").fill("The town hall");
    const isRead = page.waitForResponse(/email\.update/);
    await page.getByRole("button", { name: "Save" }).first().click();
    await isRead;
    await page.getByText("Saved").first().waitFor();
    await page.getByRole("button", { name: "Save" }).last().click();
    const question = dialog(page, "Somebody else has changed this");
    await question.getByRole("cell", { name: "Theirs" }).waitFor();
    await question.getByRole("button", { name: "Save mine" }).click();
    await expect.poll(async () => (await staff.getEmail(caller)).texts.CONFIRMATION?.en?.subject)
      .toBe("Mine");
    await page.getByRole("button", { name: "Use the standard text" }).click();
    await page.getByText("This is the standard text.").waitFor();
    await page.getByRole("radio", { name: "Cancellation" }).click();
    await expect.poll(() => page.getByLabel("Subject").inputValue()).toMatch(/^Cancelled/);
  });

  test.each(
    [
      ["a computer", { width: 900, height: 700, theme: "light" }],
      ["a phone in the dark", { width: 360, height: 700, theme: "dark", locale: "de-DE" }],
    ] as const,
  )(
    "on %s, a mail and the page of its link fit and can be read by everyone",
    async (_, view) => {
      server.received.length = 0;
      await book({ locale: view.width < 500 ? "de" : "en" });
      await expect.poll(() => server.received.length).toBe(1);
      const html = server.received[0]!.parsed.html!;
      const { page } = await openPage(dashboard.browser, view);
      await page.setContent(html);
      // A mail is shown inside the page of a mail program, which has the landmarks and headings.
      const errors = (await accessibilityErrors(page)).filter((error) =>
        !/ (landmark-one-main|page-has-heading-one|region): /.test(error)
      );
      expect(errors).toEqual([]);
      expect(await widthOf(page)).toBeLessThanOrEqual(view.width);

      const link = /href="([^"]*\/email\/stop\/[^"]+)"/.exec(html)![1]!;
      await page.goto(link);
      expect(await accessibilityErrors(page)).toEqual([]);
      expect(await widthOf(page)).toBeLessThanOrEqual(view.width);
      const [stop, again, none] = view.width < 500
        ? ["Keine Bestätigungen und Erinnerungen mehr", "Wieder erhalten", /keine Bestätigungen/]
        : ["Stop confirmations and reminders", "Get them again", /gets no confirmations/];
      await page.getByRole("button", { name: stop }).click();
      await page.getByRole("status").getByText(none).waitFor();
      await page.getByRole("button", { name: again }).click();
      await page.getByRole("button", { name: stop }).waitFor();
    },
  );

  test("a mail program stops mails by one POST, and a wrong link says so", async () => {
    const stopUrl = () => {
      const headers = server.received.at(-1)!.parsed.headers;
      const value = headers.find(({ key }) => key === "list-unsubscribe")!.value;
      return value.replaceAll(/\s/g, "").slice(1, -1);
    };
    const answer = await fetch(stopUrl(), {
      method: "POST",
      body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("Get them again");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    const head = await fetch(stopUrl(), { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const unknown = await fetch(`${stopUrl()}A`, { headers: { "accept-language": "de" } });
    expect([unknown.status, await unknown.text()]).toEqual([
      404,
      expect.stringContaining("nicht gültig"),
    ]);
    const { status, headers } = await fetch(stopUrl(), { method: "PUT" });
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    const waiting = server.received.length;
    await book();
    await expect.poll(
      async () =>
        (await dashboard.sql.query(
          "select error from webhook_attempts where status = 'ABANDONED' and organization_id = $1",
          [dashboard.demo.organizationId],
        )).rows,
    ).toEqual([{ error: "The person has unsubscribed" }]);
    expect(server.received).toHaveLength(waiting);
  });
});

function widthOf(page: Page): Promise<number> {
  return page.evaluate("document.documentElement.scrollWidth");
}
