import type { Client, ClientBase } from "pg";

import type { Connections } from "./connections.ts";
import { isLockTimeout } from "./faults.ts";
import { withLock } from "./lock.ts";

const monthsAhead = 2;
const maxDeletedAtOnce = 10_000;

/** A table with one partition for each month, and a default partition for all other rows. */
export interface PartitionedTable {
  name: string;
  /** The column that the table is partitioned by. */
  column: string;
  /** A partition is dropped when all its rows are older. */
  retentionDays: number;
  /** Deletes data that depends on the rows before a day (UTC). Runs before the partition is dropped. */
  beforeDrop?(client: Client, day: Temporal.PlainDate): Promise<void>;
}

/** A month without a partition, because of which no old rows of its table are deleted. */
export interface MissingMonth {
  table: string;
  month: Temporal.PlainYearMonth;
}

/** What prevented the deletion of old rows. */
export interface KeptPartitions {
  missing: MissingMonth[];
  /** The tables that another session used for more than 2 s. They may also lack a partition of a coming month. */
  busy: string[];
}

/**
 * Creates the partitions of this month and of the next two. Deletes rows that are older than their table keeps them, with
 * their partitions, and from the default partition. Returns what prevented that. A table that is in use does not keep the
 * others waiting. Any number of processes may call it at once: a lock lets them work one after the other.
 */
export async function keepPartitions(
  connections: Connections,
  tables: readonly PartitionedTable[],
  now: Temporal.Instant,
): Promise<KeptPartitions> {
  return await withLock(connections, "partitions", async () => {
    const client = connections.createClient({
      applicationName: "appointment-booking partitions",
      maxSilenceMs: 0,
    });
    await client.connect();
    try {
      // While this waits for a long reader, every booking would wait behind it. So it stops after 2 s, and the next
      // call tries again. Until then the default partition takes the rows of a month that has no partition.
      await client.query("set lock_timeout = '2s'");
      const today = now.toZonedDateTimeISO("UTC").toPlainDate();
      const kept: KeptPartitions = { missing: [], busy: [] };
      for (const table of tables) {
        try {
          kept.missing.push(...await keep(client, table, today));
        } catch (error) {
          if (!isLockTimeout(error)) throw error;
          await client.query("rollback");
          kept.busy.push(table.name);
        }
      }
      return kept;
    } finally {
      await client.end();
    }
  });
}

async function keep(
  client: Client,
  table: PartitionedTable,
  today: Temporal.PlainDate,
): Promise<MissingMonth[]> {
  const existing = await monthsWithPartition(client, table);
  const first = firstKeptMonth(table, today);
  const wanted = [
    ...await monthsInDefault(client, table, { first, today }),
    ...Array.from(
      { length: monthsAhead + 1 },
      (_, i) => today.toPlainYearMonth().add({ months: i }),
    ),
  ];
  for (const month of wanted) {
    if (!existing.some((one) => one.equals(month))) await createPartition(client, table, month);
  }
  const missing = await readMissingMonths(client, table, today);
  if (missing.length > 0) return missing;
  for (const month of existing) {
    if (Temporal.PlainYearMonth.compare(month, first) >= 0) continue;
    await table.beforeDrop?.(client, month.add({ months: 1 }).toPlainDate({ day: 1 }));
    await client.query(`drop table ${nameOf(table, month)}`);
  }
  if (await hasRowsBefore(client, table, first)) await deleteStrays(client, table, first);
  return [];
}

/** Returns the past months of the retention whose rows are in the default partition: a service ran without theirs. */
async function monthsInDefault(
  client: Client,
  { name, column }: PartitionedTable,
  { first, today }: { first: Temporal.PlainYearMonth; today: Temporal.PlainDate },
): Promise<Temporal.PlainYearMonth[]> {
  const { rows } = await client.query<{ month: string }>(
    `select distinct to_char(${column} at time zone 'UTC', 'YYYY-MM') as month from ${name}_default
      where ${column} >= ${boundsOf(first)[0]}
        and ${column} < ${boundsOf(today.toPlainYearMonth())[0]}`,
  );
  return rows.map(({ month }) => Temporal.PlainYearMonth.from(month));
}

/** Returns the months of a table without a partition that prevent the deletion of its old rows. */
export async function readMissingMonths(
  client: Pick<ClientBase, "query">,
  table: PartitionedTable,
  today: Temporal.PlainDate,
): Promise<MissingMonth[]> {
  const existing = await monthsWithPartition(client, table);
  const first = firstKeptMonth(table, today);
  const hasOld = existing.some((month) => Temporal.PlainYearMonth.compare(month, first) < 0) ||
    await hasRowsBefore(client, table, first);
  if (!hasOld) return [];
  return withoutPartition(existing, first, today).map((month) => ({ table: table.name, month }));
}

