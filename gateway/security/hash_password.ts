import { randomBytes } from "node:crypto";
import { argon2id } from "./argon2id.ts";
import { formatPhcString, parsePhcString } from "./phc_string.ts";

/** OWASP's parameters for argon2id: memory in KiB, passes, lanes. */
export const parameters = { memory: 19_456, passes: 2, parallelism: 1 };
export const saltLength = 16;
export const hashLength = 32;

/**
 * Returns the argon2id hash of a password as a PHC string, with a new salt or that of `saltOf` (core's port).
 * Throws SERVICE_UNAVAILABLE when too many wait.
 */
export async function hashPassword(password: string, saltOf?: string): Promise<string> {
  const salt = saltOf === undefined ? randomBytes(saltLength) : parsePhcString(saltOf).salt;
  const hash = await argon2id(password, { ...parameters, salt, length: hashLength });
  return formatPhcString({ ...parameters, salt, hash });
}
