import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { pino } from "pino";
import { afterAll, onTestFinished } from "vitest";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../../gateway/embedded_postgres/mod.ts";
import { postgresProcesses } from "../../../gateway/embedded_postgres/postmaster.ts";

export const silent = pino({ level: "silent" });
export const isRoot = process.getuid?.() === 0;

const service = fileURLToPath(new URL("run_service.ts", import.meta.url));

/** A folder that is gone after the test, when all servers in it are. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "embedded-postgres-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * A data folder on which a service ran before, one for all tests of the file that calls this at its top: making a
 * cluster takes longer than most of them. Tests name their tables apart.
 */
export function folderUsedBefore(): () => Promise<string> {
  let used: Promise<string> | undefined;
  afterAll(async () => {
    if (used !== undefined) rmSync(await used, { recursive: true, force: true });
  });
  return () => used ??= runOnce(mkdtempSync(join(tmpdir(), "embedded-postgres-")));
}

async function runOnce(folder: string): Promise<string> {
  const dataDir = realpathSync(folder);
  const settings = { fsync: "off" };
  await (await startEmbeddedPostgres({ dataDir, log: silent, settings })).stop();
  return dataDir;
}

/** Starts in this process; stopped after the test, if not before. */
export async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const settings = { fsync: "off" };
  const started = await startEmbeddedPostgres({ dataDir, log: silent, settings });
  onTestFinished(() => started.stop());
  return started;
}

/** A service in a process of its own, which a test can kill, or which kills itself with its cluster half made. */
export function spawnService(
  dataDir: string,
  { wrapper = [], dies = "" }: { wrapper?: string[]; dies?: "half way" | "" } = {},
): ChildProcess {
  const [command, ...args] = [...wrapper, process.execPath, service, dataDir, dies];
  const child = spawn(command!, args, { cwd: "/", stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(async () => {
    await kill(child);
    const folder = join(dataDir, "postgres");
    await until("the killed service's server ends", () => postgresProcesses(folder).length === 0);
  });
  return child;
}

/** The first line that the service prints: where its Postgres is. */
export async function connectionStringOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) return line;
  throw new Error("Cannot use the service: it ended before it served");
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** Runs one statement on a connection of its own. */
export async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 60_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const result = await client.query<unknown[]>({ text: sql, rowMode: "array" });
    return result.rows.flat();
  } finally {
    await client.end().catch(() => {});
  }
}

/** The same, asked again while the server is away. */
export async function queryWhenBack(connectionString: string, sql: string): Promise<unknown[]> {
  let rows: unknown[] | undefined;
  await until("the server answers", async () => {
    rows = await query(connectionString, sql).catch(() => undefined);
    return rows !== undefined;
  });
  return rows!;
}

export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Cannot go on: waited 60 s until ${what}`);
    await sleep(10);
  }
}

/** Throws where the file is missing, as it is for a moment when a server takes over from one that was killed. */
export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
}
