import { execFile } from "node:child_process";
import { promisify, stripVTControlCharacters } from "node:util";

/** Runs test files of the version in a folder in a process of its own. Returns how many tests passed. Throws if one failed. */
export async function passTestFiles(
  files: readonly string[],
  { root, env = {} }: { root: string; env?: Record<string, string> },
): Promise<number> {
  const words = ["run", "--config", "test/vitest.config.ts", ...files];
  const child = promisify(execFile)("vitest", words, {
    cwd: root,
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 ** 2,
  });
  const { stdout } = await child.catch((error: { stdout: string; stderr: string }) => {
    const output = stripVTControlCharacters(error.stdout + error.stderr);
    throw new Error(`Test files failed: ${files.join(" ")}\n${output.slice(-4000)}`, {
      cause: error,
    });
  });
  const [, passed] = /Tests +(\d+) passed/.exec(stripVTControlCharacters(stdout))!;
  return Number(passed);
}
