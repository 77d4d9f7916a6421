import { randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import type { Log } from "./log.ts";

/** Makes the data folder if need be, closes it to other users and returns its real path. */
export function openDataFolder(path: string, log: Log): string {
  const made = mkdirSync(resolve(path), { recursive: true, mode: 0o700 }) !== undefined;
  const dataDir = realpathSync(path);
  if (!made && (statSync(dataDir).mode & 0o077) !== 0) {
    // Never close a folder that serves others too, such as /tmp: what we put in it is closed.
    if (isOurs(dataDir)) chmodSync(dataDir, 0o700);
    else log.warn({ dataDir }, "The data folder holds other files and others may enter it");
  }
  return dataDir;
}

function isOurs(dataDir: string): boolean {
  return readdirSync(dataDir).length === 0 || existsSync(join(dataDir, "postgres.json"));
}

/** Replaces a file so that a reader, or a crash, finds the old content or the new, whole. */
export function replaceFile(path: string, content: string): void {
  const temporary = `${path}.${randomUUID()}`;
  const file = openSync(temporary, "wx", 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}

/** Makes the renames and new files in a folder survive a loss of power. */
export function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
