import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

// Vitest chooses files by their arguments. A scenario is chosen by its name, and `clock` also means
// `clock-of-the-database`.
const args = process.argv.slice(2);
const names = args.filter((arg) => /^[a-z]+(-[a-z]+)*$/.test(arg));
const options = args.filter((arg) => !names.includes(arg));
// The million takes more than a day.
const chosen = names.length === 0 ? ["-t", "^(?!million)"] : ["-t", `^(${names.join("|")})(-|$)`];

if (options.includes("--help") || options.includes("-h")) process.stdout.write(usage());
else {
  const { status } = spawnSync(
    "vitest",
    ["run", "--config", "test/on_demand/prove/vitest.config.ts", ...chosen, ...options],
    { stdio: "inherit" },
  );
  process.exitCode = status ?? 1;
}

/** Returns the help text, with the scenarios as the README lists them. */
function usage(): string {
  const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");
  const [, scenarios = ""] = readme.split("## 1. Scenarios");
  const rows = [...scenarios.matchAll(/^\| (`.+?) +\| (.+?) +\|$/gm)]
    .map(([, names, proves]) => `  ${names!.replaceAll("`", "")}\n      ${proves}\n`);
  return `Usage: npm run prove -- [NAME ...] [options of vitest]

Runs the scenarios whose names begin with a NAME, or all but \`million\`, which takes hours. A scenario that has
passed on this commit is not repeated: delete .cache/prove/NAME.json to repeat it.

Scenarios:
${rows.join("")}`;
}
