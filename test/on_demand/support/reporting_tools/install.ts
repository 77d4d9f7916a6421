import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = fileURLToPath(new URL("../../../../.cache/tools/", import.meta.url));

/** Installs Debian's packages if a program does not run yet. It needs root then. */
export function needDebian(program: readonly [string, ...string[]], ...packages: string[]): void {
  const [command, ...args] = program;
  if (spawnSync(command, args, { stdio: "ignore" }).status === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  execFileSync(
    "nice",
    ["apt-get", "install", "-y", "-qq", "--no-install-recommends", ...packages],
    {
      env,
      stdio: "ignore",
    },
  );
}

/** Installs packages of npm into a folder of their own, once, and returns it. They are large, and only proofs use them. */
export function npmFolder(name: string, packages: readonly string[]): string {
  const folder = join(cache, name);
  const done = join(folder, "installed");
  const wanted = packages.join("\n");
  if (existsSync(done) && readFileSync(done, "utf8") === wanted) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), `{"private": true, "type": "module"}\n`);
  const options = ["--no-audit", "--no-fund", "--legacy-peer-deps", "--loglevel=error"];
  execFileSync("nice", ["npm", "install", ...options, ...packages], {
    cwd: folder,
    stdio: "ignore",
  });
  writeFileSync(done, wanted);
  return folder;
}
