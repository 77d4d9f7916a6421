import type { Logger } from "pino";
import { settingNames } from "./configuration.ts";

/** A variable of the environment that the service does not know, and the setting that was probably meant. */
export interface UnknownSetting {
  name: string;
  nearest: string;
}

/** Shorter names are near to names of other programs by chance, such as POST to PORT. */
const minLength = 8;
const maxEdits = 2;

/**
 * Finds variables whose names are nearly those of settings, such as `DATABSE_POOL_SIZE`. All other unknown variables
 * belong to other programs.
 */
export function unknownSettings(
  environment: Readonly<Record<string, string | undefined>>,
): UnknownSetting[] {
  const known = settingNames.filter(({ length }) => length >= minLength);
  return Object.keys(environment).filter((name) => !settingNames.includes(name)).flatMap((name) => {
    const near = known
      .filter(({ length }) => Math.abs(length - name.length) <= maxEdits)
      .map((nearest) => ({ name, nearest, edits: editsBetween(name.toUpperCase(), nearest) }))
      .filter(({ edits }) => edits <= maxEdits)
      .toSorted((one, other) => one.edits - other.edits);
    return near.slice(0, 1).map(({ nearest }) => ({ name, nearest }));
  });
}

/** Logs a warning for each variable that `unknownSettings` finds. */
export function warnOfUnknownSettings(
  environment: Readonly<Record<string, string | undefined>>,
  log: Pick<Logger, "warn">,
): void {
  for (const { name, nearest } of unknownSettings(environment)) {
    log.warn({ variable: name, nearest }, "this variable is unknown and has no effect");
  }
}

/** Returns the number of characters to insert, delete or replace between two texts (Levenshtein distance). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, character] of [...one].entries()) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j += 1) {
      const replaced = row[j]! + (character === other[j] ? 0 : 1);
      next.push(Math.min(replaced, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
