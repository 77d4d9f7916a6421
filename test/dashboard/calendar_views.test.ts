import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeStaff } from "../support/staff_session.ts";
import { block, column, drag, type Office, openOffice } from "./calendar_office.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { inTurns } from "./in_turns.ts";
import { expectSeen, expectShown, openSignedIn, press } from "./keyboard.ts";
import { pictureFailures } from "./picture_failures.ts";
import { expectWithin, longestTaskWhile } from "./smoothness.ts";

const workers = Array.from({ length: 40 }, (_, i) => `Worker ${i + 1}`);
const times = Array.from(
  { length: 20 },
  (_, i) => `${String(8 + Math.floor(i / 2)).padStart(2, "0")}:${i % 2 === 0 ? "00" : "30"}`,
);

describe.skipIf(!hasChromium)("the calendar of a large office", () => {
  let dashboard: Dashboard;
  let office: Office;
  let page: Page;

  beforeAll(async () => {
    dashboard = await startDashboard();
    office = await openOffice(dashboard, { name: "Large Clinic", workers });
    const { tomorrow } = dashboard;
    // The last worker has a free half hour for the moves.
    const all = workers.flatMap((worker) =>
      times.map((time) => ({
        dateTime: `${tomorrow}T${time}`,
        name: `Person ${worker.slice(7)}-${time}`,
        workerId: office.workers[worker],
      }))
    ).filter(({ name }) => !["Person 2-09:00", "Person 40-17:30"].includes(name));
    await inTurns(all, office.book);
    ({ page } = await openPage(dashboard.browser, { width: 1440, height: 900 }));
    await openSignedIn(page, dashboard);
  });
  pictureFailures(() => page);
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  async function open(at: Page): Promise<void> {
    const query = `department=${office.departmentId}&date=${dashboard.tomorrow}`;
    await at.goto(`${dashboard.url}/calendar?${query}`);
    await expectShown(block(at, "Person 1-09:00"));
  }

  test("asks for it in one request, and renders the columns near the view", async () => {
    // The page may ask the same again when its stream of changes opens.
    const asked = new Set<string>();
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      const index = pathname.replace("/trpc/", "").split(",").indexOf("desk.calendar");
      if (index >= 0) asked.add(JSON.stringify(JSON.parse(request.postData()!)[index]));
    });
    await open(page);
    expect(asked.size).toBe(1);
    expect(await page.getByRole("row").count()).toBeLessThan(14);
    expect(await page.getByRole("grid").getAttribute("aria-rowcount")).toBe("40");
    // The cursor goes to a column that is not rendered.
    await block(page, "Person 1-09:00").focus();
    for (let i = 1; i < 40; i += 1) await press(page, "ArrowRight");
    await expectShown(column(page, "Worker 40"));
    await expectShown(page.locator(":focus[data-stop]").and(block(page, "Person 40-09:00")));
  });

  test("the focus follows an arrow key that comes right after a render", async () => {
    await open(page);
    await block(page, "Person 1-09:00").focus();
    await page.evaluate(`(() => {
      const board = document.querySelector(".board");
      new MutationObserver((_, observer) => {
        observer.disconnect();
        const key = new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true });
        document.activeElement.dispatchEvent(key);
      }).observe(board, { childList: true, subtree: true });
      board.scrollLeft = 600;
    })()`);
    await expectShown(page.locator(":focus[data-stop]").and(block(page, "Person 1-09:30")));
  });

  test("stays smooth while it is scrolled, and while an appointment is dragged and moved", async () => {
    await open(page);
    const scroll = `(async () => {
      const board = document.querySelector(".board");
      const frame = () => new Promise(requestAnimationFrame);
      for (let x = 0; x < board.scrollWidth; x += 120) {
        board.scrollLeft = x;
        await frame();
      }
      board.scrollLeft = 0;
      await frame();
    })()`;
    await expectWithin(
      100,
      "longest task while 40 workers are scrolled by",
      () => longestTaskWhile(page, () => page.evaluate(scroll)),
    );
    await expectWithin(
      100,
      "longest task while an appointment is dragged",
      () =>
        longestTaskWhile(page, async () => {
          await drag(page, "Person 1-09:00", { to: "Worker 5", time: "12:00", holds: true });
          await page.mouse.move(1000, 700, { steps: 20 });
          await press(page, "Escape");
          await page.mouse.up();
        }),
    );
    await expectWithin(
      100,
      "longest task while an appointment is moved and moved back",
      () =>
        longestTaskWhile(page, async () => {
          await drag(page, "Person 1-09:00", { to: "Worker 2", time: "09:00" });
          await expectShown(column(page, "Worker 2").getByText("Person 1-09:00"));
          await expectSeen(page, /^Person 1-09:00 is moved to/);
          await press(page, "Control+z");
          await expectShown(column(page, "Worker 1").getByText("Person 1-09:00"));
          await expectSeen(page, "Person 1-09:00 is moved back");
          // A further round must not find the messages of this one.
          const dismiss = page.getByRole("button", { name: "Dismiss" });
          // A message may go by itself meanwhile.
          while (await dismiss.count() > 0) {
            await dismiss.first().click({ timeout: 1000 }).catch(() => {});
          }
        }),
    );
  });

  test("is usable on a phone: the times stay in view, and a long press moves an appointment", async () => {
    const { page: phone } = await openPage(dashboard.browser, { width: 390, height: 844 });
    await openSignedIn(phone, dashboard);
    await open(phone);
    expect(await phone.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await phone.locator(".board").evaluate((board) => {
      (board as unknown as { scrollLeft: number }).scrollLeft = 600;
    });
    await expectShown(column(phone, "Worker 5"));
    const axis = (await phone.locator(".board-axis").boundingBox())!;
    expect(axis.x).toBe(0);
    // It is near the edge of the board. A board that scrolled below the finger would carry it to another worker.
    const from = (await block(phone, "Person 5-08:30").boundingBox())!;
    expect(from.x).toBeLessThan(52 + 48 - 20);
    const touch = await phone.context().newCDPSession(phone);
    const at = (type: string, x: number, y: number) =>
      touch.send("Input.dispatchTouchEvent", {
        type: type as "touchStart",
        touchPoints: type === "touchEnd" ? [] : [{ x, y }],
      });
    const shown = (selector: string) => phone.locator(selector).waitFor({ timeout: 5000 });
    const refusal = phone.getByText("Already booked at this time").first();
    // A touch can be cancelled, by the browser or by a new state of the page. The user then presses again.
    await vi.waitFor(async () => {
      await at("touchStart", from.x + 20, from.y + 8);
      try {
        await shown(".board-ghost");
        await at("touchMove", from.x + 20, from.y + 60);
        await shown(".board-ghost.forbidden");
      } finally {
        await at("touchEnd", 0, 0);
      }
      await refusal.waitFor({ timeout: 5000 });
    }, { timeout: 60_000 });
    expect((await block(phone, "Person 5-08:30").boundingBox())!.x).toBe(from.x);
    await phone.context().close();
  });
});

describe.skipIf(!hasChromium)("the calendar of a new organization", () => {
  test("says what is missing, and leads there", async () => {
    await using dashboard = await startDashboard();
    const { application } = dashboard.api.seeding;
    const { organization } = await application.createOrganization({
      name: "Empty",
      timeZone: "UTC",
      ownerEmail: `owner@${crypto.randomUUID()}.example`,
      ownerPassword: "a long password",
    });
    const owner = await makeStaff(dashboard.api.seeding, organization.id);
    const { page, complaints } = await openPage(dashboard.browser);
    await openSignedIn(page, { url: dashboard.url, owner });
    await page.getByRole("link", { name: "Calendar" }).click();
    await expectSeen(page, "No department yet");
    await expectShown(page.getByRole("link", { name: "Go to departments" }));
    await application.createDepartment(organization.id, { name: "First" });
    await expectShown(column(page, "First"));
    await page.getByRole("radio", { name: "Week" }).click();
    await expectSeen(page, "No staff member yet");
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
