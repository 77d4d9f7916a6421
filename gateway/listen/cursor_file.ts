import { readFile, rename, writeFile } from "node:fs/promises";

/** Keeps the cursor between runs. */
export interface CursorFile {
  /** Returns the kept cursor; undefined if there is none yet. */
  read(): Promise<string | undefined>;
  write(cursor: string): Promise<void>;
}

/** Keeps the cursor in a file; nowhere without a path. */
export function createCursorFile(path: string | undefined): CursorFile {
  if (path === undefined) return { read: async () => undefined, write: async () => {} };
  let last: string | undefined;
  return {
    async read() {
      try {
        return last = (await readFile(path, "utf8")).trim();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    async write(cursor) {
      if (cursor === last) return;
      // Renamed, so that a crash leaves the old cursor or the new one.
      await writeFile(`${path}.new`, cursor);
      await rename(`${path}.new`, path);
      last = cursor;
    },
  };
}
