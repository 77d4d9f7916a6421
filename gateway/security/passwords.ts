import { randomBytes, timingSafeEqual } from "node:crypto";
import { argon2id, type Argon2idHash } from "./argon2id.ts";

// Salt and hash as long as the PHC string format has them at the least, 8 and 12 bytes.
const form =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z\d+/]{11,64})\$([A-Za-z\d+/]{16,86})$/;

function formatPhcString(
  { memory, passes, parallelism, salt, hash }: Argon2idHash,
): string {
  const settings = `m=${memory},t=${passes},p=${parallelism}`;
  return `$argon2id$v=19$${settings}$${unpadded(salt)}$${unpadded(hash)}`;
}

/** Throws for anything but a whole PHC string of argon2id; the error does not hold the text. */
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

/** Base64 as PHC strings have it: the standard alphabet without padding. */
function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

function bytesOf(text: string): Buffer {
  const bytes = Buffer.from(text, "base64");
  // Node reads over what is not Base64, such as a digit too many.
  if (unpadded(bytes) !== text) throw malformed();
  return bytes;
}

function malformed(): Error {
  return new Error("Cannot read the hash of a password: it is no PHC string of argon2id");
}

/** OWASP's parameters for argon2id: memory in KiB, passes, lanes. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1 };
const saltLength = 16;
const hashLength = 32;

/**
 * Returns the argon2id hash of a password as a PHC string, with a new salt or that of `saltOf` (core's port).
 * Throws SERVICE_UNAVAILABLE when too many wait.
 */
export async function hashPassword(password: string, saltOf?: string): Promise<string> {
  const salt = saltOf === undefined ? randomBytes(saltLength) : parsePhcString(saltOf).salt;
  const hash = await argon2id(password, { ...parameters, salt, length: hashLength });
  return formatPhcString({ ...parameters, salt, hash });
}

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
