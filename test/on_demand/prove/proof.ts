import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** Where results are kept. */
export const folder = `${root}.cache/prove`;

/** The present commit. */
export const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root })
  .toString().trim();

/** What a proof measured, by name. */
export type Figures = Record<string, string | number>;

/** Does a part of a proof. A later run on the same commit takes its result from the file. */
type Part = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * A long proof by its name. It is done once for a commit: a run that was cut short goes on with the proofs
 * that are left, and a proof that is asked for by name (`npm run prove -- NAME`) is done again if its file
 * in `.cache/prove` is removed. It is skipped where it is not possible, because a program is missing. One that returns undefined is not finished: a
 * later run goes on with it. `timeoutMs: 0` is no limit.
 */
export function proof(
  name: string,
  run: (progress: (line: string) => void, part: Part) => Promise<Figures | undefined>,
  { isPossible = true, timeoutMs }: { isPossible?: boolean; timeoutMs?: number } = {},
): void {
  const file = `${folder}/${name}.json`;
  const done = resultOf(file, commit) !== undefined;
  test.skipIf(done || !isPossible)(name, async () => {
    const startedAt = performance.now();
    const progress = (line: string) => {
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      process.stderr.write(`${name} ${seconds} s: ${line}\n`);
    };
    const part: Part = async (partName, work) => {
      const partFile = `${folder}/${name}.${partName}.json`;
      const before = resultOf(partFile, commit);
      if (before) {
        progress(`${partName} is done already`);
        return before["result"] as Awaited<ReturnType<typeof work>>;
      }
      const result = await work();
      write(partFile, { commit, result });
      return result;
    };
    const figures = await run(progress, part);
    if (!figures) return;
    write(file, { name, commit, date: new Date().toISOString().slice(0, 10), figures });
    progress(JSON.stringify(figures));
  }, timeoutMs);
}

function write(file: string, content: Record<string, unknown>): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

/** The content of a file if it was written on this commit. */
function resultOf(file: string, commit: string): Record<string, unknown> | undefined {
  try {
    const content = JSON.parse(readFileSync(file, "utf8"));
    return content.commit === commit ? content : undefined;
  } catch {
    return undefined;
  }
}
