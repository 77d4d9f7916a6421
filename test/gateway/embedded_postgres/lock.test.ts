import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import {
  connectEmbeddedPostgres,
  DataDirInUseError,
} from "../../../gateway/embedded_postgres/mod.ts";
import { processStart } from "../../../gateway/embedded_postgres/process_identity.ts";
import { takeServiceLock } from "../../../gateway/embedded_postgres/service_lock.ts";
import {
  connectionStringOf,
  folderUsedBefore,
  kill,
  query,
  silent,
  spawnService,
  start,
  temporaryFolder,
} from "./support.ts";

const usedFolder = folderUsedBefore();

const locker = fileURLToPath(new URL("run_lock.ts", import.meta.url));

/** A process that takes the lock when the returned function is called. */
async function spawnLocker(dataDir: string): Promise<() => Promise<string>> {
  const child = spawn(process.execPath, [locker, dataDir], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => kill(child));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return async () => {
    child.stdin.write("go\n");
    return String((await lines.next()).value);
  };
}

async function endedPid(): Promise<number> {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(child, "exit");
  return child.pid!;
}

test("a second start on the same data is refused, and the first continues", async () => {
  const dataDir = await usedFolder();
  const child = spawnService(dataDir);
  const connectionString = await connectionStringOf(child);

  const refusal = await start(dataDir).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DataDirInUseError);
  expect((refusal as Error).message).toBe(
    `Cannot start: the service already runs on ${dataDir} (process ${child.pid}). ` +
      "Stop it first, or set DATA_DIR to another folder",
  );
  expect(await query(connectionString, "SELECT 1")).toEqual([1]);
});

test("a second start in the same process is refused too, until the first stops", async () => {
  const dataDir = await usedFolder();
  const first = await start(dataDir);
  await expect(start(dataDir)).rejects.toBeInstanceOf(DataDirInUseError);
  expect(await query(first.connectionString, "SELECT 1")).toEqual([1]);
  await first.stop();
  const second = await start(dataDir);
  expect(await query(second.connectionString, "SELECT 1")).toEqual([1]);
});

const started = "boot/1";
const staleLocks: [string, () => Promise<string>][] = [
  ["of a process that ended", async () => JSON.stringify({ pid: await endedPid(), started })],
  ["whose process id went to another", async () => JSON.stringify({ pid: process.pid, started })],
  ["that a crash of the machine emptied", async () => ""],
];

test.for(staleLocks)("a lock %s is taken over", async ([, content]) => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, "service.lock"), await content());
  const release = takeServiceLock(dataDir);
  const held = JSON.parse(readFileSync(join(dataDir, "service.lock"), "utf8")) as object;
  expect(held).toMatchObject({ pid: process.pid, started: processStart(process.pid) });
  expect(() => takeServiceLock(dataDir)).toThrow(DataDirInUseError);
  release();
  expect(readdirSync(dataDir)).toEqual([]);
});

test("of many processes that take over one stale lock concurrently, exactly one gets it", async () => {
  const parent = temporaryFolder();
  for (const round of ["a", "b"]) {
    const dataDir = join(parent, round);
    mkdirSync(dataDir);
    const stale = { pid: process.pid, started };
    writeFileSync(join(dataDir, "service.lock"), JSON.stringify(stale));
    const lockers = await Promise.all(Array.from({ length: 4 }, () => spawnLocker(dataDir)));
    const said = await Promise.all(lockers.map((take) => take()));

    const { pid } = JSON.parse(readFileSync(join(dataDir, "service.lock"), "utf8")) as {
      pid: number;
    };
    const refusals = Array.from({ length: 3 }, () => `refused for ${pid}`);
    expect(said.sort()).toEqual([...refusals, "taken"]);
    expect(readdirSync(dataDir)).toEqual(["service.lock"]);
  }
});

test("a refusal names the holder, not a process that tried to take the lock over too late", async () => {
  const dataDir = temporaryFolder();
  const lock = join(dataDir, "service.lock");
  // A process that reads a pipe waits for its content. Meanwhile the locks change.
  execFileSync("mkfifo", [lock]);
  const take = await spawnLocker(dataDir);
  const said = take();
  const pipe = await open(lock, "w");
  const stale = JSON.stringify({ pid: process.pid, started });
  const lockOf = (pid: number) => JSON.stringify({ pid, started: processStart(pid) });
  const hash = createHash("sha256").update(stale).digest("hex").slice(0, 16);
  writeFileSync(`${lock}.after-${hash}`, lockOf(process.ppid));
  writeFileSync(`${lock}.new`, lockOf(process.pid));
  renameSync(`${lock}.new`, lock);
  await pipe.writeFile(stale);
  await pipe.close();
  expect(await said).toBe(`refused for ${process.pid}`);
});

test("connecting while a service runs uses its server and does not stop it", async () => {
  const dataDir = await usedFolder();
  const child = spawnService(dataDir);
  const connectionString = await connectionStringOf(child);

  const connected = await connectEmbeddedPostgres({ dataDir, log: silent });
  expect(connected.connectionString).toBe(connectionString);
  await connected.stop();
  expect(await query(connectionString, "SELECT 1")).toEqual([1]);
});

test("connecting while the service still starts waits for its server", async () => {
  const dataDir = await usedFolder();
  const starting = start(dataDir);
  const connected = await connectEmbeddedPostgres({ dataDir, log: silent });
  expect(connected.connectionString).toBe((await starting).connectionString);
});

test("connecting where no service runs starts a server that stop() stops", async () => {
  const dataDir = await usedFolder();
  const settings = { fsync: "off" };
  const connected = await connectEmbeddedPostgres({ dataDir, log: silent, settings });
  expect(await query(connected.connectionString, "SELECT 1")).toEqual([1]);
  await expect(start(dataDir)).rejects.toBeInstanceOf(DataDirInUseError);
  await connected.stop();
  await expect(query(connected.connectionString, "SELECT 1")).rejects.toThrow("ECONNREFUSED");
});
