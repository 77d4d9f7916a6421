import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";

/** A migrated database without rows, for one test alone; its URL. */
export function freshDatabase(): Promise<string> {
  return createDatabase(new URL(inject("templateUrl")).pathname.slice(1));
}

/** A database without tables; its URL. */
export function emptyDatabase(): Promise<string> {
  return createDatabase("template0");
}

async function createDatabase(template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const server = new URL(inject("templateUrl"));
  server.pathname = "/postgres";
  const client = new Client({ connectionString: server.href });
  await client.connect();
  try {
    // Copying through the log would take a quarter of the time of all tests.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  } finally {
    await client.end();
  }
  server.pathname = `/${name}`;
  return server.href;
}
