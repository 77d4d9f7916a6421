import { timelineSql } from "../hosts/host_state.ts";

/**
 * The settings that the service's SQL needs. An administrator may have changed any of them for the server, the database
 * or the role. The reason for each is in gateway/persistence/README.md 3.
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

/** Settings that have no effect within a transaction, or that `begin` gives. */
const ofSessions = new Set([
  "default_transaction_isolation",
  "default_transaction_read_only",
  "idle_session_timeout",
]);

const values = Object.entries(settings).map(([name, value]) => `('${name}', '${value}')`);

/**
 * Returns the statements that set up a session, to be sent as one message. `statement_timeout` comes first, so that a
 * short one does not end the rest. Settings that the server's version does not have are skipped.
 *
 * `readsTimeline` is for several hosts only, because an engine that is compatible with Postgres may lack the function.
 */
export function setSession({ readsTimeline }: { readsTimeline: boolean }): string {
  return readsTimeline ? withTimeline : withoutTimeline;
}

const [withTimeline, withoutTimeline] = [setupOf(timelineSql), setupOf("null")];

function setupOf(timeline: string): string {
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
    -- Set even if it is already on: otherwise a reload of the server's configuration could weaken open sessions.
    set_config('synchronous_commit',
      case when given.commit = 'remote_apply' then given.commit else 'on' end, false)
  from given, needed
  where current_setting(name, true) is not null
  group by given.commit, given.encoding, given.triggers, given.backend, given.timeline`;
}

/** The settings of a server behind a pooler that gives each transaction another session. */
export interface SharedSession extends Omit<Session, "backend"> {
  /** The settings of the service that the server's version has. */
  known: string[];
  /** Whether the role may set `session_replication_role`. */
  isSuperuser: boolean;
  /** Whether the pooler passes the names of statements on, so that they belong to a session and not to the connection. */
  passesNames: boolean;
}

/**
 * Returns the statement that reads the settings of a server behind such a pooler. `probe` is the name of a statement
 * that this transaction has prepared. It changes no setting: the session belongs to other clients too.
 */
export function readSharedSession(
  { readsTimeline, probe }: { readsTimeline: boolean; probe: string },
): string {
  return `
  select current_setting('synchronous_commit') as commit,
    current_setting('session_replication_role') as triggers,
    current_setting('server_encoding') as encoding,
    ${readsTimeline ? timelineSql : "null"} as timeline,
    array(select name from (values ${values.join(", ")}) needed (name, value)
      where current_setting(name, true) is not null) as known,
    (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
    exists (select from pg_prepared_statements where name = '${probe}') as "passesNames"`;
}

/** The beginnings of transactions in a shared session. They give it every setting that the service needs. */
export interface SharedBegin {
  /** For transactions that may write. */
  write: string;
  /** For transactions that only read. */
  read: string;
}

/**
 * Returns the settings of a transaction in a shared session. SET LOCAL costs a third of `set_config`, which Postgres
 * would parse and plan each time.
 *
 * Triggers must be switched on. A superuser sets that too. For any other role Postgres refuses to set it, so the last
 * statement fails if the triggers are switched off, and so does the transaction.
 */
export function localSettings({ known, commit, isSuperuser }: SharedSession): SharedBegin {
  const read = [
    ...Object.entries(settings).filter(([name]) => known.includes(name) && !ofSessions.has(name)),
    ["synchronous_commit", commit === "remote_apply" ? commit : "on"],
    ...(isSuperuser ? [["session_replication_role", "origin"]] : []),
  ].map(([name, value]) => `set local ${name} = '${value}'`).join("; ");
  return { read, write: isSuperuser ? read : `${read}; ${requireTriggers}` };
}

const requireTriggers = `select set_config('session_replication_role', 'origin', true)
  where current_setting('session_replication_role') <> 'origin'`;

/** The answer of the server to `setSession`. */
export interface Session {
  /** `synchronous_commit` before the service changed it. */
  commit: string;
  /** `server_encoding`. */
  encoding: string;
  /** `session_replication_role`. Only a superuser may set it. */
  triggers: string;
  /** The process id on the server. Behind a pooler, the driver's `processID` is that of the pooler. */
  backend: number;
  /** See `timelineSql`; null also if it was not read. */
  timeline: string | null;
}

/** Returns why the service cannot work with this database, or undefined. */
export function findObstacle(
  { encoding, triggers }: Pick<Session, "encoding" | "triggers">,
): string | undefined {
  if (encoding !== "UTF8") {
    return `its encoding is ${encoding}. Create the database with the encoding UTF8`;
  }
  if (triggers !== "origin") {
    return `session_replication_role is ${triggers}, which switches triggers off. ` +
      "Reset that setting of the role or the database";
  }
  return undefined;
}
