import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = `${root}.cache/prove`;

/** What a proof measured, by name. */
export type Figures = Record<string, string | number>;

/**
 * A long proof by its name. It is done once for a commit: a run that was cut short goes on with the proofs
 * that are left, and a proof that is asked for by name (`npm run prove -- NAME`) is done again if its file
 * in `.cache/prove` is removed.
 */
export function proof(
  name: string,
  run: (progress: (line: string) => void) => Promise<Figures>,
): void {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root }).toString()
    .trim();
  const file = `${folder}/${name}.json`;
  const done = doneBefore(file, commit);
  test.skipIf(done)(name, async () => {
    const startedAt = performance.now();
    const progress = (line: string) => {
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      process.stderr.write(`${name} ${seconds} s: ${line}\n`);
    };
    const figures = await run(progress);
    mkdirSync(folder, { recursive: true });
    const proved = { name, commit, date: new Date().toISOString().slice(0, 10), figures };
    writeFileSync(file, `${JSON.stringify(proved, null, 2)}\n`);
    progress(JSON.stringify(figures));
  });
}

function doneBefore(file: string, commit: string): boolean {
  try {
    return JSON.parse(readFileSync(file, "utf8")).commit === commit;
  } catch {
    return false;
  }
}
