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

/** Returns the moment of the last complete backup, in milliseconds since 1970; null if there was none. */
export async function readLastBackup(client: Pick<ClientBase, "query">): Promise<number | null> {
  const { rows } = await client.query<{ takenMs: number }>(
    `select extract(epoch from taken_at)::float8 * 1000 as "takenMs" from backup_marks`,
  );
  return rows[0]?.takenMs ?? null;
}
