import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "./data_folder.ts";

/**
 * With these the server logs its own life and nothing of what clients send (gateway/embedded_postgres/README.md 1). The service logs the
 * errors of its statements by itself, without the data in them.
 */
export const logSettings = {
  // In the order of severities of a server's log: LOG, FATAL and PANIC. Messages of ERROR quote values.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  // Without DETAIL, HINT, QUERY and CONTEXT: they quote rows, and after a crash the statement that ran.
  log_error_verbosity: "terse",
  log_statement: "none",
  log_duration: "off",
  log_min_duration_statement: "-1",
  log_min_duration_sample: "-1",
  log_transaction_sample_rate: "0",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
  log_lock_waits: "off",
};

const maxBytes = 10 * 1024 * 1024;

/** An entry that these settings do not let through, with its continued lines. */
const unwantedEntry =
  /^(?!\t)[^\n]*?\b(?:STATEMENT|DETAIL|HINT|QUERY|CONTEXT|ERROR|WARNING|NOTICE|INFO): [^\n]*\n?(?:\t[^\n]*\n?)*/gm;

/**
 * Prepares the log for the next server; the one before has ended. Closes it to other users, empties it if it
 * has grown too large, and removes what a server with other settings, or one that ended in a PANIC,
 * left in it. Returns its size: what comes after is the next server's.
 */
export function prepareServerLog(dataDir: string): { path: string; size: number } {
  const path = join(dataDir, "postgres.log");
  const size = sizeOf(path);
  if (size === undefined) return { path, size: 0 };
  const text = size > maxBytes ? "" : readFileSync(path, "utf8");
  const kept = text.replaceAll(unwantedEntry, "");
  if (size > maxBytes || kept !== text) replaceFile(path, kept);
  else chmodSync(path, 0o600);
  return { path, size: Buffer.byteLength(kept) };
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
