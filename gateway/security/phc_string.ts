/** What a PHC string of argon2id says. */
export interface Argon2idHash {
  /** In KiB. */
  memory: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
  hash: Buffer;
}

// Salt and hash as long as the PHC string format has them at the least, 8 and 12 bytes.
const form =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z\d+/]{11,64})\$([A-Za-z\d+/]{16,86})$/;

export function formatPhcString(
  { memory, passes, parallelism, salt, hash }: Argon2idHash,
): string {
  const settings = `m=${memory},t=${passes},p=${parallelism}`;
  return `$argon2id$v=19$${settings}$${unpadded(salt)}$${unpadded(hash)}`;
}

/** Throws for anything but a whole PHC string of argon2id; the error does not hold the text. */
export function parsePhcString(text: string): Argon2idHash {
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
