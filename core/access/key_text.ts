import type { Environment } from "../environment.ts";
import { randomBase62, toBase62 } from "../random_text.ts";

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 (ISO 3309, as in zip and Ethernet) of an ASCII text, as an unsigned 32-bit number. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i += 1) {
    crc = (crc >>> 8) ^ table[(crc ^ text.charCodeAt(i)) & 0xff]!;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const prefixes = { LIVE: "mk_live_", TEST: "mk_test_" } as const;

const randomLength = 36;

const keyForm = new RegExp(`^mk_(?:live|test)_[0-9A-Za-z]{${randomLength + 6}}$`);

/** Generates a key: prefix, 36 random base62 characters, checksum (core/access/README.md 6). */
export function generateKey(
  environment: Environment,
  random: { randomBytes(length: number): Uint8Array },
): string {
  const body = prefixes[environment] + randomBase62(randomLength, random);
  return body + toBase62(crc32(body));
}

/** Returns whether a text has the form and checksum of a key. Junk is refused without a query. */
export function isWellFormedKey(text: string): boolean {
  return keyForm.test(text) && text.slice(-6) === toBase62(crc32(text.slice(0, -6)));
}

/** Returns the masked form of a key: `mk_live_****a1B2`. */
export function maskKey(key: string): string {
  return `${key.slice(0, prefixes.LIVE.length)}****${key.slice(-4)}`;
}
