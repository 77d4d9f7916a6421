const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Generates `length` base62 characters with equal probability (5.95 random bits per character). */
export function randomBase62(
  length: number,
  { randomBytes }: { randomBytes(length: number): Uint8Array },
): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length + 8)) {
      // 248 is the largest multiple of 62 in a byte. Bytes from 248 on would make some characters more likely.
      if (byte < 248 && text.length < length) text += base62[byte % 62];
    }
  }
  return text;
}

/** Converts a SHA-256 in hex digits to `length` base62 characters, at most 40. */
export function hashToBase62(hash: string, length: number): string {
  let text = "";
  for (let rest = BigInt(`0x${hash}`); text.length < length; rest /= 62n) {
    text += base62[Number(rest % 62n)];
  }
  return text;
}

/** Formats a number from 0 to 2³²−1 as exactly six base62 characters, most significant first. */
export function toBase62(number: number): string {
  let text = "";
  for (let rest = number; text.length < 6; rest = Math.floor(rest / 62)) {
    text = base62[rest % 62] + text;
  }
  return text;
}
