import { randomBytes, timingSafeEqual } from "node:crypto";
import { argon2id, type Argon2idHash } from "./argon2id.ts";

// Salt and hash have at least the minimum lengths of the PHC format: 8 and 12 bytes.
const form =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z\d+/]{11,64})\$([A-Za-z\d+/]{16,86})$/;

function formatPhcString(
  { memory, passes, parallelism, salt, hash }: Argon2idHash,
): string {
  const settings = `m=${memory},t=${passes},p=${parallelism}`;
  return `$argon2id$v=19$${settings}$${unpadded(salt)}$${unpadded(hash)}`;
}

/** Parses a PHC string of argon2id. Throws for any other text. The error does not contain the text. */
function parsePhcString(text: string): Argon2idHash {
  const [, memory, passes, parallelism, salt, hash] = form.exec(text) ?? [];
  if (salt === undefined || hash === undefined) throw malformed();
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: bytesOf(salt),
    hash: bytesOf(hash),
  };
}

/** Returns base64 without padding, as PHC strings have it. */
function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

function bytesOf(text: string): Buffer {
  const bytes = Buffer.from(text, "base64");
  // Node ignores invalid base64, such as a surplus digit.
  if (unpadded(bytes) !== text) throw malformed();
  return bytes;
}

function malformed(): Error {
  return new Error("Cannot parse a password hash: it is not a PHC string of argon2id");
}

/** OWASP's parameters for argon2id: memory in KiB, passes, lanes. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1 };
const saltLength = 16;
const hashLength = 32;

/**
 * Returns the argon2id hash of a password as a PHC string, with a new salt or the salt of `saltOf` (core's port).
 * Throws SERVICE_UNAVAILABLE if too many wait.
 */
export async function hashPassword(
  password: string,
  { saltOf, from }: { saltOf?: string; from?: string } = {},
): Promise<string> {
  const salt = saltOf === undefined ? randomBytes(saltLength) : parsePhcString(saltOf).salt;
  const hash = await argon2id(password, { ...parameters, salt, length: hashLength, from });
  return formatPhcString({ ...parameters, salt, hash });
}

/** Hashed if there is no account, so that an unknown account takes as long as a known one. */
const placeholder: Argon2idHash = {
  ...parameters,
  salt: Buffer.alloc(saltLength),
  hash: Buffer.alloc(hashLength),
};

/**
 * Returns the PHC strings that match a password (core's port). Hashes the password once for each distinct salt, and once
 * if there is no string. So no string, one string, and several strings with one salt take the same time.
 * Throws SERVICE_UNAVAILABLE if too many wait, and an Error for a damaged string, which is not a wrong password.
 */
export async function matchPassword(
  password: string,
  hashes: readonly string[],
  { from }: { from?: string } = {},
): Promise<string[]> {
  const expected = hashes.map((text) => ({ text, ...parsePhcString(text) }));
  const bySettings = Map.groupBy(expected, settingsOf);
  if (bySettings.size === 0) await hashLike(placeholder, { password, from });
  const matching: string[] = [];
  for (const group of bySettings.values()) {
    const actual = await hashLike(group[0]!, { password, from });
    for (const { text, hash } of group) if (timingSafeEqual(actual, hash)) matching.push(text);
  }
  return matching;
}

function hashLike(
  { hash, memory, passes, parallelism, salt }: Argon2idHash,
  { password, from }: { password: string; from: string | undefined },
): Promise<Buffer> {
  return argon2id(password, { memory, passes, parallelism, salt, length: hash.length, from });
}

function settingsOf({ salt, hash, memory, passes, parallelism }: Argon2idHash): string {
  return [salt.toString("base64"), hash.length, memory, passes, parallelism].join();
}
