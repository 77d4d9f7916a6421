import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectRaw, sendHalfRequest } from "../http/support.ts";
import { admin, adminHere, run, type Service, startService } from "./spawned.ts";
import { folderPerFile } from "../../support/per_file.ts";

const dataDir = () => join(root, "first");
const root = await folderPerFile("service-");

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function postgresOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
}

// The tests after this one continue with its data folder.
let apiKey: string;
describe("a first start", () => {
  let service: Service;
  beforeAll(async () => void (service = await startService({ DATA_DIR: dataDir() })));
  afterAll(() => service[Symbol.asyncDispose]());

  test("prints all URLs, and its curl command books an appointment", async () => {
    for (const path of ["/healthz", "/readyz", "/openapi.json"]) {
      await expect.poll(async () => (await fetch(service.url + path)).status).toBe(200);
    }
    for (const part of ["/api/v1", "/openapi.json", "/readyz", dataDir(), "@demo.example"]) {
      expect(service.out()).toContain(part);
    }
    const headers = { Accept: "application/json" };
    const status = await (await fetch(`${service.url}/status`, { headers })).json();
    const database = { pendingMigrations: 0, appliedMigrations: expect.any(Number) };
    expect(status).toMatchObject({ version: expect.stringMatching(/^\d+\./), database });
    apiKey = /mk_live_\w+/.exec(service.out())![0];
    const line = /^curl .*$/m.exec(service.out())![0];
    const answer = JSON.parse(execFileSync("sh", ["-c", line], { encoding: "utf8" }));
    expect(answer).toMatchObject({ status: "SCHEDULED", departmentName: "Citizens' Office" });
  });

  test("a command at the same time makes a reporting token that the service accepts", async () => {
    const words = "reporting-token create --organization 1 --name Metabase".split(" ");
    const { code, json } = await adminHere(words, { DATA_DIR: dataDir() });
    expect([code, json.id]).toEqual([0, 1]);
    const answer = await fetch(`${service.url}/graphql?query={__typename}`, {
      headers: { Authorization: `Bearer ${json.token}` },
    });
    expect(answer.status).toBe(200);
  });

  test("its own connections go through the socket of its Postgres", async () => {
    const record = readFileSync(join(dataDir(), "postgres.json"), "utf8");
    const { password, port } = JSON.parse(record) as { password: string; port: number };
    const where = { host: "127.0.0.1", user: "postgres", database: "appointments" };
    const client = new Client({ ...where, password, port });
    await client.connect();
    const { rows } = await client.query(
      "select distinct client_addr from pg_stat_activity where application_name = 'appointment-booking'",
    );
    await client.end();
    expect(rows).toEqual([{ client_addr: null }]);
  });

  test("a second service on the same data folder is refused in one line", async () => {
    const second = run("main.ts", { environment: { DATA_DIR: dataDir(), PORT: "0" } });
    expect(await second.ended).toBe(1);
    expect(second.err()).toMatch(/^Cannot start: the service already runs on .*\n$/);
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(200);
  });

  test("another first start on its port makes no demo data, so that its key is not lost", async () => {
    const environment = { DATA_DIR: join(root, "taken") };
    const refused = run("main.ts", {
      environment: { ...environment, PORT: new URL(service.url).port },
    });
    expect(await refused.ended).toBe(1);
    expect(refused.err()).toMatch(/^Cannot listen on .*: the port is already in use.*\n$/);
    await using other = await startService(environment);
    expect(other.out()).toContain("mk_live_");
  });

  test("SIGINT ends it, also if npm passes Ctrl-C on and it comes twice", async () => {
    service.child.kill("SIGINT");
    expect(await service.stop("SIGINT")).toBe(0);
  });
});

test("the next start keeps the data and shows no key; SIGTERM ends it and its Postgres", async () => {
  const service = await startService({ DATA_DIR: dataDir() });
  const postgres = postgresOf(dataDir());
  expect(service.out()).not.toContain("mk_live_");
  expect(service.out()).toContain("npm run admin -- api-key create");
  const headers = { "X-API-Key": apiKey };
  const response = await fetch(`${service.url}/api/v1/appointments`, { headers });
  expect(await response.json()).toMatchObject({ totalElements: expect.any(Number) });
  expect(await service.stop("SIGTERM")).toBe(0);
  expect(isAlive(postgres)).toBe(false);
});

test("a second signal ends the service and its Postgres at once, with exit code 1", async () => {
  const service = await startService({ DATA_DIR: dataDir() });
  const postgres = postgresOf(dataDir());
  // A body that never comes keeps a request under way.
  const raw = await connectRaw(service.url);
  await sendHalfRequest(raw, { "X-API-Key": apiKey });
  service.child.kill("SIGTERM");
  await expect.poll(() => service.out()).toContain("Stopping");
  // Signals less than half a second apart count as one.
  await expect.poll(() => {
    service.child.kill("SIGTERM");
    return service.child.exitCode;
  }, { timeout: 60_000, interval: 100 }).toBe(1);
  await raw.closed;
  await expect.poll(() => isAlive(postgres), { timeout: 60_000 }).toBe(false);
});

test("a command works without a running service and leaves no process", async () => {
  const commandDir = join(root, "command");
  const made = await admin(
    ["organization", "create", "--name", "Acme", "--owner-email", "a@acme.example"],
    { DATA_DIR: commandDir },
  );
  expect(made).toMatchObject({ code: 0, json: { organizationId: 1 } });
  expect(() => postgresOf(commandDir)).toThrow("ENOENT");
});
