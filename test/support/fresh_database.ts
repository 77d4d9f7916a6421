import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";

/** A migrated database without rows, for one test file alone; its URL. */
export async function freshDatabase(): Promise<string> {
  const template = new URL(inject("templateUrl"));
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const maintenance = new URL(template);
  maintenance.pathname = "/postgres";
  const client = new Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    await client.query(`create database ${name} template ${template.pathname.slice(1)}`);
  } finally {
    await client.end();
  }
  const fresh = new URL(template);
  fresh.pathname = `/${name}`;
  return fresh.href;
}
