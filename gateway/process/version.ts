import { readFileSync } from "node:fs";
import { say } from "./output.ts";

/** The version of the service, from package.json. */
export const version: string = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
).version;

/** Ends the process with the version if a command was called with `--version`. */
export function answerVersion(): void {
  if (!process.argv.slice(2).includes("--version")) return;
  say(version);
  process.exit(0);
}
