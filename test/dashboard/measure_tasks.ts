// Measures the tasks of a clerk, against a service with demo data, at least two hours before the end of its day:
//   DASHBOARD_URL=… EMAIL=… PASSWORD=… [ROUNDS=20] [TASK=undo] node test/dashboard/measure_tasks.ts
// Prints how many clicks a task needs with the mouse, how many keys without it, and the time from the last of them to the
// words about the outcome. Typed text is left out. The scanner is set up, so a command waits for 80 ms instead of 200 ms.
import { loadavg } from "node:os";
import type { Locator } from "playwright-core";
import { percentile } from "../support/percentile.ts";
import { signedIn } from "./activity.ts";
import { openChromium, openPage } from "./chromium.ts";
import { changePause, dialog, openingPause, scan, signIn } from "./keyboard.ts";

const url = process.env["DASHBOARD_URL"] ?? "http://127.0.0.1:3000";
const owner = {
  email: process.env["EMAIL"] ?? "owner@demo.example",
  password: process.env["PASSWORD"] ?? "",
};
const rounds = Number(process.env["ROUNDS"] ?? 20);
const say = (line: string) => void process.stdout.write(`${line}\n`);

const client = await signedIn(url, owner);
const { organization, user } = await client.session.current.query();
const now = Temporal.Now.zonedDateTimeISO(organization.timeZone).toPlainDateTime();
const dateTime = now.round({ smallestUnit: "hour", roundingMode: "ceil" }).toString().slice(0, 19);
const mark = crypto.randomUUID().slice(0, 8);
const { id: departmentId } = await client.departments.create.mutate({
  name: `Measured ${mark}`,
  slotInterval: 30,
  slotCapacity: 400,
});
const ill = await client.workers.create.mutate({ departmentId, name: `Vera ${mark}` });
await client.workers.create.mutate({ departmentId, name: `Wim ${mark}` });

const browser = await openChromium();
const { page } = await openPage(browser, { width: 1440, height: 1400 });
// Runs in the page. It is text, because Node has no types for it.
await page.addInitScript(`(() => {
  let inputAt = 0;
  const note = ({ timeStamp }) => void (inputAt = timeStamp);
  addEventListener("keydown", note, true);
  addEventListener("pointerup", note, true);
  globalThis.waitForWords = (pattern) => {
    const words = new RegExp(pattern);
    globalThis.measured = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (!words.test(document.body.innerText)) return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - inputAt));
      });
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    });
  };
})()`);
await signIn(page, { url, owner });
// The pages show the measured department only.
await page.evaluate(`localStorage.setItem("departments:${user.id}", "[${departmentId}]")`);

/** How many clicks or keys the present task has needed. */
let acts = 0;
async function click(target: Locator): Promise<void> {
  acts += 1;
  await target.click();
}
async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    acts += 1;
    await page.keyboard.press(key);
  }
}
const button = (name: string | RegExp) => page.getByRole("button", { name }).first();
const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const focused = (target: Locator) => target.and(page.locator(":focus")).waitFor();
const search = page.getByRole("textbox", { name: "Name, phone or code" });
const title = page.getByRole("heading", { level: 1 });
const codes = new Map<string, string>();

/** Loads a page, so that no earlier words are on it. */
async function open(path: string): Promise<void> {
  await page.goto(`${url}${path}`);
  await title.waitFor();
}

/** Lets a person be expected today. Returns the name. */
async function expectPerson(): Promise<string> {
  const name = `Zoe ${crypto.randomUUID().replaceAll(/[^a-f]/g, "")}`;
  const { qrCode } = await client.appointments.create.mutate({ departmentId, dateTime, name });
  codes.set(name, qrCode);
  await open("/");
  await row(name).waitFor();
  await changePause(page);
  return name;
}
async function choosePerson(): Promise<string> {
  const name = await expectPerson();
  await row(name).click();
  await page.getByRole("complementary").getByText(name).waitFor();
  await title.click();
  return name;
}
async function letWait(): Promise<string> {
  await client.visits.arrive.mutate({ departmentId });
  await open("/queue");
  await button("Call next").waitFor();
  await changePause(page);
  return "";
}
async function serve(): Promise<string> {
  await letWait();
  await page.keyboard.press("q");
  await button(/^Start/).waitFor();
  await changePause(page);
  await page.keyboard.press("s");
  await button(/^Finish/).waitFor();
  await changePause(page);
  return "";
}
async function endVisit(): Promise<void> {
  await changePause(page);
  await page.keyboard.press("f");
  await button("Call next").waitFor();
}
async function beginIllness(): Promise<string> {
  await open("/calendar");
  return "";
}

interface Task {
  /** What is not counted. Returns the name of the person. */
  prepare(): Promise<string>;
  /** The steps before the last one. */
  begin?(name: string): Promise<unknown>;
  end(name: string): Promise<unknown>;
  words: string;
  after?(): Promise<unknown>;
}

