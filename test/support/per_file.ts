import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll } from "vitest";
import { type Api, startApi } from "./api.ts";
import { checkLedger } from "./ledger_audit.ts";
import { openService, type TestService } from "./seeded.ts";

/**
 * Opens what all tests of a file share, before the first of them, and ends it after the last one, the newest first.
 * The file awaits it at its top, so that its helpers have it too: `const api = await perFile(startApi())`.
 */
export async function perFile<T extends AsyncDisposable>(opening: PromiseLike<T> | T): Promise<T> {
  const opened = await opening;
  afterAll(() => opened[Symbol.asyncDispose]());
  return opened;
}

/** Opens the use cases over a database. Two of them are like two processes of the service. */
export function servicePerFile(...settings: Parameters<typeof openService>): Promise<TestService> {
  return perFile(openService(...settings));
}

/** Opens a connection to a database that the service does not use. */
export async function clientPerFile(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  afterAll(() => client.end());
  return client;
}

/** Starts the service, and checks the ledger of the whole database after the last test. */
export async function auditedApiPerFile(settings: Parameters<typeof startApi>[0]): Promise<Api> {
  const api = await perFile(startApi(settings));
  afterAll(() => checkLedger(api.databaseUrl));
  return api;
}

/** Makes an empty folder. */
export async function folderPerFile(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
