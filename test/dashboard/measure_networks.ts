// Measures the first visit, the second visit and the dialog of a new appointment on slow networks and computers, with 5
// and with 40 departments, against a service with demo data:
//   DASHBOARD_URL=… EMAIL=… PASSWORD=… [ROUNDS=5] node test/dashboard/measure_networks.ts
import type { BrowserContext, Page } from "playwright-core";
import { openChromium, openPage } from "./chromium.ts";
import { signIn } from "./keyboard.ts";

const url = process.env["DASHBOARD_URL"] ?? "http://127.0.0.1:3000";
const owner = {
  email: process.env["EMAIL"] ?? "owner@demo.example",
  password: process.env["PASSWORD"] ?? "",
};
const rounds = Number(process.env["ROUNDS"] ?? 5);
const tomorrow = Temporal.Now.plainDateISO("Europe/Berlin").add({ days: 1 });
const dayUrl = `${url}/?date=${tomorrow}`;
const say = (line: string) => void process.stdout.write(`${line}\n`);

interface Connection {
  name: string;
  roundTripMs: number;
  /** In both directions. */
  mbitPerSecond: number;
  /** How many times slower the processor is. */
  slowdown: number;
}

const connections: (Connection | null)[] = [
  null,
  { name: "40 ms, 10 Mbit/s", roundTripMs: 40, mbitPerSecond: 10, slowdown: 1 },
  { name: "150 ms, 1.6 Mbit/s, processor / 4", roundTripMs: 150, mbitPerSecond: 1.6, slowdown: 4 },
];

/** Opens a page behind a slow connection. */
async function openBehind(context: BrowserContext, slow: Connection | null): Promise<Page> {
  const page = await context.newPage();
  if (!slow) return page;
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  const bytesPerSecond = slow.mbitPerSecond * 1e6 / 8;
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: slow.roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: slow.slowdown });
  return page;
}

async function took(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

/** Opens the day of tomorrow and waits for its first appointment. */
async function visit(page: Page): Promise<void> {
  await page.goto(dayUrl, { waitUntil: "commit" });
  await page.getByRole("grid").getByRole("row").first().waitFor();
}

/** Opens the dialog of a new appointment and waits for a free time. */
async function openNew(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^New/ }).first().click();
  await page.locator(".slot-choice").first().waitFor();
}

interface Times {
  firstVisit: number[];
  newAtOnce: number[];
  secondVisit: number[];
  newLater: number[];
}

async function measure(signedIn: BrowserContext, slow: Connection | null): Promise<Times> {
  const times: Times = { firstVisit: [], newAtOnce: [], secondVisit: [], newLater: [] };
  for (let round = 0; round < rounds; round += 1) {
    // A new context has no cached file.
    const { page: unused } = await openPage(signedIn.browser()!);
    const context = unused.context();
    await context.addCookies(await signedIn.cookies());
    const first = await openBehind(context, slow);
    times.firstVisit.push(await took(() => visit(first)));
    times.newAtOnce.push(await took(() => openNew(first)));
    // The other parts of the dashboard are downloaded meanwhile.
    await first.waitForLoadState("load");
    await first.waitForTimeout(10_000);
    await first.close();
    const second = await openBehind(context, slow);
    times.secondVisit.push(await took(() => visit(second)));
    await second.waitForTimeout(5000);
    times.newLater.push(await took(() => openNew(second)));
    await context.close();
  }
  return times;
}

function median(numbers: readonly number[]): number {
  return Math.round(numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!);
}

/** Creates departments until there are so many. */
async function fillUp(page: Page, count: number): Promise<void> {
  const list = await call<{ totalElements: number }>(page, "GET", "departments.list", {});
  for (let number = list.totalElements + 1; number <= count; number += 1) {
    await call(page, "POST", "departments.create", { name: `Measured Office ${number}` });
  }
}

async function call<T>(page: Page, method: "GET" | "POST", path: string, input: object) {
  const data = JSON.stringify(input);
  const query = method === "GET" ? `?input=${encodeURIComponent(data)}` : "";
  const response = await page.request.fetch(`${url}/trpc/${path}${query}`, {
    method,
    headers: { "Content-Type": "application/json" },
    ...(method === "POST" && { data }),
  });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return (await response.json() as { result: { data: T } }).result.data;
}

const browser = await openChromium();
const { page } = await openPage(browser);
await signIn(page, { url, owner });
say("| departments | connection | first visit | New at once | second visit | New later |");
for (const count of [5, 40]) {
  await fillUp(page, count);
  for (const slow of connections) {
    const times = await measure(page.context(), slow);
    const cells = [times.firstVisit, times.newAtOnce, times.secondVisit, times.newLater]
      .map((numbers) => `${median(numbers)} ms`);
    say(`| ${[count, slow?.name ?? "unlimited", ...cells].join(" | ")} |`);
  }
}
await browser.close();
