import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, cp, lstat, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

const abandonedAfterMs = 60 * 60 * 1000;

/**
 * Copies a folder to `target` unless it exists, readable by all users. Returns `target`. The copy gets this name only
 * when it is complete, so concurrent starts find a complete copy.
 */
export async function copyForAll(folder: string, target: string): Promise<string> {
  if (existsSync(target)) return target;
  const parent = dirname(target);
  // mkdir applies the umask, and root's umask may deny others the access.
  if ((await mkdir(parent, { recursive: true })) !== undefined) await chmod(parent, 0o755);
  await removeAbandonedCopies(target);
  const copy = `${target}.copying-${randomUUID()}`;
  try {
    // Links point to files of the same folder. Resolved links would point back into the original folder.
    await cp(folder, copy, { recursive: true, verbatimSymlinks: true });
    await openForAll(copy);
    await rename(copy, target);
  } catch (cause) {
    await rm(copy, { recursive: true, force: true });
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== "ENOTEMPTY" && code !== "EEXIST") {
      throw new Error(
        `Cannot copy the Postgres binaries from ${folder} to ${target}, where its user can read ` +
          "them. Move the service to a folder that all users may enter, or set DATABASE_URL",
        { cause },
      );
    }
  }
  return target;
}

async function openForAll(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  for (const path of [folder, ...names.map((name) => join(folder, name))]) {
    const entry = await lstat(path);
    if (entry.isSymbolicLink()) continue;
    await chmod(path, (entry.mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

/** Removes the copies of killed starts, 60 MB each. Keeps young copies, which another start may still be writing. */
async function removeAbandonedCopies(target: string): Promise<void> {
  const parent = dirname(target);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(target)}.copying-`)) continue;
    const path = join(parent, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || Date.now() - found.mtimeMs < abandonedAfterMs) continue;
    await rm(path, { recursive: true, force: true });
  }
}
