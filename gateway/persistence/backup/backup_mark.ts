import type { ClientBase } from "pg";
import { Connections } from "../database/connections.ts";

const upsert = `
  insert into backup_marks (taken_at) values ($1)
  on conflict (only_row) do update set taken_at = excluded.taken_at`;

/** Notes in the database that a backup of this moment is complete. */
export async function noteBackup(urls: string | readonly string[], takenAt: string): Promise<void> {
  const connections = new Connections(urls);
  try {
    await connections.findPrimary();
    const client = connections.createClient({ applicationName: "appointment-booking backup" });
    await client.connect();
    try {
      await client.query(upsert, [takenAt]);
    } finally {
      await client.end();
    }
  } finally {
    connections.close();
  }
}

/** Notes in the database that the list of erasures was written now. */
export async function noteErasureList(client: Pick<ClientBase, "query">): Promise<void> {
  await client.query(`
    insert into backup_marks (erasures_listed_at) values (now())
    on conflict (only_row) do update set erasures_listed_at = excluded.erasures_listed_at`);
}

/** The last moments that were noted, in milliseconds since 1970; null if there was none. */
export interface BackupMarks {
  /** The moment of the last complete backup. */
  takenMs: number | null;
  /** When the list of erasures was last written. */
  erasuresListedMs: number | null;
}

/** Reads what was noted. */
export async function readBackupMarks(client: Pick<ClientBase, "query">): Promise<BackupMarks> {
  const { rows } = await client.query<BackupMarks>(
    `select extract(epoch from taken_at)::float8 * 1000 as "takenMs",
      extract(epoch from erasures_listed_at)::float8 * 1000 as "erasuresListedMs"
    from backup_marks`,
  );
  return rows[0] ?? { takenMs: null, erasuresListedMs: null };
}
