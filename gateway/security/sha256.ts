import { hash } from "node:crypto";

/** The SHA-256 of a text, as 64 lowercase hex digits; the one-shot call, because each API call makes it. */
export function sha256(text: string): string {
  return hash("sha256", text, "hex");
}
