import { z } from "zod";
import type { Actor } from "../audit/audit_record.ts";
import { inSchema, requiredOr, textField } from "../input.ts";
import { randomBase62 } from "../random_text.ts";
import type { StaffUsers } from "./staff_user.ts";
import type { PasswordHashing } from "../platform.ts";

const maxPasswordLength = 128;
/** A password has at least this number of characters. */
export const minPasswordLength = 12;
const oneTimeLength = 22;

/** A new password: 12 to 128 characters (core/access/README.md 3). */
export function newPasswordField(description: string) {
  return textField(maxPasswordLength, description).refine(
    (password) => [...password].length >= minPasswordLength,
    inSchema("tooShort", { min: minPasswordLength }),
  );
}

/** The e-mail address of an account: trimmed and lower case. */
export const emailField = z
  .string({ error: requiredOr("email") })
  .trim()
  .toLowerCase()
  .max(254, inSchema("tooLong", { max: 254 }))
  .pipe(z.email(inSchema("email")));

/**
 * Hashes a password for an account with this e-mail address. All accounts of an address share a salt, so that a
 * sign-in hashes once for any number of accounts (core/access/README.md 9).
 */
export async function hashFor(
  { hashPassword, staffUsers }: Pick<PasswordHashing, "hashPassword"> & { staffUsers: StaffUsers },
  password: string,
  { email, actor: { ipAddress } }: { email: string; actor: Pick<Actor, "ipAddress"> },
): Promise<string> {
  const [oldest] = await staffUsers.listByEmail(email);
  return await hashPassword(password, {
    ...(oldest && { saltOf: oldest.passwordHash }),
    ...(ipAddress !== null && { from: ipAddress }),
  });
}

/** Generates a one-time password with 130 random bits. */
export function oneTimePassword(random: { randomBytes(length: number): Uint8Array }): string {
  return randomBase62(oneTimeLength, random);
}
