import { ConfigurationError } from "./configuration.ts";
import { DataDirInUseError } from "../embedded_postgres/mod.ts";
import { safeMessage } from "./log.ts";

/** The parts of the configuration that a start error may show. Both contain no secret. */
export interface StartedWith {
  databaseName: string;
  dataDir: string;
}

const checkUrl = "Check DATABASE_URL, or leave it unset for the embedded Postgres";

const databaseFaults: Record<string, string> = {
  ECONNREFUSED: `the connection was refused. Start Postgres there. ${checkUrl}`,
  ENOTFOUND: `the host name is unknown. ${checkUrl}`,
  EAI_AGAIN: `the host name cannot be resolved. ${checkUrl}`,
  ETIMEDOUT: `the server does not answer. ${checkUrl}`,
  EHOSTUNREACH: `the host is unreachable. ${checkUrl}`,
  ENETUNREACH: `the network is unreachable. ${checkUrl}`,
  ECONNRESET: `the server closed the connection. ${checkUrl}`,
  "28P01": "the user name or the password is wrong. Correct DATABASE_URL",
  "28000":
    "the user may not connect. Correct the user in DATABASE_URL, or the server's pg_hba.conf",
  "3D000": "the database does not exist. Create it with createdb, or correct DATABASE_URL",
  "42501": "the user may not create tables. Grant the user CREATE on schema public",
  "3F000": "the schema public does not exist. Create it, and grant the user CREATE on it",
  "25006": "the server is a read-only standby. Set DATABASE_URL to the primary",
  "42P07": "a table of the service already exists. Use an empty database or another DATA_DIR",
  "53100": "the disk of the server is full. Free space there, or enlarge it",
  "53300":
    "the server has no free connection. Raise its max_connections, or lower DATABASE_POOL_SIZE",
  "57P03": "the server is still starting. Try again in a moment",
};

const folderFaults: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of the path is not a folder",
  EEXIST: "it is not a folder",
};

/** Returns one line about a failed start: the step that failed, the reason, and how to fix it. */
export function startFaultMessage(error: unknown, startedWith?: StartedWith): string {
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
      const advice = `Fix this, or set DATA_DIR (now ${startedWith.dataDir}) to another folder`;
      return `Cannot use ${path}: ${folderFaults[code]}. ${advice}`;
    }
    if (startedWith && /timeout/i.test(cause.message) && code === "") {
      return `Cannot use ${startedWith.databaseName}: ${databaseFaults["ETIMEDOUT"]}`;
    }
  }
  const message = error instanceof Error
    ? [...new Set(causesOf(error).map(safeMessage))].join(": ")
    : String(error);
  return `Cannot start: ${message}. Set LOG_LEVEL=debug for the stack trace`;
}

/** A setting that leads to a database. */
export type DatabaseVariable = "DATABASE_URL" | "DATABASE_DIRECT_URL" | "REPORTING_DATABASE_URL";

/** Returns why the database of a setting does not answer and how to fix it. Neither contains a secret. */
export function databaseFault(
  error: unknown,
  variable: DatabaseVariable = "DATABASE_URL",
): { why: string; fix: string } {
  const causes = causesOf(error);
  for (const { code = "" } of causes as NodeJS.ErrnoException[]) {
    const known = databaseFaults[code];
    if (known === undefined) continue;
    const end = known.indexOf(". ");
    return { why: known.slice(0, end), fix: fixFor(variable, known.slice(end + 2)) };
  }
  const why = [...new Set(causes.map(safeMessage))].join(": ") || "unknown";
  return { why, fix: "Check that the server runs and that its address is right" };
}

/** The service replaces only the database of `DATABASE_URL` with the embedded one. */
function fixFor(variable: DatabaseVariable, fix: string): string {
  if (variable === "DATABASE_URL") return fix;
  return fix.replace(checkUrl, "Check DATABASE_URL").replace("DATABASE_URL", variable);
}

/** Returns the error and its causes. A host with two addresses fails with one error for each address. */
function causesOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const several = error instanceof AggregateError ? error.errors.flatMap(causesOf) : [];
  return [error, ...several, ...causesOf(error.cause)];
}
