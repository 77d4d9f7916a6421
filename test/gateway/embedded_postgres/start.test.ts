import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startEmbeddedPostgres } from "../../../gateway/embedded_postgres/mod.ts";
import { postgresProcesses } from "../../../gateway/embedded_postgres/postmaster.ts";
import {
  folderUsedBefore,
  isRoot,
  postmasterPid,
  query,
  silent,
  spawnService,
  start,
  temporaryFolder,
  until,
} from "./support.ts";

const usedFolder = folderUsedBefore();

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

test("stop() leaves no process, lock or open port, and may be called again", async () => {
  const dataDir = await usedFolder();
  const { connectionString, stop } = await start(dataDir);
  expect(postgresProcesses(join(dataDir, "postgres"))).toContain(postmasterPid(dataDir));

  await Promise.all([stop(), stop()]);
  await stop();

  expect(postgresProcesses(join(dataDir, "postgres"))).toEqual([]);
  expect(existsSync(join(dataDir, "service.lock"))).toBe(false);
  await expect(query(connectionString, "SELECT 1")).rejects.toThrow("ECONNREFUSED");
});

test("a server of the service keeps fsync on, speaks UTC and asks for the password", async () => {
  const dataDir = await usedFolder();
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent });
  try {
    const url = new URL(postgres.connectionString);
    expect(await query(url.href, "SHOW fsync")).toEqual(["on"]);
    expect(await query(url.href, "SHOW timezone")).toEqual(["UTC"]);
    expect(await query(url.href, "SHOW server_encoding")).toEqual(["UTF8"]);
    expect(url.hostname).toBe("127.0.0.1");
    expect(url.port).not.toBe("5432");
    expect(url.pathname).toBe("/appointments");

    for (const address of [url, new URL(postgres.localConnectionString)]) {
      address.password = "wrong";
      const refused = query(address.href, "SELECT 1");
      await expect(refused).rejects.toThrow("password authentication failed");
    }
  } finally {
    await postgres.stop();
  }
});

test("other users can enter nothing and see no password; a second start keeps it and all rows", async () => {
  const dataDir = join(temporaryFolder(), "data");
  const { connectionString, stop } = await start(dataDir);
  const { password } = new URL(connectionString);
  expect(password).toMatch(/^[\w-]{32}$/);

  expect(modeOf(dataDir)).toBe("700");
  expect(modeOf(join(dataDir, "postgres"))).toBe("700");
  for (const file of ["postgres.json", "postgres.log", "service.lock"]) {
    expect(`${file} ${modeOf(join(dataDir, file))}`).toBe(`${file} 600`);
  }
  const pid = postmasterPid(dataDir);
  expect(statSync(join(dataDir, "postgres")).uid).toBe(isRoot ? 65534 : process.getuid?.());
  const record: unknown = JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8"));
  expect(record).toEqual({ password, pid, port: Number(new URL(connectionString).port) });
  expect(readFileSync(join(dataDir, "postgres.log"), "utf8")).not.toContain(password);
  expect(readFileSync(`/proc/${pid}/cmdline`, "utf8")).not.toContain(password);
  expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toContain(password);

  await query(connectionString, "CREATE TABLE kept AS SELECT 42 AS value");
  await stop();
  const second = await start(dataDir);
  expect(await query(second.connectionString, "SELECT value FROM kept")).toEqual([42]);
  expect(new URL(second.connectionString).password).toBe(password);
});

test("a killed first start is repeated by the next one", async () => {
  const dataDir = temporaryFolder();
  // It kills itself, since it alone is certain not to have gone on meanwhile.
  const child = spawnService(dataDir, { dies: "half way" });
  await once(child, "exit");
  expect(child.signalCode).toBe("SIGKILL");
  expect(existsSync(join(dataDir, "postgres"))).toBe(false);

  const { connectionString } = await start(dataDir);
  expect(await query(connectionString, "SELECT 1")).toEqual([1]);
  expect(readdirSync(dataDir).filter((name) => name.includes("building"))).toEqual([]);
});

test("a cancelled start leaves no process and no lock", async () => {
  const dataDir = temporaryFolder();
  const caller = new AbortController();
  const settings = { fsync: "off" };
  const started = startEmbeddedPostgres({ dataDir, log: silent, settings, signal: caller.signal });
  const outcome = started.catch((error: unknown) => error);
  await until("initdb runs", () => readdirSync(dataDir).some((name) => name.includes("building")));
  const reason = new Error("called off");
  caller.abort(reason);
  expect(await outcome).toBe(reason);
  // On a busy machine, initdb may have ended before the start was called off.
  expect(readdirSync(dataDir).filter((name) => name !== "postgres")).toEqual(["postgres.json"]);

  const { connectionString } = await start(dataDir);
  expect(await query(connectionString, "SELECT 1")).toEqual([1]);
});

test("a lost password is reported with what to do, and the data stays", async () => {
  const dataDir = await usedFolder();
  const record = readFileSync(join(dataDir, "postgres.json"));
  rmSync(join(dataDir, "postgres.json"));
  await expect(start(dataDir)).rejects.toThrow(/^Cannot open the database in .*Restore that file/);

  writeFileSync(join(dataDir, "postgres.json"), record);
  const { connectionString } = await start(dataDir);
  expect(await query(connectionString, "SELECT 1")).toEqual([1]);
});

test("a setting that Postgres refuses is reported at once with Postgres' message", async () => {
  const dataDir = await usedFolder();
  const settings = { fsync: "off", shared_buffers: "much" };
  const refused = startEmbeddedPostgres({ dataDir, log: silent, settings });
  await expect(refused).rejects.toThrow(/^Cannot start Postgres: .*shared_buffers/s);
  expect(existsSync(join(dataDir, "service.lock"))).toBe(false);
});
