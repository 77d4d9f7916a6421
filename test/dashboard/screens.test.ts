import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../support/api.ts";
import { staffOf } from "../support/staff_callers.ts";
import { accessibilityErrors } from "./accessibility.ts";
import { hasChromium, openChromium, openPage, type View } from "./chromium.ts";
import { zoneBeforeNoon } from "./dashboard.ts";
import { expectWithin } from "./smoothness.ts";

/** A name that is nowhere else, so that a search for it says whether a name leaves. */
const name = "Xanthippe Unverwechselbar";

const timeZone = zoneBeforeNoon();

/** The pages in the office, in a browser. */
describe.skipIf(!hasChromium)("the pages in the office", () => {
  let api: Api;
  let office: Tenant;
  let url: string;
  const pages: Page[] = [];

  beforeAll(async () => {
    api = await startApi();
    office = await api.organization({ name: "Residents", timeZone, slotCapacity: 1000 });
    url = api.services[0]!.url;
  });
  // An open display or kiosk goes on working, and makes a busy machine slower for the next test.
  afterEach(async () => {
    await Promise.all(pages.splice(0).map((page) => page.context().close()));
  });
  afterAll(() => api?.[Symbol.asyncDispose]());

  const staff = () => api.seeding.application.staff;
  const caller = () => staffOf(office.organizationId, { role: "OWNER", timeZone });
  const newScreen = (wanted: object) => staff().createScreen(caller(), wanted);
  const walkIn = () => staff().arrive(caller(), { departmentId: office.departmentId });
  const callNext = async (desk: string) =>
    (await staff().callNext(caller(), { desk, departmentIds: [office.departmentId] }))!;

  async function open(path: string, view: View = { width: 1280, height: 720 }): Promise<Page> {
    const { page } = await openPage(await openChromium(), view);
    pages.push(page);
    await page.goto(`${url}${path}`);
    return page;
  }

  const seen = async (page: Page, text: string | RegExp) =>
    await expect.poll(() => page.locator("main").innerText()).toMatch(text);

  test("a display shows a call within a second, and again after the service was killed", async () => {
    const { token, id } = await newScreen({ kind: "DISPLAY", name: "Hall" });
    const page = await open(`/display/${token}`);
    await expectWithin(1000, "a call is on a display after", async () => {
      const { number } = await walkIn();
      await seen(page, new RegExp(`NEXT|Next[\\s\\S]*${number}`));
      const startedAt = performance.now();
      const { id } = await callNext("1");
      await seen(page, new RegExp(`^[^]*${number}[^]*→[^]*Counter`));
      const took = performance.now() - startedAt;
      await staff().finishVisit(caller(), { id });
      return took;
    });

    await api.services[0]!.stop("SIGKILL");
    await seen(page, "Not connected");
    const second = await walkIn();
    await callNext("2");
    await api.startAgain();
    await seen(page, new RegExp(`${second.number}[^]*→[^]*2`));
    await expect.poll(() => page.locator(".is-new b").allInnerTexts())
      .toEqual([String(second.number), "2"]);

    await staff().revokeScreen(caller(), { id });
    await seen(page, "This screen was revoked");
  });

  test("a kiosk says at once that it works, and without a connection that it has none", async () => {
    const { token } = await newScreen({ kind: "KIOSK", name: "Door", givesTickets: true });
    const page = await open(`/kiosk/${token}`);
    const answers: (() => Promise<void>)[] = [];
    await page.route("**/screens/kiosk/tickets", async (route) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      answers.push(async () => resolve());
      await promise;
      if (answers.length === 1) await route.abort();
      else await route.continue();
    });
    await page.locator(".choice").first().click();
    await seen(page, "One moment");
    // The page says so before the request has left it.
    await expect.poll(() => answers.length).toBe(1);
    await answers[0]!();
    await seen(page, "Not connected");
    await expect.poll(() => answers.length).toBe(2);
    await answers[1]!();
    await seen(page, "Your number");
  });

  test("every counter and department fits on a display, and few calls are large", async () => {
    const { page } = await openPage(await openChromium(), { width: 1920, height: 1080 });
    pages.push(page);
    const counters = [
      "4",
      "Bürgerservice 12",
      "Beratungs- und Dienstleistungszentrum Nord",
      "غرفة ٧",
    ];
    const calls = Array.from({ length: 12 }, (_, i) => ({
      number: 100 + i,
      desk: counters[i % counters.length],
      department: "Kraftfahrzeugzulassung und Fahrerlaubnisse",
      calledAt: `${i}`,
      calls: 1,
      isInService: i > 6,
    }));
    const view = {
      organization: "Hall",
      timeZone: "UTC",
      hasDepartments: true,
      next: [],
      waiting: 0,
    };
    let shown = 0;
    await page.route("**/screens/display", (route) => {
      const body = `data: ${JSON.stringify({ ...view, calls: calls.slice(0, shown) })}\n\n`;
      return route.fulfill({ contentType: "text/event-stream", body });
    });
    const heights: number[] = [];
    for (shown of [1, 2, 6, 12]) {
      await page.goto(`${url}/display/${"0".repeat(32)}?lang=ar`);
      await page.locator(".call").nth(shown - 1).waitFor();
      heights.push((await page.locator(".call .number").first().boundingBox())!.height);
      for (const view of [{ width: 1920, height: 1080 }, { width: 1080, height: 1920 }]) {
        await page.setViewportSize(view);
        // The page may take its new size a moment later.
        await expect.poll(async () => [shown, view.width, await cutTexts(page)])
          .toEqual([shown, view.width, []]);
      }
    }
    const foreign = page.getByText("غرفة ٧", { exact: true });
    expect(await foreign.evaluateAll((all) => all.map(({ tagName }) => tagName)))
      .toEqual(["BDI", "BDI", "BDI"]);
    expect(heights).toEqual(heights.toSorted((a, b) => b - a));
    expect(heights[1]).toBeGreaterThan(150);
  });

  test("a display loads a newer page on a new day, once the service can send it", async () => {
    const { page } = await openPage(await openChromium(), { width: 1280, height: 720 });
    pages.push(page);
    const view = {
      organization: "Hall",
      timeZone: "UTC",
      hasDepartments: true,
      calls: [],
      next: [],
    };
    let days = ["2026-03-02", "2026-03-03"];
    await page.route("**/screens/display", (route) => {
      // Each connection brings one answer and ends, and the page connects again.
      const date = days.length > 1 ? days.shift() : days[0];
      const body = `data: ${JSON.stringify({ ...view, date, waiting: loads.length })}\n\n`;
      return route.fulfill({ contentType: "text/event-stream", body });
    });
    const loads: string[] = [];
    await page.route("**/display/*", async (route) => {
      loads.push(route.request().resourceType());
      if (loads.length === 2) return await route.fulfill({ status: 503 });
      const response = await route.fetch();
      const html = await response.text();
      const newer = html.replace(/src="([^"]+)"/, 'src="$1?newer"');
      return await route.fulfill({ response, body: loads.length > 2 ? newer : html });
    });
    await page.goto(`${url}/display/${"0".repeat(32)}`);
    await expect.poll(() => loads)
      .toEqual(["document", "fetch", "fetch", "document"]);
    days = ["2026-03-03", "2026-03-04", "2026-03-04"];
    await expect.poll(() => loads.length).toBe(5);
    await page.waitForResponse("**/screens/display");
    expect(loads.at(-1)).toBe("fetch");
  });

  test("a ticket shows its place, then the call, then the end, and no name", async () => {
    const { id: appointmentId } = await staff().createAppointment(caller(), {
      departmentId: office.departmentId,
      dateTime: `${Temporal.Now.plainDateISO(timeZone)}T23:45:00`,
      name,
    });
    const visit = await staff().arrive(caller(), { appointmentId });
    const page = await open(`/ticket/${visit.ticket}`, { width: 390, height: 844 });
    await seen(page, /Your appointment\s+23:45[^]*You are early/);
    expect(await page.content()).not.toMatch(/Xanthippe|You are next/);
    await staff().callVisit(caller(), { id: visit.id, desk: "Room 7" });
    await seen(page, /Please go to\s+Room 7/);
    await staff().finishVisit(caller(), { id: visit.id });
    await seen(page, "Your visit has ended");
  });

  test("a ticket without a connection says from when it is, in the time of the office", async () => {
    const { ticket } = await walkIn();
    const page = await open(`/ticket/${ticket}`, { width: 390, height: 844 });
    await page.locator(".number").waitFor();
    await page.route("**/screens/ticket", (route) => route.abort());
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await seen(page, /As of \d\d:\d\d\./);
    const time = /As of (\d\d:\d\d)/.exec(await page.locator("main").innerText())![1]!;
    const { minutes } = Temporal.PlainTime.from(time)
      .until(Temporal.Now.plainTimeISO(timeZone), { largestUnit: "minutes" });
    expect(minutes).toBeOneOf([0, 1, 2]);
  });

  test("a kiosk takes a scanned code, shows the number, and clears itself", async () => {
    const { token } = await newScreen({ kind: "KIOSK", name: "Entrance", givesTickets: true });
    const { qrCode } = await staff().createAppointment(caller(), {
      departmentId: office.departmentId,
      dateTime: `${Temporal.Now.plainDateISO(timeZone)}T23:50:00`,
      name,
    });
    const { page, complaints } = await openPage(await openChromium(), {
      width: 1080,
      height: 1920,
    });
    pages.push(page);
    await page.clock.install();
    await page.goto(`${url}/kiosk/${token}`);
    await page.locator(".choice").waitFor();
    // A scanner types wherever the focus is.
    await page.locator(".choice").focus();
    await page.keyboard.type(qrCode);
    await page.keyboard.press("Enter");
    await page.locator(".answer .number").waitFor();
    await seen(page, /Your appointment: 23:50[^]*You are early/);
    const { number } = (await staff().getQueue(caller(), {})).waiting.at(-1)!;
    expect(await page.locator(".answer .number").innerText()).toBe(String(number));
    expect(await page.locator(".answer svg").count()).toBe(1);
    const html = await page.content();
    expect(html).not.toContain("Xanthippe");
    expect(html).not.toContain(qrCode);

    await page.clock.runFor(26_000);
    await page.locator(".choice").waitFor();
    expect(await page.content()).not.toContain(`>${number}<`);
    expect(await page.locator("input").inputValue()).toBe("");
    expect(await page.evaluate("history.length")).toBeLessThanOrEqual(2);
    expect(await page.evaluate("localStorage.length + sessionStorage.length")).toBe(1);

    // A code that somebody only began to type, and a wrong one.
    await page.keyboard.type("half");
    await page.clock.runFor(21_000);
    expect(await page.locator("input").inputValue()).toBe("");
    await page.keyboard.type("wrong");
    await page.keyboard.press("Enter");
    await seen(page, "We do not know this code");
    // The next person's code takes the place of the answer.
    await page.keyboard.type(qrCode);
    await page.keyboard.press("Enter");
    await seen(page, "Your number");
    await page.getByRole("button", { name: "Done" }).click();

    // The service gives the number, and its answer is lost.
    const lost = Promise.withResolvers<void>();
    await page.route("**/screens/kiosk/tickets", async (route) => {
      await route.fetch();
      await route.abort();
      lost.resolve();
    }, { times: 1 });
    await page.locator(".choice").click();
    await lost.promise;
    await expect.poll(async () => {
      await page.clock.runFor(500);
      return await page.locator(".answer .number").count();
    }).toBe(1);
    await seen(page, String(number + 1));
    expect((await staff().getQueue(caller(), {})).waiting.at(-1)!.number).toBe(number + 1);
    expect(complaints).toEqual([expect.stringContaining("ERR_FAILED")]);
  });

  test("a person checks in at a kiosk with a short number, or with a name and a time", async () => {
    const { token } = await newScreen({ kind: "KIOSK", name: "Hall", takesNames: true });
    const dateTime = `${Temporal.Now.plainDateISO(timeZone)}T23:40:00`;
    const { id } = await staff().createAppointment(caller(), {
      departmentId: office.departmentId,
      dateTime,
      name,
    });
    const { number } = await staff().giveShortNumber(caller(), { id });
    const page = await open(`/kiosk/${token}`, { width: 1080, height: 1080 });
    const code = page.getByRole("textbox", { name: "Code or number" });
    const checkIn = page.getByRole("button", { name: "Check in" });
    await code.fill("100 000");
    await checkIn.first().click();
    await seen(page, "We do not know this number today");
    await page.keyboard.type(number!);
    await page.keyboard.press("Enter");
    await seen(page, /Your number\s+\d+[^]*Your appointment: 23:40/);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("textbox", { name: "Your name" }).click();
    await page.keyboard.type("unverwechselbar");
    // Without the time nothing is sent and nothing is lost.
    await page.keyboard.press("Enter");
    await page.keyboard.type("٢٣٤٠");
    await page.keyboard.press("Enter");
    await seen(page, /Your number\s+\d+[^]*Your appointment: 23:40/);
    expect(await page.content()).not.toMatch(/unverwechselbar/i);
    expect(await accessibilityErrors(page)).toEqual([]);
  });

  test("a kiosk speaks the language that its visitor chose, and that of the office after a pause", async () => {
    const { token } = await newScreen({ kind: "KIOSK", name: "Entrance", givesTickets: true });
    const { page } = await openPage(await openChromium(), { width: 1080, height: 1920 });
    pages.push(page);
    await page.clock.install();
    await page.goto(`${url}/kiosk/${token}?lang=uk-UA`);
    await seen(page, "Я маю запис");
    expect(await page.locator(".language").allInnerTexts())
      .toEqual(["Українська", "Deutsch", "English", "Türkçe", "العربية"]);
    await page.getByRole("button", { name: "العربية" }).click();
    await seen(page, "لدي موعد");
    expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
    await page.locator(".choice").click();
    await seen(page, /رقمك\s+\d+/);
    await page.getByRole("button", { name: "Türkçe" }).click();
    await seen(page, /Numaranız\s+\d+/);
    await page.getByRole("button", { name: "Tamam" }).click();
    await seen(page, "Randevum var");
    await page.clock.runFor(31_000);
    await seen(page, "Я маю запис");
    expect(await page.locator("html").getAttribute("dir")).toBe("ltr");
  });

  test("a kiosk keeps its page while a person types, and loads the newer one afterwards", async () => {
    const { token } = await newScreen({ kind: "KIOSK", name: "Entrance", givesTickets: true });
    const { page } = await openPage(await openChromium(), { width: 1080, height: 1080 });
    pages.push(page);
    const loads: string[] = [];
    const asked = Promise.withResolvers<void>();
    const typed = Promise.withResolvers<void>();
    await page.route("**/kiosk/*", async (route) => {
      loads.push(route.request().resourceType());
      const response = await route.fetch();
      if (loads.length === 1) return await route.fulfill({ response });
      asked.resolve();
      await typed.promise;
      const body = (await response.text()).replace(/src="([^"]+)"/, 'src="$1?newer"');
      await route.fulfill({ response, body });
    });
    let date = "2026-03-02";
    await page.route("**/screens/kiosk", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...await response.json(), date } });
    });
    await page.clock.install();
    await page.goto(`${url}/kiosk/${token}`);
    await page.locator(".choice").waitFor();
    // A new day of the device is none of the office. The second answer comes after what the first one caused.
    for (let answers = 0; answers < 2; answers++) {
      const answered = page.waitForResponse("**/screens/kiosk");
      await page.clock.fastForward("24:00:00");
      await answered;
    }
    expect(loads).toEqual(["document"]);
    date = "2026-03-03";
    await page.clock.fastForward(20_000);
    await asked.promise;
    // The page reads its newer version now, and a person begins to type.
    await page.keyboard.type("half");
    const read = page.waitForResponse("**/kiosk/*");
    typed.resolve();
    await (await read).finished();
    // The clock also goes on by itself, and after 20 s without a key the text would be cleared.
    await page.clock.runFor(10_000);
    expect(loads).toEqual(["document", "fetch"]);
    expect(await page.locator("input").inputValue()).toBe("half");
    await expect.poll(async () => {
      await page.clock.runFor(5000);
      return loads;
    }).toEqual(["document", "fetch", "fetch", "document"]);
  });

  test.each(["light", "dark"] as const)("every page passes axe, %s", async (theme) => {
    const display = await newScreen({ kind: "DISPLAY", name: "Hall" });
    const kiosk = await newScreen({ kind: "KIOSK", name: "Entrance", givesTickets: true });
    const { ticket, id } = await walkIn();
    const paths = [`/ticket/${ticket}`, `/display/${display.token}`, `/kiosk/${kiosk.token}`];
    for (const path of paths) {
      const page = await open(path, { width: 1080, height: 1080, theme });
      // Attached: a list of calls without a call has no height.
      await page.locator(".number, .calls, .choice").first().waitFor({ state: "attached" });
      expect([path, await accessibilityErrors(page)]).toEqual([path, []]);
    }
    await staff().callVisit(caller(), { id, desk: theme });
    const called = await open(`/ticket/${ticket}`, { width: 390, height: 844, theme });
    await seen(called, "Please go to");
    expect(await accessibilityErrors(called)).toEqual([]);
  });
});

/** Returns the texts of calls that reach beyond their row. */
async function cutTexts(page: Page): Promise<string[]> {
  return await page.locator(".call .number, .call .to, .call .to b, .call .department")
    .evaluateAll((texts) =>
      texts.filter((text) => {
        const [own, row] = [text, text.closest(".call")!].map((one) => one.getBoundingClientRect());
        const isInside = own!.left >= row!.left && own!.right <= row!.right &&
          own!.top >= row!.top &&
          own!.bottom <= row!.bottom;
        return !isInside || text.scrollWidth > text.clientWidth + 1;
      }).map((text) => text.textContent)
    );
}
