import type { Page } from "playwright-core";
import { openChromium, openPage } from "../../../dashboard/chromium.ts";
import { changePause, dialog, openSignedIn, press } from "../../../dashboard/keyboard.ts";
import type { Clerk } from "../../../support/clerk.ts";
import { type Day, pageTimeoutMs } from "../../../support/office_day/day.ts";
import { observeLongTasks } from "../../../support/office_day/page_figures.ts";
import { deskProbe } from "../../../support/office_day/probes.ts";
import { type CounterActions, serveCall } from "../../../support/office_day/serve_call.ts";

/** A counter in a browser. */
export interface DeskPage {
  page: Page;
  complaints: string[];
  /** The index of the counter in the plan. */
  index: number;
  longTasks: readonly number[];
  /** Milliseconds from a key to the changed counter. */
  actionsMs: readonly number[];
  /** Signs in again. A session ends 12 hours after its start, and 30 minutes after the last activity. */
  signIn(): Promise<void>;
  /** Reads what became of a visit that is not at the counter any more. */
  reader: Clerk;
}

interface CounterState {
  /** The number at the counter; 0 if nobody is there. */
  number: number;
  /** The text of the first button. */
  main: string;
  calls: number;
  /** Whether somebody waits for a free counter. */
  hasNext: boolean;
}

/** How long a change may take to be seen before the clerk presses the key again. */
const patienceMs = 20_000;
const maxAttempts = 10;
const idleSeconds = 15;

/** Opens the page of the queue for a counter, at one of the processes. */
export async function openDesk(
  day: Day,
  { index, process }: { index: number; process: number },
): Promise<DeskPage> {
  const { office } = day;
  const { page, complaints } = await openPage(await openChromium(), { width: 1440, height: 900 });
  page.setDefaultTimeout(pageTimeoutMs);
  const longTasks = await observeLongTasks(page);
  const actionsMs: number[] = [];
  await page.exposeFunction("noteAction", (ms: number) => void actionsMs.push(ms));
  await page.addInitScript(deskProbe);
  await office.clock.attach(page);
  const { url } = office.api.services[process]!;
  const owner = await office.newStaff();
  const bar = page.getByRole("region", { name: "My counter" });
  const signIn = async () => {
    await openSignedIn(page, { url, owner });
    await page.goto(`${url}/queue`);
    await bar.waitFor();
  };
  await signIn();
  const { desk, worker, departments } = office.plan.counters[index]!;
  await bar.getByRole("button", { name: /counter$/ }).click();
  const form = dialog(page, "My counter");
  await form.getByLabel("Counter", { exact: true }).fill(desk);
  for (const department of departments) {
    const { name } = office.plan.departments[department]!;
    await form.locator("label").filter({ hasText: name }).click();
  }
  await form.getByRole("button", { name: /Staff member/ }).click();
  await page.getByRole("option", { name: worker, exact: true }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await bar.getByText(`Counter ${desk}`).waitFor();
  const reader = await day.newClerk(process);
  return { page, complaints, index, longTasks, actionsMs, signIn, reader };
}

/** Works at the counter with the keyboard until the day is over. */
export async function workAtDesk(day: Day, desk: DeskPage): Promise<void> {
  const { clock, plan } = day.office;
  const { index } = desk;
  let since = 0;
  while (!day.isOver()) {
    const { number, hasNext } = await stateOf(desk);
    if (number !== 0) {
      const actions = actionsOf(day, desk, number);
      await serveCall(day, { number, desk: plan.counters[index]!.desk, since, actions });
      continue;
    }
    since = day.announcements.all.length;
    if (hasNext) await pressUntil(desk, "q", (state) => state.number !== 0);
    else await clock.pause(idleSeconds);
  }
}

function actionsOf({ office }: Day, desk: DeskPage, number: number): CounterActions {
  const { page, reader } = desk;
  const isGone = (state: CounterState) => state.number !== number;
  const isStill = async () => !isGone(await stateOf(desk));
  /** Acts in the drawer of the visit, with the keyboard, again if nothing changes. */
  const inPanel = async (act: (panel: ReturnType<typeof dialog>) => Promise<unknown>) => {
    const panel = dialog(page, `Number ${number}`);
    for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
      await changePause(page);
      if (!await isStill()) break;
      if (await panel.count() === 0) await page.locator(".counter-visit").press("Enter");
      await panel.waitFor();
      await act(panel);
      if (await until(desk, isGone)) break;
    }
    if (await panel.count() > 0) await press(page, "Escape");
    if (await isStill()) throw new Error(`Number ${number} stays at the counter`);
  };
  /** Returns whether the visit ended so. The reception may have noted that the person left. */
  const endedAs = async (outcome: string) => {
    const queue = await reader<{ ended: { number: number; outcome: string }[] }>("queue", {});
    return queue!.ended.find((visit) => visit.number === number)?.outcome === outcome;
  };
  return {
    async callAgain() {
      const { calls } = await stateOf(desk);
      await pressUntil(desk, "a", (state) => isGone(state) || state.calls > calls);
      return await isStill();
    },
    async start() {
      await pressUntil(desk, "s", (state) => isGone(state) || state.main.startsWith("Finish"));
      return await isStill();
    },
    async finish() {
      await pressUntil(desk, "f", isGone);
      return await endedAs("SERVED");
    },
    async miss() {
      await pressUntil(desk, "m", isGone);
      return await endedAs("NO_SHOW");
    },
    async leave() {
      await inPanel((panel) =>
        panel.getByRole("button", { name: "Left without service" }).press("Enter")
      );
      return await endedAs("LEFT");
    },
    async returnToQueue() {
      await inPanel((panel) =>
        panel.getByRole("button", { name: "Return to queue" }).press("Enter")
      );
      return true;
    },
    async transfer(department) {
      const { name } = office.plan.departments[department]!;
      await inPanel(async (panel) => {
        await panel.getByRole("button", { name: /^Department|Choose/ }).press("Enter");
        await page.getByRole("option", { name }).press("Enter");
        await panel.getByRole("button", { name: "Transfer" }).press("Enter");
      });
      return true;
    },
  };
}

