import { createHmac } from "node:crypto";

/** The 32 bytes of an HMAC-SHA256 (core's port). */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  return createHmac("sha256", key).update(message).digest();
}
