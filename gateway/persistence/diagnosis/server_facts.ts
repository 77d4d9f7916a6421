import { isUnusable, useSpace } from "../database/use_space.ts";
import type { Reader } from "./ask_server.ts";

/** The version and the role of a server. */
export interface ServerFacts {
  /** Such as `18.4`. */
  version: string;
  /** Such as 180004. */
  versionNumber: number;
  /** The name of the database. */
  database: string;
  isInRecovery: boolean;
  /** In hexadecimal; null for a server that accepts no writes. */
  timeline: string | null;
}

/** Reads the version and the role of a server. */
export async function readServer(client: Reader): Promise<ServerFacts> {
  const { rows } = await client.query<ServerFacts>(`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      current_setting('server_version_num')::int as "versionNumber",
      current_database() as database,
      pg_is_in_recovery() as "isInRecovery",
      case
        when pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean then null
        else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`);
  return rows[0]!;
}

/** The settings that decide whether data is safe and whether the service can work. */
export interface ServerSettings {
  fsync: string;
  fullPageWrites: string;
  synchronousCommit: string;
  /** Connections that roles without special rights may open. */
  maxConnections: number;
  /** `server_encoding`. */
  encoding: string;
  /** `session_replication_role`. */
  triggers: string;
}

/** Reads the settings of a server. */
export async function readServerSettings(client: Reader): Promise<ServerSettings> {
  const { rows } = await client.query<ServerSettings>(`
    select current_setting('fsync') as fsync,
      current_setting('full_page_writes') as "fullPageWrites",
      current_setting('synchronous_commit') as "synchronousCommit",
      current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as "maxConnections",
      current_setting('server_encoding') as encoding,
      current_setting('session_replication_role') as triggers`);
  return rows[0]!;
}

/** The state of replication, as the primary sees it. */
export interface ReplicationFacts {
  isInRecovery: boolean;
  /** `synchronous_standby_names`; empty if commits do not wait for a standby. */
  synchronousNames: string;
  /** The role that reads this, quoted where SQL needs it. */
  role: string;
  standbys: StandbyFacts[];
  slots: SlotFacts[];
}

/** A connected standby. */
interface StandbyFacts {
  name: string;
  /** Null if the role may not see it: only members of `pg_read_all_stats`, and so of `pg_monitor`, may. */
  isSynchronous: boolean | null;
  /** Null if the role may not see it, or if nothing has been written lately. */
  lagSeconds: number | null;
  /** Null if the role may not see it. */
  lagBytes: number | null;
}

/** A replication slot, which keeps WAL until its reader has taken it. */
interface SlotFacts {
  name: string;
  isActive: boolean;
  /** The size of the WAL that the server keeps for the slot; null if the slot has lost it. */
  keptBytes: number | null;
}

/** Reads the state of replication. */
export async function readReplication(client: Reader): Promise<ReplicationFacts> {
  const { rows: [server] } = await client.query<
    { isInRecovery: boolean; synchronousNames: string; role: string }
  >(
    `select pg_is_in_recovery() as "isInRecovery",
      current_setting('synchronous_standby_names') as "synchronousNames",
      quote_ident(current_user) as role`,
  );
  const { isInRecovery } = server!;
  const position = isInRecovery ? "pg_last_wal_receive_lsn()" : "pg_current_wal_lsn()";
  const { rows: standbys } = await client.query<StandbyFacts>(`
    select application_name as name, sync_state in ('sync', 'quorum') as "isSynchronous",
      extract(epoch from replay_lag)::float8 as "lagSeconds",
      pg_wal_lsn_diff(${position}, replay_lsn)::float8 as "lagBytes"
    from pg_stat_replication order by application_name`);
  const { rows: slots } = await client.query<SlotFacts>(`
    select slot_name as name, active as "isActive",
      case when wal_status = 'lost' then null
        else coalesce(pg_wal_lsn_diff(${position}, restart_lsn), 0)::float8 end as "keptBytes"
    from pg_replication_slots order by slot_name`);
  return { ...server!, standbys, slots };
}

/**
 * Returns how many standbys commits wait for; null if the role may not see it. Patroni empties
 * `synchronous_standby_names` while it has none, so this setting does not tell how many there should be.
 */
export async function readSynchronousStandbys(client: Reader): Promise<number | null> {
  const { rows } = await client.query<{ count: number | null }>(`
    select case when bool_or(sync_state is null) then null
      else (count(*) filter (where sync_state in ('sync', 'quorum')))::int end as count
    from pg_stat_replication`);
  return rows[0]!.count;
}

/** The archive of the write-ahead log (WAL), which point-in-time recovery needs. */
export interface ArchiveFacts {
  /** Whether the last attempt to archive a file failed. */
  isFailing: boolean;
  /** When a file was archived last, in seconds since 1970; 0 if none was since the statistics began. */
  lastSeconds: number;
  /** Until when the next file must be archived. Null without `archive_timeout`: then only full ones are. */
  dueSeconds: number | null;
}

/**
 * Reads how archiving goes on; null if the server is no primary that archives. A crash and `pg_stat_reset_shared` begin
 * the statistics again, without the last file.
 */
export async function readArchive(client: Reader): Promise<ArchiveFacts | null> {
  const { rows } = await client.query<ArchiveFacts>(`
    select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing",
      coalesce(extract(epoch from last_archived_time)::float8, 0) as "lastSeconds",
      case when timeout > interval '0' then extract(epoch from
        greatest(last_archived_time, stats_reset) + greatest(2 * timeout, interval '2 hours'))::float8
      end as "dueSeconds"
    from pg_stat_archiver, cast(current_setting('archive_timeout') as interval) as timeout
    where current_setting('archive_mode') <> 'off' and not pg_is_in_recovery()`);
  return rows[0] ?? null;
}

/** Returns whether the server can still write files; undefined if the role may not find it out. */
export async function readHasSpace(client: Reader): Promise<boolean | undefined> {
  try {
    await client.query(useSpace);
    return true;
  } catch (error) {
    if (isUnusable(error)) return undefined;
    if ((error as { code?: string }).code === diskFull) return false;
    throw error;
  }
}

const diskFull = "53100";

/** Reads the database's clock, in milliseconds since 1970. */
export async function readDatabaseClock(client: Reader): Promise<number> {
  const { rows } = await client.query<{ ms: number }>(
    "select extract(epoch from clock_timestamp())::float8 * 1000 as ms",
  );
  return rows[0]!.ms;
}
