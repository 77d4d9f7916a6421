import { Client } from "pg";
import { withLock } from "../lock.ts";
import { forgetUsageRollups } from "./usage_retention.ts";

const monthsAhead = 2;
const retentionDays = 400;
const nameForm = /^usage_entries_(\d{4})_(\d{2})$/;

/**
 * Makes the partitions of this month and the next two, and drops those whose last entry is over 400 days
 * old, with what is summed up of them. Any number of processes may call it: one works at a time, and finds done what another did.
 */
export async function keepUsagePartitions(
  connectionString: string,
  now: Temporal.Instant,
): Promise<void> {
  await withLock(connectionString, "usage partitions", async () => {
    const client = new Client({ connectionString });
    client.on("error", () => {});
    await client.connect();
    try {
      // A long reader is waited for in vain rather than letting every booking queue up behind.
      await client.query("set lock_timeout = '2s'");
      const today = now.toZonedDateTimeISO("UTC").toPlainDate();
      const existing = await monthsWithPartition(client);
      for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
        const month = today.toPlainYearMonth().add({ months: ahead });
        if (!existing.some((one) => one.equals(month))) await makePartition(client, month);
      }
      const oldest = today.subtract({ days: retentionDays });
      for (const month of existing) {
        const end = month.add({ months: 1 }).toPlainDate({ day: 1 });
        if (Temporal.PlainDate.compare(end, oldest) > 0) continue;
        // First, as what is summed up must be there to be read.
        await forgetUsageRollups(client, end);
        await client.query(`drop table ${nameOf(month)}`);
      }
    } finally {
      await client.end();
    }
  });
}

async function monthsWithPartition(client: Client): Promise<Temporal.PlainYearMonth[]> {
  const { rows } = await client.query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'usage_entries'::regclass",
  );
  return rows.flatMap(({ name }) => {
    const match = nameForm.exec(name);
    return match ? [new Temporal.PlainYearMonth(Number(match[1]), Number(match[2]))] : [];
  });
}

/** Rows of the month that went to the default partition meanwhile are moved, or it could not be attached. */
async function makePartition(client: Client, month: Temporal.PlainYearMonth): Promise<void> {
  const name = nameOf(month);
  const bounds = [month, month.add({ months: 1 })]
    .map((one) => `'${one.toPlainDate({ day: 1 }).toString()}T00:00:00Z'::timestamptz`);
  const inMonth = `timestamp >= ${bounds[0]} and timestamp < ${bounds[1]}`;
  await client.query(`
    begin;
    lock table usage_entries_default in access exclusive mode;
    create table ${name} (like usage_entries including all);
    with moved as (delete from usage_entries_default where ${inMonth} returning *)
      insert into ${name} select * from moved;
    alter table usage_entries attach partition ${name} for values from (${bounds.join(") to (")});
    commit`);
}

function nameOf(month: Temporal.PlainYearMonth): string {
  return `usage_entries_${month.toString().replace("-", "_")}`;
}
