import { expect, test } from "vitest";
import { serve, type TestServerOptions } from "./support.ts";

const hour = 3600;

async function readStatus(
  options: TestServerOptions,
  headers: Record<string, string> = { Accept: "application/json" },
) {
  await using server = await serve(options);
  const response = await fetch(`${server.url}/status`, { headers });
  return { response, text: await response.text() };
}

test("/status has the version, the uptime, the migrations and the oldest waiting delivery", async () => {
  const databaseFacts = async () => ({
    appliedMigrations: 49,
    pendingMigrations: 2,
    oldestWaitingSeconds: 90.5,
    lastBackupAt: new Date(Date.now() - 5.5 * hour * 1000).toISOString(),
  });
  const { response, text } = await readStatus({ databaseFacts });
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "application/json",
  ]);
  expect(JSON.parse(text)).toEqual({
    version: "1.2.3",
    uptimeSeconds: expect.any(Number),
    isReady: true,
    reason: null,
    database: {
      appliedMigrations: 49,
      pendingMigrations: 2,
      oldestWaitingSeconds: 90.5,
      lastBackupAt: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  });
  const page = await readStatus({ databaseFacts }, { Accept: "text/html,*/*" });
  expect(page.response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  for (
    const shown of [
      "1.2.3",
      "Ready",
      "49 applied, 2 pending",
      "1 minute, 30 seconds",
      "5 hours ago",
    ]
  ) {
    expect(page.text).toContain(`>${shown}<`);
  }
});

test.each<[string, TestServerOptions, string, boolean]>([
  ["while the service starts", { isOpen: false }, "starting", false],
  [
    "while the database is away",
    {
      isReady: () => Promise.reject(new Error("geheim")),
      databaseFacts: () => Promise.reject(new Error("geheim")),
    },
    "database",
    false,
  ],
  [
    "while the database hangs",
    {
      isReady: () => new Promise(() => {}),
      databaseFacts: () => new Promise(() => {}),
    },
    "database",
    false,
  ],
  ["while the database accepts no writes", { acceptsWrites: () => false }, "writes", true],
  ["while all places are taken", { maxInFlight: 0, acceptsWrites: () => false }, "writes", true],
])("/status answers %s, and says why in general words", async (_, options, reason, hasFacts) => {
  const { response, text } = await readStatus(options);
  expect(response.status).toBe(200);
  const status = JSON.parse(text);
  expect(status).toMatchObject({ isReady: false, reason });
  expect(status.database !== null).toBe(hasFacts);
  expect(text).not.toContain("geheim");
});

test.each([
  ["en-GB,de;q=0.5", "en", "Not ready"],
  ["de-AT,en;q=0.5", "de", "Nicht bereit"],
  ["fr,de;q=0.5", "de", "Nicht bereit"],
  ["fr", "en", "Not ready"],
])("a browser that accepts %s gets the page in %s", async (accepted, language, shown) => {
  const headers = { Accept: "text/html", "Accept-Language": accepted };
  const { response, text } = await readStatus({ isOpen: false }, headers);
  expect(response.headers.get("content-language")).toBe(language);
  expect(text).toContain(`<html lang="${language}">`);
  expect(text).toContain(`>${shown}<`);
});

test("reloading /status asks the database once, also if it hangs", async () => {
  let reads = 0;
  const databaseFacts = () => {
    reads += 1;
    return new Promise<never>(() => {});
  };
  await using server = await serve({ databaseFacts });
  const load = async () => (await fetch(`${server.url}/status`)).status;
  expect(await Promise.all([load(), load(), load()])).toEqual([200, 200, 200]);
  expect(await load()).toBe(200);
  expect(reads).toBe(1);
});

test("/status has the security headers of a page, and runs and loads nothing of others", async () => {
  const options = { publicUrl: "https://book.example" };
  const { response } = await readStatus(options, { Accept: "text/html" });
  const { "x-request-id": _, "content-security-policy": policy, ...headers } = Object.fromEntries(
    response.headers,
  );
  expect(headers).toMatchObject({
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "strict-transport-security": "max-age=31536000",
    "x-robots-tag": "noindex",
    vary: "accept, accept-language",
  });
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]+='; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'$/,
  );
});

test.each([
  [0, "0 seconds"],
  [59, "59 seconds"],
  [26 * hour, "1 day, 2 hours"],
  [null, "None is waiting"],
])("a delivery that has waited for %s s is shown as %s", async (oldestWaitingSeconds, shown) => {
  const databaseFacts = async () => ({
    appliedMigrations: 1,
    pendingMigrations: 0,
    oldestWaitingSeconds,
    lastBackupAt: null,
  });
  const { text } = await readStatus({ databaseFacts }, {});
  expect(text).toContain(`<dd>${shown}</dd>`);
  expect(text).toContain("<dd>None by this service</dd>");
});
