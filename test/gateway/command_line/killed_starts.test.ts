import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { expect, test } from "vitest";
import { emptyDatabase } from "../../support/fresh_database.ts";
import { adminHere, run, type Service, type Spawned, startService } from "../process/spawned.ts";
import { folderPerFile } from "../../support/per_file.ts";

// demo.test.ts ends a start at each of its steps. Here some are ended by a real kill.
const root = await folderPerFile("killed-");

const start = (environment: Record<string, string>) =>
  run("main.ts", { environment: { PORT: "0", LOG_LEVEL: "warn", ...environment } });

async function kill({ child, ended }: Spawned): Promise<void> {
  child.kill("SIGKILL");
  expect(await ended).toBe("SIGKILL");
}

/** Waits for a row that the query finds, also while there is no table yet. */
async function until(databaseUrl: string, query: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const isThere = () => client.query(query).then(({ rowCount }) => rowCount !== 0, () => false);
  while (!(await isThere())) await sleep(5);
  await client.end();
}

/** Checks that the demo which a service has shown can be used, and that it is whole. */
async function checkDemo({ url, out }: Service): Promise<void> {
  const [key] = /mk_live_\w+/.exec(out()) ?? [];
  const get = (path: string) => fetch(`${url}/api/v1${path}`, { headers: { "X-API-Key": key! } });
  const page = await get("/appointments");
  expect(await page.json()).toMatchObject({ totalElements: 108 });
  expect(await (await get("/departments")).json()).toHaveLength(3);
  const email = /^Staff e-mail +(\S+)$/m.exec(out())![1]!;
  const password = /^Password +(\S+)$/m.exec(out())![1]!;
  const [, clerk, clerksPassword] = /^Clerk +(\S+), password (\S+)$/m.exec(out())!;
  const signedIn = await signIn(url, { email, password });
  expect(signedIn.status).toBe(200);
  expect((await signIn(url, { email: clerk!, password: clerksPassword! })).status).toBe(200);
  const [cookie] = signedIn.headers.getSetCookie()[0]!.split(";");
  const read = async (path: string) =>
    await (await fetch(`${url}/api/staff${path}`, { headers: { cookie: cookie! } })).json();
  // A killed start has printed the address of its own port.
  for (const screen of ["display", "kiosk"]) {
    const [path] = new RegExp(`/${screen}/\\w+$`, "m").exec(out())!;
    expect((await fetch(`${url}${path}`)).status).toBe(200);
  }
  const webhooks = await read("/webhooks");
  expect(webhooks).toMatchObject([{ isActive: false, healthStatus: "HEALTHY" }]);
  // 80 events; one needed five attempts, one two and one three.
  expect(await read(`/webhooks/${webhooks[0].id}/logs?status=FAILED`))
    .toMatchObject({ totalElements: 8 });
  expect(await read(`/webhooks/${webhooks[0].id}/logs`)).toMatchObject({ totalElements: 87 });
  expect((await read("/api-usage/stats?period=month")).totalCalls).toBeGreaterThan(400);
}

const signIn = (url: string, body: { email: string; password: string }) =>
  fetch(`${url}/api/staff/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

test("a start killed while it makes the demo is followed by one that shows a working demo", async () => {
  const databaseUrl = await emptyDatabase();
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: root };
  const killed = start(environment);
  await until(databaseUrl, "select from departments where name = 'Family Clinic'");
  await kill(killed);
  await using service = await startService(environment);
  // A fast machine may have shown it before the kill.
  if (killed.out().includes("listening on")) return;
  await checkDemo(service);
  const { json } = await adminHere(["organization", "list"], environment);
  expect(json.organizations).toHaveLength(1);
});

test("a start killed as soon as it has printed the key leaves one that works", async () => {
  const environment = { DATA_DIR: join(root, "embedded") };
  const killed = start(environment);
  while (!killed.out().includes("Password")) await once(killed.child.stdout!, "data");
  await kill(killed);
  await using service = await startService(environment);
  const isShownAgain = service.out().includes("mk_live_");
  await checkDemo(isShownAgain ? service : { ...service, out: killed.out });
});

test("of two concurrent starts the second shows the demo if the first is killed", async () => {
  const databaseUrl = await emptyDatabase();
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: root };
  const both = [start(environment), start(environment)];
  await until(databaseUrl, "select from departments");
  const first = both.find(({ out }) => out().includes("Creating demo data"))!;
  const other = both.find((one) => one !== first)!;
  await kill(first);
  while (!other.out().includes("listening on")) await once(other.child.stdout!, "data");
  // The first may have shown it before the kill, and may have ended before it noted that.
  const shown = [other, first].find(({ out }) => out().includes("mk_live_"))!;
  const url = /^listening on (\S+)$/m.exec(other.out())![1]!;
  await checkDemo({ ...other, url, out: shown.out } as Service);
  other.child.kill("SIGTERM");
  expect(await other.ended).toBe(0);
});
