import type { Reader } from "./ask_server.ts";

/** The heartbeats of the services that read reports from standbys, as one server shows them. */
export interface HeartbeatFacts {
  isInRecovery: boolean;
  /** The times of the primary's clock, in milliseconds since 1970, by the writer of the heartbeat. */
  writtenMs: Record<string, number>;
}

/**
 * Reads how many processes serve HTTP from this database now. Each writes a heartbeat every 5 s; those of standbys have
 * a timeline and do not count.
 */
export async function readServingProcesses(client: Reader): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`
    select count(*)::int as count from reporting_heartbeats
    where timeline = '' and written_at > clock_timestamp() - interval '15 seconds'`);
  return rows[0]!.count;
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
