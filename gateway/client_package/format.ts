import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const deno = fileURLToPath(new URL("../../node_modules/.bin/deno", import.meta.url));

/** Formats TypeScript as the project is formatted. Throws if the text is no TypeScript. */
export function format(text: string): string {
  const words = ["fmt", "--line-width=100", "--ext=ts", "-"];
  const { status, stdout, stderr } = spawnSync(deno, words, { input: text, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
