import { Client } from "pg";
import { emptyDatabase } from "./fresh_database.ts";

/** Settings under which statements that do not set their session fail, or answer something else. */
export const hostile = {
  search_path: "hostile",
  default_transaction_isolation: "serializable",
  default_transaction_read_only: "on",
  // Short, but not so short that a session ends before it is set.
  statement_timeout: "30ms",
  lock_timeout: "1ms",
  transaction_timeout: "1s",
  idle_session_timeout: "1s",
  idle_in_transaction_session_timeout: "1ms",
  exit_on_error: "on",
  client_encoding: "LATIN1",
  "DateStyle": "German, DMY",
  "IntervalStyle": "sql_standard",
  "TimeZone": "Asia/Kolkata",
  bytea_output: "escape",
  extra_float_digits: "-15",
  standard_conforming_strings: "off",
  array_nulls: "off",
  quote_all_identifiers: "on",
  synchronous_commit: "off",
};

/** Runs statements on a connection that sets nothing. */
export async function run(databaseUrl: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Returns how many sessions run this statement. */
export async function activeStatements(databaseUrl: string, text: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
      where state = 'active' and query = $1 and datname = current_database()`,
    [text],
  );
  await client.end();
  return rows[0]!.n;
}

/** Returns the name of the database of a URL. */
export function databaseOf(databaseUrl: string): string {
  return new URL(databaseUrl).pathname.slice(1);
}

/** Sets settings of a database, for its next sessions. */
export async function setForDatabase(
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<void> {
  const values = Object.entries(settings).map(([name, value]) =>
    `alter database ${databaseOf(databaseUrl)} set ${name} = ${
      name === "DateStyle" ? value : `'${value}'`
    }`
  );
  await run(databaseUrl, ...values);
}

/** Returns the URL of a database without tables whose sessions have these settings. */
export async function hostileDatabase(settings: Record<string, string> = hostile): Promise<string> {
  const url = await emptyDatabase();
  await run(url, "create schema hostile");
  await setForDatabase(url, settings);
  return url;
}