/** Presses a key, again if nothing changes: while a process is away, the page says that it failed. */
async function pressUntil(
  desk: DeskPage,
  key: string,
  isDone: (state: CounterState) => boolean,
): Promise<void> {
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    const { page } = desk;
    await changePause(page);
    const state = await stateOf(desk);
    if (isDone(state)) return;
    // Nobody waits any more: another counter was faster.
    if (key === "q" && !state.hasNext) return;
    await press(page, key);
    if (await until(desk, isDone)) return;
  }
  throw new Error(`The key ${key} changes nothing: ${JSON.stringify(await stateOf(desk))}`);
}

async function until(desk: DeskPage, isDone: (state: CounterState) => boolean): Promise<boolean> {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline;) {
    if (isDone(await stateOf(desk))) return true;
    await desk.page.evaluate("new Promise((resolve) => setTimeout(resolve, 50))");
  }
  return false;
}

/** Returns what the counter shows, after signing in again if the session has ended. */
async function stateOf({ page, signIn }: DeskPage): Promise<CounterState> {
  if (await page.getByLabel("Password", { exact: true }).count() > 0) await signIn();
  return await page.evaluate<CounterState>(`(() => {
    const bar = document.querySelector(".counter-bar");
    const text = (selector) => bar?.querySelector(selector)?.textContent ?? "";
    const main = text(".counter-main");
    return {
      number: Number(text(".counter-number")),
      main,
      calls: Number(/(\\d+) calls?/.exec(text(".counter-text .muted"))?.[1] ?? 0),
      hasNext: main.startsWith("Call next") && !bar.querySelector(".counter-main").disabled,
    };
  })()`);
}
