import type { ServiceSize } from "../database/heartbeat.ts";
import type { Reader } from "./ask_server.ts";

/** The heartbeats of the services that read reports from standbys, as one server shows them. */
export interface HeartbeatFacts {
  isInRecovery: boolean;
  /** The times of the primary's clock, in milliseconds since 1970, by the writer of the heartbeat. */
  writtenMs: Record<string, number>;
}

/** The running processes of services of one size. */
export interface RunningProcesses {
  count: number;
  /** Null for processes of the version before, which do not write it. */
  size: ServiceSize | null;
}

/**
 * Reads which processes use this database now. Each writes a heartbeat every 5 s; those of standbys have a timeline and
 * do not count. A schema of the version before has no sizes.
 */
export async function readRunningProcesses(client: Reader): Promise<RunningProcesses[]> {
  const { rows } = await client.query<RunningProcesses>(`
    select count(*)::int as count, case when connections is not null then
      jsonb_build_object('connections', connections, 'processes', processes) end as size
    from (
      select (to_jsonb(h) ->> 'service_connections')::int as connections,
        (to_jsonb(h) ->> 'service_processes')::int as processes
      from reporting_heartbeats h
      where timeline = '' and written_at > clock_timestamp() - interval '15 seconds'
    ) running
    group by connections, processes`);
  return rows;
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
