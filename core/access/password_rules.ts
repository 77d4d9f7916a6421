import type { Fault } from "../errors.ts";
import { validationError } from "../errors.ts";
import { type MessageKey, say } from "../messages.ts";
import type { CommonPasswords } from "../platform.ts";
import { minPasswordLength } from "./password.ts";

/** The person that a password is for. */
export interface PasswordOwner {
  name: string;
  email: string;
  organizationName: string;
}

/** At least this number of characters must be left without what everybody guesses (core/access/README.md 3). */
const minLeft = 8;
/** Shorter words are in too many passwords by chance. */
const minWordLength = 3;
const minDistinct = 5;
/** A run of fewer characters is in too many words by chance, such as "stu". */
const minRun = 4;

const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop[]",
  "qwertzuiopü+",
  "asdfghjkl;'",
  "asdfghjklöä#",
  "zxcvbnm,./",
  "yxcvbnm,.-",
];
/** Every two neighbours, in both directions. */
const steps = new Set(
  rows.flatMap((row) => [row, [...row].toReversed().join("")])
    .flatMap((row) => [...row].slice(1).map((next, i) => row[i]! + next)),
);

/**
 * Refuses a new password that is easily guessed (core/access/README.md 3). Throws VALIDATION_ERROR on `field` with the
 * reason.
 */
export async function requireGoodPassword(
  { isCommonPassword }: CommonPasswords,
  password: string,
  { field, owner }: Pick<Fault, "field"> & { owner: PasswordOwner },
): Promise<void> {
  const text = password.toLowerCase();
  const key = faultOf(text, owner) ?? (await isCommonPassword(text) ? "commonPassword" : null);
  if (key) throw validationError({ field, message: say(key) });
}

type Reason = MessageKey & ("repeatedPassword" | "sequentialPassword" | "personalPassword");

function faultOf(text: string, owner: PasswordOwner): Reason | null {
  if (isRepeated(text)) return "repeatedPassword";
  if (lengthWithoutRuns(text) < minLeft) return "sequentialPassword";
  if (lengthWithout(wordsOf(owner), text) < minLeft) return "personalPassword";
  return null;
}

/** Returns whether a text has few different characters, or repeats a text that is too short to be a password. */
function isRepeated(text: string): boolean {
  if (new Set(text).size < minDistinct) return true;
  for (let period = 1; period < minPasswordLength && period * 2 <= text.length; period += 1) {
    if (text.slice(period) === text.slice(0, -period)) return true;
  }
  return false;
}

/** Counts the characters of a text; each run of neighbours in the alphabet or on a keyboard is one. */
function lengthWithoutRuns(text: string): number {
  let count = 0;
  let run = 0;
  const add = () => count += run >= minRun ? 1 : run;
  let last = "";
  for (const character of text) {
    if (last && !steps.has(last + character)) {
      add();
      run = 0;
    }
    run += 1;
    last = character;
  }
  add();
  return count;
}

/** Returns the words of the name, the e-mail address and the organization, the longest first. */
function wordsOf({ name, email, organizationName }: PasswordOwner): string[] {
  const texts = [name, email, organizationName].map((one) => one.toLowerCase());
  const words = texts.flatMap((one) => one.split(/[^\p{L}\p{N}]+/u))
    .concat(texts.map((one) => one.replaceAll(/\s/gu, "")));
  return [...new Set(words)].filter((word) => word.length >= minWordLength)
    .sort((one, other) => other.length - one.length);
}

/** Counts the characters of a text that are not in one of the words and no spaces. */
function lengthWithout(words: readonly string[], text: string): number {
  const left = words.reduce((rest, word) => rest.replaceAll(word, " "), text);
  return [...left.replaceAll(/\s/gu, "")].length;
}
