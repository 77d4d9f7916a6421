import { timingSafeEqual } from "node:crypto";
import { argon2id } from "./argon2id.ts";
import { hashLength, parameters, saltLength } from "./hash_password.ts";
import { type Argon2idHash, parsePhcString } from "./phc_string.ts";

/** What is checked where there is no account, so that it costs what any other costs. */
const nobody: Argon2idHash = {
  ...parameters,
  salt: Buffer.alloc(saltLength),
  hash: Buffer.alloc(hashLength),
};

/**
 * Returns those of some PHC strings that are of this password (core's port). Hashes the password once for each
 * distinct salt, and once without any string: no hash, one, and several with one salt take the same time.
 * Throws SERVICE_UNAVAILABLE when too many wait, and an Error for a string that is damaged: that is no wrong
 * password.
 */
export async function matchPassword(
  password: string,
  hashes: readonly string[],
): Promise<string[]> {
  const expected = hashes.map((text) => ({ text, ...parsePhcString(text) }));
  const bySettings = Map.groupBy(expected, settingsOf);
  if (bySettings.size === 0) await hashLike(nobody, password);
  const matching: string[] = [];
  for (const group of bySettings.values()) {
    const actual = await hashLike(group[0]!, password);
    for (const { text, hash } of group) if (timingSafeEqual(actual, hash)) matching.push(text);
  }
  return matching;
}

function hashLike({ hash, ...settings }: Argon2idHash, password: string): Promise<Buffer> {
  return argon2id(password, { ...settings, length: hash.length });
}

function settingsOf({ salt, hash, memory, passes, parallelism }: Argon2idHash): string {
  return [salt.toString("base64"), hash.length, memory, passes, parallelism].join();
}
