import type { Reader } from "./ask_server.ts";

/** The heartbeats of the services that read reports from standbys, as one server shows them. */
export interface HeartbeatFacts {
  isInRecovery: boolean;
  /** The times of the primary's clock, in milliseconds since 1970, by the writer of the heartbeat. */
  writtenMs: Record<string, number>;
}

/** Reads the heartbeats. A later start of a service leaves the rows of earlier ones, at most those of a day. */
export async function readHeartbeats(client: Reader): Promise<HeartbeatFacts> {
  const { rows } = await client.query<HeartbeatFacts>(`
    select pg_is_in_recovery() as "isInRecovery",
      coalesce(jsonb_object_agg(writer, extract(epoch from written_at) * 1000)
        filter (where writer is not null), '{}') as "writtenMs"
    from reporting_heartbeats`);
  return rows[0]!;
}
