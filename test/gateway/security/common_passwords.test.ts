import { expect, test } from "vitest";
import { isCommonPassword } from "../../../gateway/security/common_passwords.ts";

test.each(["123qweasdzxc", "password1234", "ellicullucille"])(
  "%s is one of the 10,000 most common passwords of 12 characters or more",
  async (password) => expect(await isCommonPassword(password)).toBe(true),
);

test.each(["123456", "correct horse battery", "", "\n", "123qweasdzx"])(
  "%j is none of the 10,000 most common passwords of 12 characters or more",
  async (password) => expect(await isCommonPassword(password)).toBe(false),
);
