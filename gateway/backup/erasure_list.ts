import { rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { syncFolder } from "./backup_folder.ts";
import { folderFaults } from "./fault.ts";

const faults: Record<string, string> = {
  ...folderFaults,
  ENOENT: "the folder does not exist. Create it",
  EISDIR: "it is a folder. Name a file",
  EEXIST: "another command is writing it. Try again",
};

/** Replaces the file by the list of erasures, for this user only. A write that fails leaves the old file. */
export async function writeErasureList(path: string, list: object): Promise<void> {
  const temporary = `${path}.new`;
  try {
    // A command that was killed leaves it.
    await rm(temporary, { force: true });
    const text = `${JSON.stringify(list)}\n`;
    await writeFile(temporary, text, { flag: "wx", mode: 0o600, flush: true });
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    const { code = "", message } = error as NodeJS.ErrnoException;
    const why = faults[code] ?? message;
    throw new Error(`Cannot write the list of erasures to ${path}: ${why}`, { cause: error });
  }
}