/** Each task with the mouse, and without it where that is possible. */
const tasks: Record<string, { mouse?: Task; keys?: Task }> = {
  "check in by a scan": {
    keys: {
      prepare: expectPerson,
      begin: async (name) => {
        await scan(page, codes.get(name)!);
        await focused(dialog(page, "Check in").getByRole("button", { name: /^Check in/ }));
        await changePause(page);
      },
      end: () => press("Enter"),
      words: "is waiting, number",
    },
  },
  "check in by a search": {
    mouse: {
      prepare: expectPerson,
      begin: async (name) => {
        await click(search);
        await page.keyboard.type(name);
      },
      end: (name) => click(button(`Check in ${name}`)),
      words: "is waiting, number",
    },
    keys: {
      prepare: expectPerson,
      begin: async (name) => {
        await press("/");
        await focused(search);
        await page.keyboard.type(name);
        await press("ArrowDown");
        await row(name).and(page.locator("[aria-selected=true]")).waitFor();
        await page.waitForTimeout(1000);
      },
      end: () => press("c"),
      words: "is waiting, number",
    },
  },
  "book a walk-in now": {
    mouse: {
      prepare: expectPerson,
      begin: async () => {
        await click(button("New"));
        await page.getByLabel("Name", { exact: true }).fill("Walter Walker");
      },
      end: () => click(button(/^Book /)),
      words: "Walter Walker is booked",
    },
    keys: {
      prepare: expectPerson,
      begin: async () => {
        await press("n");
        await focused(page.getByLabel("Name", { exact: true }));
        await page.keyboard.type("Walter Walker");
        await button(/^Book /).waitFor();
        await openingPause(page);
      },
      end: () => press("Enter"),
      words: "Walter Walker is booked",
    },
  },
  "move to the next free time": {
    mouse: {
      prepare: choosePerson,
      begin: async () => {
        await click(button(/^Move/));
        await click(page.locator(".slot-choice:not([aria-pressed=true])").first());
      },
      end: () => click(button(/^Move to /)),
      words: "is moved to",
    },
  },
  "cancel with a refund": {
    mouse: {
      prepare: choosePerson,
      begin: () => click(button(/^Cancel appointment/)),
      end: () => click(button(/^Cancel and refund/)),
      words: "is cancelled, 1 credit refunded",
    },
    keys: {
      prepare: choosePerson,
      begin: async () => {
        await press("x");
        await dialog(page, "Cancel this appointment?").waitFor();
        await press("Tab");
        await focused(button(/^Cancel and refund/));
      },
      end: () => press("Enter"),
      words: "is cancelled, 1 credit refunded",
    },
  },
  "undo the cancellation": {
    mouse: { prepare: cancelPerson, end: () => click(button("Undo")), words: "is scheduled again" },
    keys: { prepare: cancelPerson, end: () => press("Control+z"), words: "is scheduled again" },
  },
  "call next": {
    mouse: {
      prepare: letWait,
      end: () => click(button("Call next")),
      words: "is called to counter",
      after: endVisit,
    },
    keys: {
      prepare: letWait,
      end: () => press("q"),
      words: "is called to counter",
      after: endVisit,
    },
  },
  "complete a visit": {
    mouse: { prepare: serve, end: () => click(button(/^Finish/)), words: "is finished" },
    keys: { prepare: serve, end: () => press("f"), words: "is finished" },
  },
  "ill today, with one appointment": {
    mouse: {
      prepare: beginIllness,
      begin: () => click(button(`Vera ${mark} is ill`)),
      end: () => click(button(/^Move 1 /)),
      words: "1 appointment is moved",
      after: async () => {
        await button("Undo all").click();
        await page.getByText("is back with").first().waitFor();
      },
    },
  },
};

async function cancelPerson(): Promise<string> {
  const name = await choosePerson();
  await button(/^Cancel appointment/).click();
  await button(/^Cancel and refund/).click();
  await button("Undo").waitFor();
  await changePause(page);
  return name;
}

/** Does a task some times. Returns the acts of one time, and the times until the words. */
async function measure(task: Task, count: number): Promise<{ acts: number; ms: number[] }> {
  const ms: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const name = await task.prepare();
    acts = 0;
    await task.begin?.(name);
    await page.evaluate(`waitForWords(${JSON.stringify(task.words)})`);
    await task.end(name);
    ms.push(await page.evaluate<number>("globalThis.measured"));
    await task.after?.();
  }
  return { acts, ms };
}

await client.appointments.create.mutate({
  departmentId,
  dateTime,
  name: "Ida Ill",
  workerId: ill.id,
});
await open("/queue");
await button("Choose counter").click();
await dialog(page, "My counter").getByLabel("Counter", { exact: true }).fill(mark.slice(0, 4));
await page.keyboard.press("Enter");
say("| task | clicks | keys | p50 | p95 |");
for (const [name, { mouse, keys }] of Object.entries(tasks)) {
  if (!name.includes(process.env["TASK"] ?? "")) continue;
  // The mouse is timed only where the keys are not.
  const clicked = mouse && await measure(mouse, keys ? 1 : rounds);
  const pressed = keys && await measure(keys, rounds);
  const { ms } = (pressed ?? clicked)!;
  const [p50, p95] = [0.5, 0.95].map((share) => `${percentile(ms, share)} ms`);
  say(`| ${[name, clicked?.acts ?? "–", pressed?.acts ?? "–", p50, p95].join(" | ")} |`);
}
say(`load of the machine: ${loadavg().map((load) => load.toFixed(1)).join(", ")}`);
await browser.close();
