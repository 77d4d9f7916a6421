import { readFileSync } from "node:fs";

/** Files for the database, the log, the dashboard and webhooks. */
const reserved = 256;

/** Returns the maximum number of connections by the limit on open files, or Infinity if the limit is unknown. */
export function maxSockets(): number {
  const limit = readLimit();
  return Math.max(limit - reserved, Math.floor(limit / 2));
}

/** Reads the soft limit, which Node has raised to the hard limit. */
function readLimit(): number {
  try {
    const found = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"));
    return found ? Number(found[1]) : Infinity;
  } catch {
    // Not Linux.
    return Infinity;
  }
}
