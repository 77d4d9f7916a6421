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

/** Creates the data folder if necessary, denies other users the access, and returns its real path. */
export function openDataFolder(path: string, log: Log): string {
  const made = mkdirSync(resolve(path), { recursive: true, mode: 0o700 }) !== undefined;
  const dataDir = realpathSync(path);
  if (!made && (statSync(dataDir).mode & 0o077) !== 0) {
    // Never restrict a folder with other content, such as /tmp. Our files in it are restricted.
    if (isOurs(dataDir)) chmodSync(dataDir, 0o700);
    else log.warn({ dataDir }, "the data folder has other files, and other users can enter it");
  }
  return dataDir;
}

function isOurs(dataDir: string): boolean {
  return readdirSync(dataDir).length === 0 || existsSync(join(dataDir, "postgres.json"));
}

/** Replaces a file atomically: readers, also after a crash, find either the old or the new content. */
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

/** Syncs a folder, so that renames and new files in it survive a loss of power. */
export function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
