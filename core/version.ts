import { DomainError } from "./errors.ts";
import { wholeNumberField } from "./input.ts";
import { say } from "./messages.ts";

/** The version of the row that the caller has read. A change without it is made whatever the version is. */
export const versionField = wholeNumberField(
  1,
  Infinity,
  "The version that was read; the change is refused if there is a newer one",
).optional();

/**
 * Throws CONFLICT if the row has changed since the caller has read it, so that no save undoes another one unseen. The
 * database raises the version with each change. Call it under the lock of the row.
 */
export function requireVersion(row: { version: number }, read: number | undefined): void {
  if (read === undefined || read === row.version) return;
  throw changedMeanwhile();
}

/**
 * Throws CONFLICT if a field has another value than the caller has seen and than the caller wants, so that no edit undoes
 * another one unseen. A field that the caller has not named is not compared. Call it under the lock of the row.
 */
export function requireSeenFields<T extends object>(
  seen: Some<T> | null | undefined,
  { now, wanted }: { now: T; wanted: Some<T> },
): void {
  for (const field of Object.keys(seen ?? {}) as (keyof T)[]) {
    const isNew = seen![field] !== undefined && now[field] !== seen![field];
    if (isNew && now[field] !== wanted[field]) throw changedMeanwhile();
  }
}

type Some<T> = { [K in keyof T]?: T[K] | undefined };

/** The refusal of a change that was made from values that are not the present ones. */
export function changedMeanwhile(): DomainError {
  return new DomainError(
    "CONFLICT",
    say("changedMeanwhile"),
  );
}
