import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { chmod, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

/** The file that is written last. A folder without it is not a complete backup. Its form is that of `sha256sum`. */
export const sumsFile = "SHA256SUMS";

/** A file of a backup, with its SHA-256 in hex. */
export interface FileSum {
  name: string;
  sha256: string;
}

/**
 * Creates the folder of a new backup for this user only. Throws if it has files. Returns the outermost folder that it
 * created; undefined if `path` existed.
 */
export async function createBackupFolder(path: string): Promise<string | undefined> {
  const created = await mkdir(path, { recursive: true, mode: 0o700 });
  if ((await readdir(path)).length > 0) {
    throw new Error(`Cannot back up: ${path} is not empty. Use a new folder for each backup`);
  }
  await chmod(path, 0o700);
  return created;
}

/** Writes a file of the backup through `transforms` to the disk. */
export async function writeBackupFile(
  folder: string,
  name: string,
  content: Readable,
  { transforms = [], signal }: { transforms?: NodeJS.ReadWriteStream[]; signal?: AbortSignal } = {},
): Promise<FileSum & { bytes: number }> {
  const path = join(folder, name);
  const hash = createHash("sha256");
  const file = createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });
  await pipeline([content, ...transforms, hashing(hash), file], signal ? { signal } : {});
  return { name, sha256: hash.digest("hex"), bytes: file.bytesWritten };
}

/** Completes a backup: writes the sums of its files, under another name first, so that the file is never half written. */
export async function completeBackup(folder: string, files: readonly FileSum[]): Promise<void> {
  const text = files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join("");
  const temporary = `${sumsFile}.incomplete`;
  await writeBackupFile(folder, temporary, Readable.from([text]));
  await rename(join(folder, temporary), join(folder, sumsFile));
  await syncFolder(folder);
}

/** Writes the names of a folder to the disk, so that a renamed file keeps its new name if the machine stops. */
export async function syncFolder(path: string): Promise<void> {
  const opened = await open(path);
  await opened.sync().finally(() => opened.close());
}

/** Deletes the files of a backup that failed, and its folders from `created` on. */
export async function discardBackup(folder: string, created: string | undefined): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name));
  if (created === undefined) return;
  for (let one = folder; one.startsWith(created); one = dirname(one)) {
    // Another program may use an outer one by now.
    await rmdir(one).catch(() => {});
  }
}

/** Reads the sums of a complete backup. Throws if it is incomplete or damaged. */
export async function readSums(folder: string): Promise<Map<string, string>> {
  let text: string;
  try {
    text = await readFile(join(folder, sumsFile), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const isThere = await stat(folder).catch(() => undefined);
    throw new Error(
      isThere
        ? `Cannot restore: ${folder} has no ${sumsFile}, so it is not a complete backup. ` +
          "The backup was interrupted, or files are missing. Use another backup"
        : `Cannot restore: there is no folder ${folder}. Correct --from`,
      { cause: error },
    );
  }
  const lines = text.trimEnd().split("\n").map((line) => /^([0-9a-f]{64}) {2}([\w.]+)$/.exec(line));
  if (lines.includes(null)) throw damaged(folder, sumsFile);
  return new Map(lines.map((line) => [line![2]!, line![1]!]));
}

/** Reads a file of the backup. The stream fails before its end if the file is not the one that was written. */
export function readBackupFile(
  folder: string,
  name: string,
  { sums, transforms = [] }: {
    sums: ReadonlyMap<string, string>;
    transforms?: NodeJS.ReadWriteStream[];
  },
): Readable {
  const hash = createHash("sha256");
  const expected = sums.get(name);
  const checking = hashing(hash, () => {
    if (hash.digest("hex") !== expected) throw damaged(folder, name);
  });
  return joined(folder, name, [createReadStream(join(folder, name)), checking, ...transforms]);
}

/** Reads a small file of the backup. */
export async function readBackupText(
  folder: string,
  name: string,
  sums: ReadonlyMap<string, string>,
): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of readBackupFile(folder, name, { sums })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Joins streams into one whose error is the first error of any of them. */
function joined(folder: string, name: string, streams: NodeJS.ReadableStream[]): Readable {
  async function* rows(): AsyncGenerator<Buffer> {
    const last = streams.at(-1) as Readable;
    const done = streams.length > 1
      ? pipeline(streams as never, { end: true }).catch((error: unknown) => error)
      : undefined;
    try {
      for await (const chunk of last) yield chunk as Buffer;
    } catch (error) {
      throw toDamage(folder, name, (await done) ?? error);
    }
  }
  return Readable.from(rows(), { objectMode: false });
}

function toDamage(folder: string, name: string, error: unknown): unknown {
  const { code = "", message = "" } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") {
    return new Error(
      `Cannot restore: ${join(folder, name)} is missing. Nothing was changed. Use another backup`,
      { cause: error },
    );
  }
  const isOfContent = code.startsWith("ZSTD") || code.startsWith("Z_") ||
    /zstd|end of file/i.test(message);
  return isOfContent ? damaged(folder, name) : error;
}

function damaged(folder: string, name: string): Error {
  return new Error(
    `Cannot restore: ${name} in ${
      basename(folder)
    } is damaged. Nothing was changed. Use another backup. ` +
      `This lists all damaged files: cd ${folder} && sha256sum --check ${sumsFile}`,
  );
}

function hashing(hash: Hash, onEnd?: () => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      try {
        onEnd?.();
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
}
