import { createHmac, hash, randomBytes as nodeRandomBytes } from "node:crypto";

/** Returns the SHA-256 of a text as 64 lowercase hex digits. The one-shot function is faster, and each API call needs it. */
export function sha256(text: string): string {
  return hash("sha256", text, "hex");
}

/** Returns the 32 bytes of an HMAC-SHA256 (core's port). */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  return createHmac("sha256", key).update(message).digest();
}

/** Returns bytes of the operating system's generator (core's port). */
export function randomBytes(length: number): Uint8Array {
  return nodeRandomBytes(length);
}
