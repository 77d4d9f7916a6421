import { readFileSync } from "node:fs";

/** For the database, the log, files and webhooks. */
const reserved = 256;

/** Returns how many connections this process may hold by its limit on open files; Infinity where that is unknown. */
export function maxSockets(): number {
  const limit = readLimit();
  return Math.max(limit - reserved, Math.floor(limit / 2));
}

/** Node has raised the soft limit to the hard one. */
function readLimit(): number {
  try {
    const found = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"));
    return found ? Number(found[1]) : Infinity;
  } catch {
    // Not Linux.
    return Infinity;
  }
}
