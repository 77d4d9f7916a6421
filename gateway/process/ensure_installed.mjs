// Runs before `npm start`, `npm test` and the other commands. Installs the dependencies of a fresh clone, or after a
// change of the lock file. Plain JavaScript, because it runs on the host's own Node, which may be old.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const installed = `${root}node_modules/.package-lock.json`;
const wanted = `${root}package-lock.json`;

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(wanted).mtimeMs) {
  process.stderr.write("Installing dependencies (once, about 20 s) ...\n");
  const npm = process.env.npm_execpath;
  const { status } = npm
    ? spawnSync(process.execPath, [npm, "ci"], { cwd: root, stdio: ["ignore", 2, "inherit"] })
    : spawnSync("npm", ["ci"], { cwd: root, stdio: ["ignore", 2, "inherit"] });
  if (status !== 0) {
    process.stderr.write(
      "Cannot install the dependencies: `npm ci` failed. See its output above\n",
    );
    process.exit(status ?? 1);
  }
}
