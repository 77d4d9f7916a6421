import { z } from "zod";
import { requiredOr, textField } from "../input.ts";
import { randomBase62 } from "../random_text.ts";

const maxPasswordLength = 128;
const minPasswordLength = 12;
const oneTimeLength = 20;

/** A password that is to be kept: 12 to 128 characters (decisions 7). */
export function newPasswordField(description: string) {
  return textField(maxPasswordLength, description).refine(
    (password) => [...password].length >= minPasswordLength,
    `Must have at least ${minPasswordLength} characters`,
  );
}

/** An e-mail address as accounts are named by it: trimmed and lower case. */
export const emailField = z
  .string({ error: requiredOr("Must be an e-mail address") })
  .trim()
  .toLowerCase()
  .max(254, "Must be at most 254 characters")
  .pipe(z.email("Must be an e-mail address"));

/** A password for one sign-in, 119 random bits. */
export function oneTimePassword(random: { randomBytes(length: number): Uint8Array }): string {
  return randomBase62(oneTimeLength, random);
}
