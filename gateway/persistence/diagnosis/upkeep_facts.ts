import { readBackupMarks } from "../backup/backup_mark.ts";
import type { PartitionedTable } from "../database/partitions.ts";
import type { Reader } from "./ask_server.ts";
import { readHousekeeping } from "./schema_facts.ts";
import { type ArchiveFacts, readArchive, readSynchronousStandbys } from "./server_facts.ts";

/** What an operator must look after, and what changes in hours rather than in seconds. */
export interface UpkeepFacts {
  /** The moment of the last backup by this service, in seconds since 1970; 0 if there was none. */
  lastBackupSeconds: number;
  /** When the list of erasures was last written, in seconds since 1970; null if it never was. */
  lastErasureListSeconds: number | null;
  /** How many standbys commits wait for; null if the role may not see it. */
  synchronousStandbys: number | null;
  /** Null if the server archives no WAL. */
  archive: ArchiveFacts | null;
  /** The partitions of each table with partitions. */
  partitions: {
    table: string;
    /** The number of months from this one on that have a partition without a gap. */
    monthsAhead: number;
    /** Past months without a partition, because of which old rows are kept. */
    missingMonths: number;
  }[];
  /** Keys and tokens in use that end within 14 days. */
  ending: { kind: "api_key" | "reporting_token"; count: number }[];
}

// Who has just chosen such an end knows it, as in core/access/key_warning.ts. A key that nobody uses stops no program.
const countEnding = ["api_key", "reporting_token"].map((kind) => `
  select '${kind}' as kind, count(*)::int as count from ${kind}s k
  where revoked_at is null and expires_at > now() and expires_at <= now() + interval '14 days'
    and created_at <= expires_at - interval '14 days' and last_used_at > now() - interval '7 days'
    and (select o.closed_at is null from organizations o where o.id = k.organization_id)`)
  .join(" union all ");

/** Reads what an operator must look after. The cost does not grow with appointments, events or usage. */
export async function readUpkeep(
  client: Reader,
  tables: readonly PartitionedTable[],
): Promise<UpkeepFacts> {
  const { monthsAhead, missingMonths } = await readHousekeeping(client, tables);
  const { rows: ending } = await client.query<UpkeepFacts["ending"][number]>(countEnding);
  const { takenMs, erasuresListedMs } = await readBackupMarks(client);
  return {
    lastBackupSeconds: (takenMs ?? 0) / 1000,
    lastErasureListSeconds: erasuresListedMs === null ? null : erasuresListedMs / 1000,
    synchronousStandbys: await readSynchronousStandbys(client),
    archive: await readArchive(client),
    partitions: monthsAhead.map(({ table, months }) => ({
      table,
      monthsAhead: months,
      missingMonths: missingMonths.filter((one) => one.table === table).length,
    })),
    ending,
  };
}
