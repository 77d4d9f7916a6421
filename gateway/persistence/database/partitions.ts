import type { Client, ClientBase } from "pg";
import type { Connections } from "./connections.ts";
import { withLock } from "./lock.ts";

const monthsAhead = 2;

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

/**
 * Creates the partitions of this month and of the next two, and drops partitions that are older than their table keeps
 * rows. Any number of processes may call it at once: a lock lets them work one after the other.
 */
export async function keepPartitions(
  connections: Connections,
  tables: readonly PartitionedTable[],
  now: Temporal.Instant,
): Promise<void> {
  await withLock(connections, "partitions", async () => {
    const client = connections.createClient({
      applicationName: "appointment-booking partitions",
      maxSilenceMs: 0,
    });
    await client.connect();
    try {
      // While this waits for a long reader, every booking would wait behind it. So it fails after 2 s, and the next
      // call tries again.
      await client.query("set lock_timeout = '2s'");
      const today = now.toZonedDateTimeISO("UTC").toPlainDate();
      for (const table of tables) await keep(client, table, today);
    } finally {
      await client.end();
    }
  });
}

async function keep(
  client: Client,
  table: PartitionedTable,
  today: Temporal.PlainDate,
): Promise<void> {
  const existing = await monthsWithPartition(client, table);
  for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
    const month = today.toPlainYearMonth().add({ months: ahead });
    if (!existing.some((one) => one.equals(month))) await createPartition(client, table, month);
  }
  const oldest = today.subtract({ days: table.retentionDays });
  if (!hasEachMonth(existing, oldest, today)) return;
  for (const month of existing) {
    const end = month.add({ months: 1 }).toPlainDate({ day: 1 });
    if (Temporal.PlainDate.compare(end, oldest) > 0) continue;
    await table.beforeDrop?.(client, end);
    await client.query(`drop table ${nameOf(table, month)}`);
  }
}

/**
 * Returns whether every month from `from` to the month before `to` has its partition. If one is missing, either no
 * service ran in that month, or the database's clock has jumped forward and the rows only look old
 * (gateway/README.md 4.7).
 */
function hasEachMonth(
  existing: readonly Temporal.PlainYearMonth[],
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): boolean {
  const { months } = from.toPlainYearMonth().until(to.toPlainYearMonth(), {
    largestUnit: "months",
  });
  return Array.from({ length: months }, (_, i) => from.toPlainYearMonth().add({ months: i }))
    .every((month) => existing.some((one) => one.equals(month)));
}

/** Returns the months that have a partition. */
export async function monthsWithPartition(
  client: ClientBase,
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
