import { spawnSync } from "node:child_process";

/** Whether there is a promtool here. Where CI_REQUIRES_PROMTOOL is true, its absence is an error. */
export const hasPromtool = findPromtool();

function findPromtool(): boolean {
  if (spawnSync("promtool", ["--version"]).status === 0) return true;
  const text = "promtool is not installed (apt-get install prometheus)";
  if (process.env["CI_REQUIRES_PROMTOOL"] === "true") {
    throw new Error(`${text}, and it is required here`);
  }
  process.stderr.write(`${text}: tests that need it are skipped\n`);
  return false;
}
