import { readAppliedOrNone, readOwnMigrations } from "../database/migrator.ts";
import {
  type MissingMonth,
  type PartitionedTable,
  readMissingMonths,
} from "../database/partitions.ts";
import type { Reader } from "./ask_server.ts";

/** How the migrations of this version compare with those that the database has. */
export interface MigrationFacts {
  applied: number;
  /** Names of files that the database does not have. */
  missing: string[];
  /** Names of migrations that only the database has. */
  unknown: string[];
  /** Names of files whose statements differ from those that were applied. */
  changed: string[];
}

/** Compares the migrations. A database without any table has applied none. */
export async function readMigrationFacts(client: Reader): Promise<MigrationFacts> {
  const own = await readOwnMigrations();
  const applied = await readAppliedOrNone(client);
  const known = new Set(own.map(({ number }) => number));
  return {
    applied: applied.size,
    missing: own.filter(({ number }) => !applied.has(number)).map(({ name }) => name),
    unknown: [...applied.values()].filter(({ number }) => !known.has(number)).map(({ name }) =>
      name
    ),
    changed: own.filter(({ number, checksum }) => {
      const found = applied.get(number);
      return found !== undefined && found.checksum !== checksum;
    }).map(({ name }) => name),
  };
}

/** The size of a table with its indexes and partitions. */
export interface TableFacts {
  name: string;
  bytes: number;
  liveRows: number;
  /** Rows that were changed or deleted and that autovacuum has not removed yet. */
  deadRows: number;
}

/** Returns all tables, the largest first. */
export async function readTables(client: Reader): Promise<TableFacts[]> {
  const { rows } = await client.query<TableFacts>(`
    select coalesce(pg_partition_root(relid), relid)::regclass::text as name,
      sum(pg_total_relation_size(relid))::float8 as bytes,
      sum(n_live_tup)::float8 as "liveRows", sum(n_dead_tup)::float8 as "deadRows"
    from pg_stat_user_tables where schemaname = 'public'
    group by 1 order by 2 desc, 1`);
  return rows;
}

/** The progress of the work that each process does every hour. */
export interface HousekeepingFacts {
  /** The number of months from this one on that have a partition without a gap, for each table; 0 without this month. */
  monthsAhead: { table: string; months: number }[];
  /** Past months without a partition that prevent the deletion of old rows. */
  missingMonths: MissingMonth[];
  /** The age of the oldest remembered Idempotency-Key; null if there is none. */
  oldestKeyHours: number | null;
}

/** Reads the progress of housekeeping. The database's clock says what the current month is. */
export async function readHousekeeping(
  client: Reader,
  tables: readonly PartitionedTable[],
): Promise<HousekeepingFacts> {
  const { rows: monthsAhead } = await client.query<{ table: string; months: number }>(
    `select t.name as table, count(*) filter (where m.is_there)::int as months
    from unnest($1::text[]) with ordinality as t (name, position)
    cross join lateral (
      select bool_and(to_regclass(t.name || to_char(month, '_YYYY_MM')) is not null)
        over (order by month) as is_there
      from generate_series(date_trunc('month', now()), now() + interval '2 months', '1 month') month
    ) m
    group by t.name, t.position order by t.position`,
    [tables.map(({ name }) => name)],
  );
  const { rows: [keys] } = await client.query<{ hours: number | null }>(
    "select extract(epoch from now() - min(created_at))::float8 / 3600 as hours from idempotency_keys",
  );
  const { rows: [day] } = await client.query<{ today: string }>(
    "select (now() at time zone 'UTC')::date::text as today",
  );
  const missingMonths: MissingMonth[] = [];
  for (const table of tables) {
    missingMonths.push(
      ...await readMissingMonths(client, table, Temporal.PlainDate.from(day!.today)),
    );
  }
  return { monthsAhead, missingMonths, oldestKeyHours: keys!.hours };
}
