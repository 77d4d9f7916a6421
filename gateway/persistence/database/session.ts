import { timelineSql } from "../hosts/host_state.ts";

/**
 * What the service's SQL needs of its session. An administrator may have set any of these otherwise, for the
 * server, the database or the role. Why each is here: ../README.md, "Connections and sessions" 3.
 */
const settings = {
  search_path: "public",
  default_transaction_isolation: "read committed",
  default_transaction_read_only: "off",
  statement_timeout: "0",
  lock_timeout: "0",
  transaction_timeout: "0",
  idle_session_timeout: "0",
  idle_in_transaction_session_timeout: "30s",
  client_connection_check_interval: "5s",
  exit_on_error: "off",
  client_min_messages: "warning",
  client_encoding: "UTF8",
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  TimeZone: "UTC",
  bytea_output: "hex",
  extra_float_digits: "1",
  standard_conforming_strings: "on",
  array_nulls: "on",
  quote_all_identifiers: "off",
};

const values = Object.entries(settings).map(([name, value]) => `('${name}', '${value}')`);

/**
 * Sets the session. It is sent as one message: `statement_timeout` first, so that a short one does not end the
 * rest. Settings that this server's version does not know are left out. `readsTimeline` is for several hosts only: an
 * engine that speaks Postgres's protocol may not know the function.
 */
export function setSession({ readsTimeline }: { readsTimeline: boolean }): string {
  return readsTimeline ? withTimeline : withoutTimeline;
}

const [withTimeline, withoutTimeline] = [settingSession(timelineSql), settingSession("null")];

function settingSession(timeline: string): string {
  return `
  set statement_timeout = 0;
  with given as materialized (
    select current_setting('synchronous_commit') as commit,
      current_setting('session_replication_role') as triggers,
      current_setting('server_encoding') as encoding,
      pg_backend_pid() as backend,
      ${timeline} as timeline
  ), needed (name, value) as (
    values ${values.join(", ")}
  )
  select given.*, count(set_config(name, value, false)),
    -- Also where it is right: otherwise a reload of the server's configuration would weaken open sessions.
    set_config('synchronous_commit',
      case when given.commit = 'remote_apply' then given.commit else 'on' end, false)
  from given, needed
  where current_setting(name, true) is not null
  group by given.commit, given.encoding, given.triggers, given.backend, given.timeline`;
}

/** What the server said when the session was set. */
export interface Session {
  /** `synchronous_commit`, as the administrator had it. */
  commit: string;
  /** `server_encoding`. */
  encoding: string;
  /** `session_replication_role`. Only a superuser may set it. */
  triggers: string;
  /** Its process on the server. Behind a pooler the driver's own `processID` is the pooler's. */
  backend: number;
  /** As the hosts compare it; null for a server that accepts no writes, and where it was not read. */
  timeline: string | null;
}

/** Returns why the service cannot work with this database, or undefined. */
export function findObstacle({ encoding, triggers }: Session): string | undefined {
  if (encoding !== "UTF8") {
    return `its encoding is ${encoding}. Create the database with encoding UTF8`;
  }
  if (triggers !== "origin") {
    return `session_replication_role is ${triggers}, which switches its triggers off. ` +
      "Reset that setting of the role or the database";
  }
  return undefined;
}
