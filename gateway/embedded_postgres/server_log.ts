import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "./data_folder.ts";

/**
 * Settings with which the server logs its own events and no data of clients (gateway/embedded_postgres/README.md 1). The
 * service logs the errors of its statements itself, without data.
 */
export const logSettings = {
  // LOG, FATAL and PANIC. Messages of ERROR, which has a lower severity here, quote values.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  // Omits DETAIL, HINT, QUERY and CONTEXT: they quote rows, and after a crash the running statement.
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

/** An entry that these settings do not allow, with its continuation lines. */
const unwantedEntry =
  /^(?!\t)[^\n]*?\b(?:STATEMENT|DETAIL|HINT|QUERY|CONTEXT|ERROR|WARNING|NOTICE|INFO): [^\n]*\n?(?:\t[^\n]*\n?)*/gm;

/**
 * Prepares the log for the next server, after the previous one has ended. Denies other users the access, empties a large
 * file, and removes entries of a PANIC or of other settings. Returns its size: later content is the next server's.
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
