import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startEmbeddedPostgres } from "../../../gateway/embedded_postgres/mod.ts";
import { folderUsedBefore, query, silent, start, temporaryFolder } from "./support.ts";

const usedFolder = folderUsedBefore();
// Null over a socket.
const clientAddress = "SELECT host(inet_client_addr())";

const socketsOf = (dataDir: string) =>
  readdirSync(join(dataDir, "postgres")).filter((name) => name.startsWith(".s.PGSQL."));

test("the service connects through a socket that other users cannot open, and tools by TCP", async () => {
  const dataDir = await usedFolder();
  const postgres = await start(dataDir);
  expect(await query(postgres.localConnectionString, clientAddress)).toEqual([null]);
  expect(await query(postgres.connectionString, clientAddress)).toEqual(["127.0.0.1"]);
  const { port } = new URL(postgres.connectionString);
  const socket = statSync(join(dataDir, "postgres", `.s.PGSQL.${port}`));
  expect((socket.mode & 0o777).toString(8)).toBe("700");
});

test("sockets of killed servers do not hinder the next start, and are removed", async () => {
  const dataDir = await usedFolder();
  // The process id in the lock file is in use.
  for (const name of [".s.PGSQL.1", ".s.PGSQL.1.lock"]) {
    writeFileSync(join(dataDir, "postgres", name), `${process.pid}\n`);
  }
  const postgres = await start(dataDir);
  const { port } = new URL(postgres.connectionString);
  expect(socketsOf(dataDir)).toEqual([`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`]);
  await postgres.stop();
  expect(socketsOf(dataDir)).toEqual([]);
});

test("a path that is too long for a socket is served by TCP", async () => {
  const dataDir = join(temporaryFolder(), "x".repeat(100));
  mkdirSync(dataDir, { mode: 0o700 });
  const postgres = await start(dataDir);
  expect(postgres.localConnectionString).toBe(postgres.connectionString);
  expect(await query(postgres.localConnectionString, clientAddress)).toEqual(["127.0.0.1"]);
});

test("where the server cannot make a socket, it is served by TCP", async () => {
  const dataDir = await usedFolder();
  const settings = { fsync: "off", unix_socket_directories: "/no/such/folder" };
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent, settings });
  try {
    expect(postgres.localConnectionString).toBe(postgres.connectionString);
    expect(await query(postgres.localConnectionString, clientAddress)).toEqual(["127.0.0.1"]);
  } finally {
    await postgres.stop();
  }
});
