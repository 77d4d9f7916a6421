import { databaseFault } from "../process/start_fault.ts";

/** What is wrong with a folder, and how to fix it, by the code of the error. */
export const folderFaults: Record<string, string> = {
  ENOSPC: "the disk is full. Free some space, or use another folder",
  EACCES: "permission denied for the folder. Correct its permissions, or use another folder",
  EPERM: "permission denied for the folder. Correct its permissions, or use another folder",
  EROFS: "the file system of the folder is read-only. Use another folder",
  ENOTDIR: "the path is not a folder. Correct it",
  EEXIST: "the path is not a folder. Correct it",
};

/** Returns the error of a backup or a restore that says what is wrong and how to fix it, without data of rows. */
export function explained(
  error: unknown,
  { action, signal }: { action: "back up" | "restore"; signal: AbortSignal },
): Error {
  if (signal.aborted) {
    return new Error(`Cannot ${action}: the command was stopped. It left nothing behind`, {
      cause: error,
    });
  }
  const { message, code = "", path, syscall, constraint } = error as
    & NodeJS.ErrnoException
    & { constraint?: string };
  if (message.startsWith("Cannot ")) return error as Error;
  if (code.startsWith("23")) {
    return new Error(
      `Cannot ${action}: the rows break the rule ${constraint} of the schema. Nothing was changed. Use another backup`,
      { cause: error },
    );
  }
  const ofFolder = path !== undefined || syscall === "write" ? folderFaults[code] : undefined;
  const { why, fix } = databaseFault(error);
  return new Error(`Cannot ${action}: ${ofFolder ?? `${why}. ${fix}`}`, { cause: error });
}
