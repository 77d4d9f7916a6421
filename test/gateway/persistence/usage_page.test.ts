import fc from "fast-check";
import { expect, test } from "vitest";
import type { ReadUsageEntry, UsageEntry, UsageFilter } from "../../../core/mod.ts";
import { exportUsage } from "../../../core/usage/read_usage.ts";
import { compactUsage } from "../../../gateway/persistence/usage/usage_compaction.ts";
import {
  callsAt,
  entriesOf,
  type LoggedCall,
  openUsageDatabase,
  timesAround,
} from "./recorded_usage.ts";
import { perFile } from "../../support/per_file.ts";

const change = "2026-10-25T01:00:00Z";
const times = timesAround(change);

// 3,000 calls around the end of daylight saving, a part of them compacted, next to another organization's.

const database = await perFile(openUsageDatabase());
const tenant = await database.tenant("Europe/Berlin");
const other = await database.tenant("Europe/Berlin");
const calls = fc.sample(callsAt(times), { numRuns: 3000, seed: 1 });
const others = fc.sample(callsAt(times), { numRuns: 3000, seed: 2 });
await database.record(withRequestIds(entriesOf(tenant, calls)));
await database.record(withRequestIds(entriesOf(other, others)));
await compactUsage(database.pool, 2500);
const all = await database.rowsOf(tenant.organizationId);

/** Ten calls have the same request ID, and some have none. */
function withRequestIds(entries: readonly UsageEntry[]): UsageEntry[] {
  return entries.map((entry, i) => ({
    ...entry,
    requestId: i % 7 === 0 ? null : `request-${i % 300}`,
  }));
}

const everything = { from: null, to: null, apiKeyId: null, endpoint: null, statusCode: null };
const filter = fc.record({
  from: fc.option(times),
  to: fc.option(times),
  key: fc.constantFrom(null, null, 0, 2, -1, -2),
  endpoint: fc.constantFrom(
    null,
    null,
    "POST /api/v1/appointments",
    "DELETE /api/v1/appointments/{id}",
    "/api/v1/appointments",
    "/api/v1/appointments/{id}",
    "/api/v1/appointments/3",
    "/api/v1/appointments/9",
    "GET",
    "",
  ),
  statusCode: fc.constantFrom(null, null, 200, 503, 418),
  requestId: fc.constantFrom(null, null, "request-1", "request-299", "REQUEST-1", ""),
}).map(({ key, requestId, ...rest }): UsageFilter =>
  Object.assign(rest, { apiKeyId: keyOf(key) }, requestId !== null && { requestId })
);

/** The id of a tenant's key; -1 is another organization's, -2 nobody's. */
function keyOf(key: number | null): number | null {
  if (key === null) return null;
  return key === -1 ? other.keys[0]!.id : tenant.keys[key]?.id ?? 2 ** 40;
}

function naive(
  { from, to, apiKeyId, endpoint, statusCode, requestId }: UsageFilter,
): LoggedCall[] {
  return all.filter((call) =>
    (!from || call.timestampMs >= from.epochMilliseconds) &&
    (!to || call.timestampMs < to.epochMilliseconds) &&
    (apiKeyId === null || call.apiKeyId === apiKeyId) &&
    (statusCode === null || call.statusCode === statusCode) &&
    (requestId === undefined || call.requestId === requestId) &&
    (endpoint === null || call.endpoint === endpoint || call.routeTemplate === endpoint ||
      call.routeTemplate.split(" ")[1] === endpoint)
  );
}

/** Entries as they compare; of a call, without what an entry does not tell. */
function plain(entries: readonly (ReadUsageEntry | LoggedCall)[]) {
  return entries.map((entry) => ({
    ...entry,
    timestamp: undefined,
    apiKeyId: undefined,
    routeTemplate: undefined,
  }));
}

