import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connectRaw } from "../http/support.ts";
import { admin, run, startService } from "./spawned.ts";

// Whole processes: a busy machine starts one in seconds.
vi.setConfig({ testTimeout: 120_000 });

let root: string;
beforeAll(() => void (root = mkdtempSync(join(tmpdir(), "service-"))));
afterAll(() => rmSync(root, { recursive: true, force: true }));

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

test("a first start says where everything is, and its curl line books as printed", async () => {
  const dataDir = join(root, "first");
  await using service = await startService({ DATA_DIR: dataDir });
  for (const path of ["/healthz", "/readyz", "/openapi.json"]) {
    expect((await fetch(service.url + path)).status).toBe(200);
  }
  for (
    const said of ["/api/v1", "/openapi.json", "/readyz", dataDir, "mk_live_", "@demo.example"]
  ) {
    expect(service.out()).toContain(said);
  }
  const line = /^curl .*$/m.exec(service.out())![0];
  const answer = JSON.parse(execFileSync("sh", ["-c", line], { encoding: "utf8" }));
  expect(answer).toMatchObject({ status: "SCHEDULED", departmentName: "Citizens' Office" });
});

// The tests after it go on with what this one made.
let apiKey: string;
test("SIGTERM ends the service and its Postgres; the next start keeps the data and shows no key", async () => {
  const dataDir = join(root, "again");
  const first = await startService({ DATA_DIR: dataDir });
  const postgres = postgresOf(dataDir);
  apiKey = /mk_live_\w+/.exec(first.out())![0];
  expect(await first.stop("SIGTERM")).toBe(0);
  expect(isAlive(postgres)).toBe(false);

  await using second = await startService({ DATA_DIR: dataDir });
  expect(second.out()).not.toContain("mk_live_");
  expect(second.out()).toContain("npm run admin -- api-key create");
  const response = await fetch(`${second.url}/api/v1/appointments`, {
    headers: { "X-API-Key": apiKey },
  });
  expect(await response.json()).toMatchObject({ totalElements: expect.any(Number) });
  expect(response.status).toBe(200);
});

test("SIGINT ends it as well, also when npm passes Ctrl-C on and it comes twice", async () => {
  const service = await startService({ DATA_DIR: join(root, "again") });
  service.child.kill("SIGINT");
  expect(await service.stop("SIGINT")).toBe(0);
});

test("a second signal ends it at once with 1, and its Postgres too", async () => {
  const dataDir = join(root, "again");
  const service = await startService({ DATA_DIR: dataDir });
  const postgres = postgresOf(dataDir);
  // A body that never comes keeps a request under way.
  const raw = await connectRaw(service.url);
  raw.socket.write(
    `POST /api/v1/appointments HTTP/1.1\r\nHost: h\r\nX-API-Key: ${apiKey}\r\n` +
      "Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{",
  );
  await fetch(`${service.url}/healthz`);
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

test("a second service on the same data folder is refused in one line while the first goes on", async () => {
  const dataDir = join(root, "again");
  await using service = await startService({ DATA_DIR: dataDir });
  const second = run("main.ts", { environment: { DATA_DIR: dataDir, PORT: "0" } });
  expect(await second.ended).toBe(1);
  expect(second.err()).toMatch(/^Cannot start: the service already runs on .*\n$/);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
});

test("a first start whose port is taken makes no demo data, so that its key is not lost", async () => {
  const dataDir = join(root, "taken");
  await using other = await startService({ DATA_DIR: join(root, "again") });
  const refused = run("main.ts", {
    environment: { DATA_DIR: dataDir, PORT: new URL(other.url).port },
  });
  expect(await refused.ended).toBe(1);
  expect(refused.err()).toMatch(/^Cannot listen on .*: something listens there already.*\n$/);
  await using service = await startService({ DATA_DIR: dataDir });
  expect(service.out()).toContain("mk_live_");
});

test("a command works with no service running, and leaves none behind", async () => {
  const dataDir = join(root, "command");
  const made = await admin(
    ["organization", "create", "--name", "Acme", "--owner-email", "a@acme.example"],
    { DATA_DIR: dataDir },
  );
  expect(made).toMatchObject({ code: 0, json: { organizationId: 1 } });
  expect(() => postgresOf(dataDir)).toThrow("ENOENT");
});
