import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { findBinaries } from "../../../gateway/embedded_postgres/binaries.ts";
import {
  findPostmaster,
  postgresProcesses,
} from "../../../gateway/embedded_postgres/postmaster.ts";
import { pathFromInside, spawnInside } from "../../../gateway/embedded_postgres/run_as.ts";
import {
  connectionStringOf,
  folderUsedBefore,
  kill,
  postmasterPid,
  query,
  queryWhenBack,
  spawnService,
  start,
  until,
} from "./support.ts";

const usedFolder = folderUsedBefore();

/** Twenty rows, each committed on a connection of its own. */
async function fill(connectionString: string, table: string): Promise<void> {
  await query(connectionString, `CREATE TABLE ${table} (value int)`);
  const inserts = Array.from(
    { length: 20 },
    (_, value) => query(connectionString, `INSERT INTO ${table} VALUES (${value})`),
  );
  await Promise.all(inserts);
}

/** A backend that is stopped by a signal, until the end of the test. */
async function frozenBackend(connectionString: string): Promise<{ pid: number } & AsyncDisposable> {
  const client = new Client({ connectionString });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const { pid } = rows[0]!;
  process.kill(pid, "SIGSTOP");
  return {
    pid,
    async [Symbol.asyncDispose]() {
      try {
        process.kill(pid, "SIGCONT");
      } catch {
        // It was killed.
      }
      await client.end();
    },
  };
}

test("kill -9 of the service ends its server; the next start has all that committed", async () => {
  const dataDir = await usedFolder();
  const child = spawnService(dataDir);
  const connectionString = await connectionStringOf(child);
  await fill(connectionString, "service_killed");
  const abandoned = postmasterPid(dataDir);
  await kill(child);
  await until("the server ends", () => postgresProcesses(join(dataDir, "postgres")).length === 0);

  const again = await start(dataDir);
  expect(postmasterPid(dataDir)).not.toBe(abandoned);
  const count = "SELECT count(*)::int FROM service_killed";
  expect(await query(again.connectionString, count)).toEqual([20]);
});

test("a start right after kill -9 of the service waits for the old server to end", async () => {
  const dataDir = await usedFolder();
  const child = spawnService(dataDir);
  await query(await connectionStringOf(child), "CREATE TABLE at_once AS SELECT 7 AS value");
  await kill(child);

  const again = await start(dataDir);
  expect(await query(again.connectionString, "SELECT value FROM at_once")).toEqual([7]);
});

test("kill -9 of Postgres: it comes back on the same port with all that committed", async () => {
  const dataDir = await usedFolder();
  const { connectionString } = await start(dataDir);
  await fill(connectionString, "server_killed");
  for (let round = 1; round <= 2; round += 1) {
    const killed = postmasterPid(dataDir);
    process.kill(killed, "SIGKILL");
    const count = await queryWhenBack(connectionString, "SELECT count(*)::int FROM server_killed");
    expect(count).toEqual([20]);
    expect(postmasterPid(dataDir)).not.toBe(killed);
  }
  const server = `"pid":${postmasterPid(dataDir)}}`;
  const recorded = () => readFileSync(join(dataDir, "postgres.json"), "utf8").includes(server);
  await until("the new server is recorded", recorded);
});

test("kill -9 of Postgres: a frozen backend does not keep the next server from starting", async () => {
  const dataDir = await usedFolder();
  const { connectionString } = await start(dataDir);
  await using frozen = await frozenBackend(connectionString);
  process.kill(postmasterPid(dataDir), "SIGKILL");
  expect(await queryWhenBack(connectionString, "SELECT 7")).toEqual([7]);
  expect(postgresProcesses(join(dataDir, "postgres"))).not.toContain(frozen.pid);
});

test("stop() in the middle of a restart ends it and leaves no process", async () => {
  const dataDir = await usedFolder();
  const { stop } = await start(dataDir);
  const killed = postmasterPid(dataDir);
  process.kill(killed, "SIGKILL");
  // While it takes over, the file is away or empty for a moment.
  const next = () => findPostmaster(join(dataDir, "postgres"))?.pid ?? killed;
  await until("the restart is under way", () => next() !== killed);
  await stop();
  expect(postgresProcesses(join(dataDir, "postgres"))).toEqual([]);
});

test("a server that outlived its service is stopped, and its rows are kept", async () => {
  const dataDir = await usedFolder();
  const folder = join(dataDir, "postgres");
  const first = await start(dataDir);
  await query(first.connectionString, "CREATE TABLE outlived AS SELECT 7 AS value");
  await first.stop();
  const { postgres } = await findBinaries();
  const { port } = new URL(first.connectionString);
  const args = ["-D", pathFromInside(folder), "-p", port, "-c", "unix_socket_directories="];
  const outlived = spawnInside(folder, postgres, args, "ignore");
  onTestFinished(() => kill(outlived));
  await until("the old server runs", () => findPostmaster(folder)?.ready === true);

  const [again] = await Promise.all([start(dataDir), once(outlived, "exit")]);
  expect(outlived.exitCode).toBe(0);
  expect(await query(again.connectionString, "SELECT value FROM outlived")).toEqual([7]);
});

test("a foreign process that now has the old server's id is left alone", async () => {
  const dataDir = await usedFolder();
  const folder = join(dataDir, "postgres");
  // In the same folder and as the same user: only the program differs from that of a server.
  const foreign = spawnInside(folder, "sleep", ["60"], "ignore");
  onTestFinished(() => kill(foreign));
  await once(foreign, "spawn");
  const left = `${foreign.pid}\n${folder}\n1\n20000\n\n127.0.0.1\n  1  1\nready   \n`;
  writeFileSync(join(folder, "postmaster.pid"), left);

  const { connectionString } = await start(dataDir);
  expect(await query(connectionString, "SELECT 1")).toEqual([1]);
  expect([foreign.exitCode, foreign.signalCode]).toEqual([null, null]);
});