/** Returns the first month of which rows are kept: the one that the retention begins in. */
function firstKeptMonth(
  { retentionDays }: PartitionedTable,
  today: Temporal.PlainDate,
): Temporal.PlainYearMonth {
  return today.subtract({ days: retentionDays }).toPlainYearMonth();
}

/**
 * Returns the months of the retention before the present one that have no partition. Either no service ran in such a
 * month, or the database's clock has jumped forward and the rows only look old (gateway/README.md 4.7).
 */
function withoutPartition(
  existing: readonly Temporal.PlainYearMonth[],
  first: Temporal.PlainYearMonth,
  today: Temporal.PlainDate,
): Temporal.PlainYearMonth[] {
  const { months } = first.until(today.toPlainYearMonth(), { largestUnit: "months" });
  return Array.from({ length: months }, (_, i) => first.add({ months: i }))
    .filter((month) => !existing.some((one) => one.equals(month)));
}

/** Returns whether rows of months before `first` are in the default partition, because their months had none. */
async function hasRowsBefore(
  client: Pick<ClientBase, "query">,
  { name, column }: PartitionedTable,
  first: Temporal.PlainYearMonth,
): Promise<boolean> {
  const { rows } = await client.query(
    `select from ${name}_default where ${column} < ${boundsOf(first)[0]} limit 1`,
  );
  return rows.length > 0;
}

/** Deletes the rows that `hasRowsBefore` finds. */
async function deleteStrays(
  client: Client,
  table: PartitionedTable,
  first: Temporal.PlainYearMonth,
): Promise<void> {
  const name = `${table.name}_default`;
  const isOld = `${table.column} < ${boundsOf(first)[0]}`;
  await table.beforeDrop?.(client, first.toPlainDate({ day: 1 }));
  let deleted: number;
  do {
    const { rowCount } = await client.query(
      `delete from ${name} where ctid = any(array(
        select ctid from ${name} where ${isOld} limit ${maxDeletedAtOnce}))`,
    );
    deleted = rowCount ?? 0;
  } while (deleted > 0);
}

/** Returns the months that have a partition. */
export async function monthsWithPartition(
  client: Pick<ClientBase, "query">,
  { name }: Pick<PartitionedTable, "name">,
): Promise<Temporal.PlainYearMonth[]> {
  const { rows } = await client.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = '${name}'::regclass`,
  );
  return rows.flatMap((row) => {
    const match = /_(\d{4})_(\d{2})$/.exec(row.name);
    return match ? [new Temporal.PlainYearMonth(Number(match[1]), Number(match[2]))] : [];
  });
}

// Creates the partition of a month. Rows of that month may be in the default partition. They are moved, because Postgres
// refuses to attach a partition whose rows are in the default one. ACCESS EXCLUSIVE on the default partition keeps others
// from adding such rows meanwhile. The cost: writes to the table wait while the rows are moved. Normally there are
// none, because partitions are created two months ahead.
async function createPartition(
  client: Client,
  table: PartitionedTable,
  month: Temporal.PlainYearMonth,
): Promise<void> {
  const name = nameOf(table, month);
  const bounds = boundsOf(month);
  const inMonth = `${table.column} >= ${bounds[0]} and ${table.column} < ${bounds[1]}`;
  await client.query(`
    begin;
    lock table ${table.name}_default in access exclusive mode;
    create table ${name} (like ${table.name} including all);
    with moved as (delete from ${table.name}_default where ${inMonth} returning *)
      insert into ${name} select * from moved;
    alter table ${table.name} attach partition ${name} for values from (${bounds.join(") to (")});
    commit`);
}

/** Creates the partition of a month. The table has no rows of that month. */
export async function createEmptyPartition(
  client: ClientBase,
  table: Pick<PartitionedTable, "name">,
  month: Temporal.PlainYearMonth,
): Promise<void> {
  await client.query(
    `create table ${nameOf(table, month)} partition of ${table.name}
      for values from (${boundsOf(month).join(") to (")})`,
  );
}

function boundsOf(month: Temporal.PlainYearMonth): string[] {
  return [month, month.add({ months: 1 })]
    .map((one) => `'${one.toPlainDate({ day: 1 }).toString()}T00:00:00Z'::timestamptz`);
}

function nameOf({ name }: Pick<PartitionedTable, "name">, month: Temporal.PlainYearMonth): string {
  return `${name}_${month.toString().replace("-", "_")}`;
}
