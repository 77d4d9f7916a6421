// Measures ten open tabs of one account with 40 departments more, against a service with demo data:
//   DASHBOARD_URL=… EMAIL=… PASSWORD=… API_KEY=… node test/dashboard/measure_live.ts
// Prints the bytes that an idle tab receives in an hour, the time from the answer to a booking by API until the
// page has it, and the number of refusals.
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";
import { openChromium, openPage } from "./chromium.ts";
import { signIn } from "./keyboard.ts";

const url = process.env["DASHBOARD_URL"] ?? "http://127.0.0.1:3000";
const owner = {
  email: process.env["EMAIL"] ?? "owner@demo.example",
  password: process.env["PASSWORD"] ?? "",
};
const key = process.env["API_KEY"] ?? "";
const idleSeconds = Number(process.env["IDLE_SECONDS"] ?? 60);
const tabCount = 10;
const bookings = 10;
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Counts what a tab receives, with headers, compressed as it comes. */
async function countBytes(context: BrowserContext, page: Page): Promise<() => number> {
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.dataReceived", ({ encodedDataLength }) => void (bytes += encodedDataLength));
  session.on("Network.responseReceived", ({ response }) => {
    bytes += response.encodedDataLength;
  });
  return () => bytes;
}

async function api<T>(path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${url}/api/v1${path}`, {
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return await response.json() as T;
}

const browser = await openChromium();
const { page: first } = await openPage(browser);
const context = first.context();
let refusals = 0;
context.on("response", (response) => {
  if (response.status() === 429) refusals += 1;
});
await signIn(first, { url, owner });
for (let i = 1; i <= 40; i += 1) {
  await first.evaluate(
    `fetch("/trpc/departments.create", { method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "Measured ${i}" }) }).then((one) => one.json())`,
  );
}
const tabs: Page[] = [];
// The first tab has the stream of all tabs.
const counts = [await countBytes(context, first)];
for (let i = 0; i < tabCount; i += 1) {
  const page = await context.newPage();
  counts.push(await countBytes(context, page));
  await page.goto(url);
  await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
  tabs.push(page);
}
// The parts of the dashboard are downloaded by then.
await sleep(10_000);
const before = counts.map((count) => count());
await sleep(idleSeconds * 1000);
const received = counts.map((count, i) => count() - before[i]!);
const perHour = received.map((bytes) => Math.round(bytes * 3600 / idleSeconds));
say(`bytes an hour of each idle tab: ${perHour.join(", ")}`);

const [department] = await api<{ id: number }[]>("/departments");
const today = Temporal.Now.plainDateISO("Europe/Berlin");
const latencies: number[] = [];
const watching = tabs.at(-1)!;
for (let i = 0; i < bookings; i += 1) {
  const name = `Measured ${crypto.randomUUID().slice(0, 8)}`;
  const time = `${String(8 + i % 12).padStart(2, "0")}:${i < 12 ? "00" : "30"}`;
  // The list may be long, and only the rows near the window are in the document.
  const seen = watching.waitForResponse(async (response) =>
    response.url().includes("desk.day") && (await response.text()).includes(name)
  );
  await api("/appointments", {
    departmentId: department!.id,
    dateTime: `${today}T${time}:00`,
    name,
  });
  const start = performance.now();
  await seen;
  latencies.push(performance.now() - start);
  await sleep(1500);
}
latencies.sort((a, b) => a - b);
const at = (share: number) => Math.round(latencies[Math.floor(share * (latencies.length - 1))]!);
say(`on the page after: median ${at(0.5)} ms, 90 % ${at(0.9)} ms, longest ${at(1)} ms`);
say(`refusals (429): ${refusals}`);
await browser.close();
