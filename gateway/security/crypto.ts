import { createHmac, hash, randomBytes as nodeRandomBytes } from "node:crypto";

/** The SHA-256 of a text, as 64 lowercase hex digits; the one-shot call, because each API call makes it. */
export function sha256(text: string): string {
  return hash("sha256", text, "hex");
}

/** The 32 bytes of an HMAC-SHA256 (core's port). */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  return createHmac("sha256", key).update(message).digest();
}

/** That many bytes from the operating system's generator (core's port). */
export function randomBytes(length: number): Uint8Array {
  return nodeRandomBytes(length);
}
