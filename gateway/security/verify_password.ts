import { timingSafeEqual } from "node:crypto";
import { argon2id } from "./argon2id.ts";
import { hashLength, parameters, saltLength } from "./hash_password.ts";
import { type Argon2idHash, parsePhcString } from "./phc_string.ts";

/** What an account that does not exist is checked against, so that it costs what any other costs. */
const nobody: Argon2idHash = {
  ...parameters,
  salt: Buffer.alloc(saltLength),
  hash: Buffer.alloc(hashLength),
};

/**
 * Whether a password is the one of a PHC string, by the string's own parameters; false without one, which
 * takes as long to find out (core's port). Throws SERVICE_UNAVAILABLE when too many wait, and an Error for a
 * string that is damaged: that is no wrong password.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const expected = hash === undefined ? nobody : parsePhcString(hash);
  const actual = await argon2id(password, { ...expected, length: expected.hash.length });
  const isSame = timingSafeEqual(actual, expected.hash);
  return isSame && hash !== undefined;
}
