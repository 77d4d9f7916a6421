import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { parse } from "csv-parse";
import { Client } from "pg";
import type { Api, Tenant } from "./api.ts";
import { undefused } from "../rest-adapter/read_csv.ts";
import { makeStaff, signIn } from "./staff_session.ts";

/** User agents that a spreadsheet or a careless parser would trip over. */
const hostileAgents = [
  "=cmd|' /C calc'!A0",
  "+1+1",
  "-2+3",
  "@SUM(A1)",
  "\tstarts with a tab",
  "\r\nstarts with a newline",
  'says "quoted, twice ""',
  "two\nlines, and a comma",
  "'=already quoted",
  "''=twice",
  "'an apostrophe",
  "＝full-width",
  "\u{200b}=behind an invisible character",
  ";=in the next cell",
  "emoji 😀 and ünïcode",
  " ",
  "",
];

/** Writes entries over ten days, with hostile user agents in turn. */
export async function writeHostileUsage(
  { databaseUrl, seeding }: Api,
  { organizationId }: Tenant,
  rows: number,
): Promise<void> {
  const [key] = await seeding.application.listApiKeys(organizationId);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const inStatement = 100_000;
  for (let first = 1; first <= rows; first += inStatement) {
    await client.query(
      `insert into usage_entries (organization_id, api_key_id, environment, endpoint, route_template,
        method, status_code, credits_consumed, response_time_ms, timestamp, ip_address, user_agent)
      select $1, $2, 'LIVE', '/api/v1/appointments/' || i, 'GET /api/v1/appointments/{id}', 'GET',
        (array[200, 200, 404])[1 + i % 3], 0, i % 300,
        '2026-11-01T12:00:00Z'::timestamptz + i * $3::float8 * interval '1 millisecond',
        '203.0.113.7', ($4::text[])[1 + i % cardinality($4::text[])]
      from generate_series($5::int, $6::int) i`,
      [
        organizationId,
        key!.id,
        864_000_000 / rows,
        hostileAgents,
        first,
        Math.min(rows, first + inStatement - 1),
      ],
    );
  }
  await client.end();
}

/** What an export came to. */
export interface ExportResult {
  rows: number;
  /** Rows that differ from the log, in the order of the log. */
  wrong: number;
  bytes: number;
  seconds: number;
  /** How much more memory the service held at its highest than before. */
  addedMegabytes: number;
}

/**
 * Streams an export of what `writeHostileUsage` wrote, reads it back with a CSV parser, takes the defusing
 * apostrophe off, and compares each row with the log's, which is read from the database.
 */
export async function exportUsage(api: Api, tenant: Tenant): Promise<ExportResult> {
  const { url, processId } = api.services[0]!;
  const cookie = await signIn(url, await makeStaff(api.seeding, tenant.organizationId));
  const path = "/api/staff/api-usage/export/csv?startDate=2026-10-31&endDate=2026-11-30";
  // A small export first loads the code, which is not part of the measured memory.
  await (await fetch(`${url}${path}&statusCode=500`, { headers: { cookie } })).text();
  await using memory = await watchMemory(processId);
  const startedAt = performance.now();
  const response = await fetch(`${url}${path}`, { headers: { cookie } });
  let bytes = 0;
  const parser = Readable.from(response.body!)
    .on("data", (chunk: Uint8Array) => bytes += chunk.length)
    .pipe(parse({ bom: true, columns: true, relaxQuotes: false }));
  const log = logRows(api, tenant);
  let rows = 0;
  let wrong = 0;
  for await (const row of parser) {
    rows += 1;
    const expected = (await log.next()).value;
    const userAgent = undefused(row.userAgent);
    if (JSON.stringify({ ...row, userAgent }) !== JSON.stringify(expected)) wrong += 1;
  }
  if (!(await log.next()).done) wrong += 1;
  const seconds = (performance.now() - startedAt) / 1000;
  return { rows, wrong, bytes, seconds, addedMegabytes: memory.added() };
}

/** Looks at the memory of a process until it is let go of; no look is left that would not find the process. */
export async function watchMemory(processId: number) {
  const before = await residentMegabytes(processId);
  const over = new AbortController();
  let highest = before;
  const looking = (async () => {
    while (!over.signal.aborted) {
      highest = Math.max(highest, await residentMegabytes(processId));
      await delay(50, undefined, { signal: over.signal }).catch(() => {});
    }
  })();
  return {
    added: () => highest - before,
    async [Symbol.asyncDispose]() {
      over.abort();
      await looking;
    },
  };
}

/** The log as the export should be, straight from its table, page by page. */
async function* logRows({ databaseUrl }: Api, { organizationId }: Tenant) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("begin");
    await client.query({
      text: `declare log no scroll cursor for
        select u.id::text, k.name as "apiKeyName", endpoint, method, status_code::text as "statusCode",
          credits_consumed::text as "creditsConsumed", response_time_ms::text as "responseTimeMs",
          to_char(timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as timestamp,
          ip_address as "ipAddress", user_agent as "userAgent"
        from usage_entries u join api_keys k on k.id = u.api_key_id
        where u.organization_id = ${organizationId}
        order by u.timestamp desc, u.id desc`,
    });
    while (true) {
      const { rows } = await client.query("fetch 5000 from log");
      if (rows.length === 0) return;
      yield* rows;
    }
  } finally {
    await client.end();
  }
}

async function residentMegabytes(processId: number): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
}
