import { ConfigurationError } from "./configuration.ts";
import { DataDirInUseError } from "../embedded_postgres/mod.ts";
import { safeMessage } from "./log.ts";

/** What the line about a failed start may name; both are safe to show. */
export interface StartedWith {
  databaseName: string;
  dataDir: string;
}

const checkUrl = "Check DATABASE_URL, or leave it unset for the embedded Postgres";

const databaseFaults: Record<string, string> = {
  ECONNREFUSED: `nothing listens there. Start that Postgres. ${checkUrl}`,
  ENOTFOUND: `its host name is unknown. ${checkUrl}`,
  EAI_AGAIN: `its host name cannot be looked up. ${checkUrl}`,
  ETIMEDOUT: `it does not answer. ${checkUrl}`,
  EHOSTUNREACH: `no network leads there. ${checkUrl}`,
  ENETUNREACH: `no network leads there. ${checkUrl}`,
  ECONNRESET: `it closed the connection. ${checkUrl}`,
  "28P01": "the user name or the password is wrong. Correct them in DATABASE_URL",
  "28000": "this user may not connect. Correct the user in DATABASE_URL, or pg_hba.conf there",
  "3D000": "there is no database of that name. Make it with createdb, or correct DATABASE_URL",
  "42501": "its user may not create what the service keeps there. Grant it CREATE on schema public",
  "3F000": "it has no schema public. Create it, and grant its user CREATE on it",
  "25006": "it is a standby, which takes no writes. Point DATABASE_URL to the primary",
  "42P07":
    "a table that the service creates is there already. Use an empty database or another DATA_DIR",
  "53300": "it has no connection left. Raise its max_connections, or lower DATABASE_POOL_SIZE",
  "57P03": "it is still starting. Start again in a moment",
};

const folderFaults: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  ENOTDIR: "something on the way there is no folder",
  EEXIST: "it is no folder",
};

/** One plain line about a failed start: what could not be done, why, and how to mend it. */
export function describeStartFault(error: unknown, startedWith?: StartedWith): string {
  if (error instanceof ConfigurationError || error instanceof DataDirInUseError) {
    return error.message;
  }
  for (const cause of causesOf(error)) {
    const { code = "", path } = cause as NodeJS.ErrnoException;
    if (cause.message.startsWith("Cannot ")) return cause.message;
    if (startedWith && databaseFaults[code] !== undefined && path === undefined) {
      return `Cannot use ${startedWith.databaseName}: ${databaseFaults[code]}`;
    }
    if (startedWith && folderFaults[code] !== undefined && path !== undefined) {
      const mend = `Mend that, or set DATA_DIR (now ${startedWith.dataDir}) to another folder`;
      return `Cannot use ${path}: ${folderFaults[code]}. ${mend}`;
    }
    if (startedWith && /timeout/i.test(cause.message) && code === "") {
      return `Cannot use ${startedWith.databaseName}: ${databaseFaults["ETIMEDOUT"]}`;
    }
  }
  const message = error instanceof Error
    ? [...new Set(causesOf(error).map(safeMessage))].join(": ")
    : String(error);
  return `Cannot start: ${message}. LOG_LEVEL=debug logs where it happened`;
}

/** The error and what lies beneath it; a host with two addresses fails with an error for each. */
function causesOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const several = error instanceof AggregateError ? error.errors.flatMap(causesOf) : [];
  return [error, ...several, ...causesOf(error.cause)];
}
