/**
 * A statement that fails if the disk of the server is full (53100). Postgres has no function for the free space. Each
 * exported snapshot is a file in its data folder that takes a block, until the statement ends: 256 KiB together.
 *
 * Why not a write: a row that is replaced within its page needs no space. A growing table would leave dead rows. Sorting
 * on disk leaves nothing, but `log_temp_files` logs it. This statement also runs in a read-only transaction. On a full
 * disk each failure leaves an empty file, which Postgres deletes at its next start.
 */
export const useSpace = "select count(pg_export_snapshot()) from generate_series(1, 64)";

// The role may not call the function, there is none, or the engine does not support it.
const unusable = new Set(["42501", "42883", "0A000"]);

/** Returns whether the statement cannot run here, so that its failure says nothing about the disk. */
export function isUnusable(error: unknown): boolean {
  return unusable.has(String((error as { code?: unknown }).code));
}
