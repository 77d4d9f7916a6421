import { randomBytes as nodeRandomBytes } from "node:crypto";

/** That many bytes from the operating system's generator (core's port). */
export function randomBytes(length: number): Uint8Array {
  return nodeRandomBytes(length);
}
