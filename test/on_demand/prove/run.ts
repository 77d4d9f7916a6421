import { spawnSync } from "node:child_process";

// Vitest chooses files by their arguments. A scenario is chosen by its name, and `clock` also means
// `clock-of-the-database`.
const args = process.argv.slice(2);
const names = args.filter((arg) => /^[a-z]+(-[a-z]+)*$/.test(arg));
const options = args.filter((arg) => !names.includes(arg));
const chosen = names.length === 0 ? [] : ["-t", `^(${names.join("|")})(-|$)`];

const { status } = spawnSync(
  "vitest",
  ["run", "--config", "test/on_demand/prove/vitest.config.ts", ...chosen, ...options],
  { stdio: "inherit" },
);
process.exitCode = status ?? 1;