test("every page under any filters, in both orders, and its total equal those of the unpaged log", async () => {
  const { usageReports } = database.service.persistence;
  const window = fc.record({
    offset: fc.oneof(fc.constant(0), fc.nat(200), fc.nat(3200)),
    limit: fc.constantFrom(1, 7, 50, 100),
    direction: fc.constantFrom("asc" as const, "desc" as const),
  });
  await fc.assert(
    fc.asyncProperty(filter, window, async (filter, window) => {
      const { offset, limit, direction } = window;
      const page = await usageReports.page(tenant.organizationId, filter, window);
      const expected = naive(filter);
      if (direction === "asc") expected.reverse();
      expect(page.totalElements).toBe(expected.length);
      expect(plain(page.items)).toEqual(plain(expected.slice(offset, offset + limit)));
    }),
    { numRuns: 150 },
  );
});

test("the batches of an export add up to the whole log under any filters, newest first", async () => {
  const { usageReports } = database.service.persistence;
  await fc.assert(
    fc.asyncProperty(filter, async (filter) => {
      const batches = await Array.fromAsync(usageReports.batches(tenant.organizationId, filter));
      expect(plain(batches.flat())).toEqual(plain(naive(filter)));
      expect(batches.every((batch) => batch.length > 0)).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test("a page read while calls are written and compacted comes from one snapshot of the log", async () => {
  const { usageReports } = database.service.persistence;
  const busy = await database.tenant();
  const entries = entriesOf(busy, fc.sample(callsAt(times), { numRuns: 600, seed: 3 }));
  let isOver = false;
  const totals: number[] = [];
  const reader = async () => {
    while (!isOver) {
      const window = { offset: 0, limit: 1000, direction: "desc" as const };
      const page = await usageReports.page(busy.organizationId, everything, window);
      expect(page.items).toHaveLength(page.totalElements);
      totals.push(page.totalElements);
    }
  };
  const compactor = async () => {
    while (!isOver) await compactUsage(database.pool, 30);
  };
  const writer = async () => {
    try {
      for (let i = 0; i < 600; i += 20) {
        await database.record(entries.slice(i, i + 20));
        // Now and then a page is waited for, or all might be written before a second one is read.
        if (i % 100 === 0) await expect.poll(() => totals.at(-1), { interval: 1 }).toBe(i + 20);
      }
    } finally {
      isOver = true;
    }
  };
  await Promise.all([writer(), reader(), reader(), compactor()]);
  expect(new Set(totals).size).toBeGreaterThan(5);
  expect(
    await usageReports.page(busy.organizationId, everything, {
      offset: 599,
      limit: 5,
      direction: "asc",
    }),
  ).toMatchObject({ totalElements: 600 });
});

test("an export has batches of at most some thousand entries and keeps no transaction open between them", async () => {
  const large = await database.tenant();
  await database.pool.query(
    `insert into usage_entries (organization_id, api_key_id, environment, endpoint, route_template,
        method, status_code, credits_consumed, response_time_ms, timestamp, ip_address, user_agent)
      select $1, $2, 'LIVE', '/a', 'GET /a', 'GET', 200, 0, 1,
        timestamptz '2026-11-01Z' + i / 7 * interval '1 millisecond', '', ''
      from generate_series(0, 11999) i`,
    [large.organizationId, large.keys[0]!.id],
  );
  const query = { startDate: "2026-11-01", endDate: "2026-11-01" };
  const { usageReports } = database.service.persistence;
  const sizes: number[] = [];
  const ids: number[] = [];
  const { batches } = await exportUsage({ usageReports }, { ...large, timeZone: "UTC" }, query);
  for await (const batch of batches) {
    sizes.push(batch.length);
    ids.push(...batch.map(({ id }) => id));
    const { rows } = await database.pool.query(
      `select count(*)::int as open from pg_stat_activity
        where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
    );
    expect(rows).toEqual([{ open: 0 }]);
  }
  expect(sizes.length).toBeGreaterThan(2);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(5000);
  const expected = await database.rowsOf(large.organizationId);
  expect(ids).toEqual(expected.map(({ id }) => id));
});
