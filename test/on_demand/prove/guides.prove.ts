import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "vitest";
import { hasHaproxy } from "../../support/haproxy.ts";
import { proof } from "./proof.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Returns the commands in the first blocks after a text of a README. */
function commandsAfter(readme: string, text: string, blocks: number): string {
  const from = readFileSync(join(root, readme), "utf8").split(text)[1]!;
  return [...from.matchAll(/^```sh\n(.*?)^```/gms)].slice(0, blocks).map(([, shell]) => shell!)
    .join("");
}

/** The commands of the guide for one machine, as they are printed. */
function oneMachine(): string {
  const install = commandsAfter("gateway/deployment/README.md", "\n## 3. systemd\n", 1)
    // The other guide fills in service.env, and starts the service.
    .replace(/^systemctl enable --now .*\n/m, "")
    .replace(" URL ", ` file://${root} `);
  const guide = commandsAfter("gateway/README.md", "\n### 3.3 One machine, three", 3)
    .replaceAll("PASSWORD", "one-password")
    .replace(/^(operator api-key create .*?) +#/m, "$1 | tee /run/guide/key #")
    .replace("X-API-Key: KEY", "X-API-Key: $(grep -o 'mk_live_[A-Za-z0-9_-]*' /run/guide/key)");
  return `${install}${guide}`;
}

const isPossible = hasHaproxy && process.getuid?.() === 0 &&
  spawnSync("unshare", ["--mount", "--net", "true"]).status === 0 &&
  spawnSync("sh", ["-c", "ls /usr/lib/postgresql/*/bin/postgres"]).status === 0;

proof("guides", async (progress) => {
  const folder = mkdtempSync(join(tmpdir(), "guide-"));
  try {
    const script = join(folder, "commands.sh");
    writeFileSync(script, oneMachine());
    const start = join(root, "test/support/guide_machine/start.sh");
    const words = ["--mount", "--net", start, join(folder, "scratch"), root, script];
    const { stdout, stderr } = await promisify(execFile)("unshare", words);
    progress(stdout + stderr);
    expect(stdout).toContain('{"status":"ok"}');
    expect(stdout).toMatch(/^\{"id":1,.*"name":"Ada Lovelace"/m);
    return { commands: oneMachine().split("\n").filter((line) => /^\w/.test(line)).length };
  } finally {
    rmSync(folder, { recursive: true });
  }
}, { isPossible });
