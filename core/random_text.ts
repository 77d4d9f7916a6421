const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A text of `length` base62 characters, each drawn evenly (5.95 bits of randomness each). */
export function randomBase62(
  length: number,
  { randomBytes }: { randomBytes(length: number): Uint8Array },
): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length + 8)) {
      // 248 is the largest multiple of 62 that a byte holds; what lies above would favour some characters.
      if (byte < 248 && text.length < length) text += base62[byte % 62];
    }
  }
  return text;
}

/** A number from 0 to 2³²−1 as exactly six base62 characters, most significant first. */
export function toBase62(number: number): string {
  let text = "";
  for (let rest = number; text.length < 6; rest = Math.floor(rest / 62)) {
    text = base62[rest % 62] + text;
  }
  return text;
}
