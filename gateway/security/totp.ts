import { timingSafeEqual } from "node:crypto";
import { HOTP, Secret, TOTP } from "otpauth";
import type { Totp } from "../../core/ports.ts";

/** Implements core's `Totp`: SHA-1, six digits and 30 seconds, which every authenticator app knows. */
export const totp: Totp = {
  newSecret: () => new Secret({ size: 20 }).base32,
  address: (secret, { issuer, label }) => new TOTP({ issuer, label, secret }).toString(),
  matches(secret, code, step) {
    const expected = HOTP.generate({ secret: Secret.fromBase32(secret), counter: step });
    return code.length === expected.length &&
      timingSafeEqual(Buffer.from(code), Buffer.from(expected));
  },
};
