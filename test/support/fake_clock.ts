import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The wall clock of a process, which libfaketime lets a test set while the process runs. */
export interface FakeClock extends Disposable {
  /** Where the process reads it. */
  folder: string;
  /** What the process needs in its environment. */
  environment: Record<string, string>;
  /** Sets the clock to so much after the machine's, as libfaketime writes it: `+40d`, `-2h`, `+0`. */
  set(offset: string): void;
}

const library = findLibrary();

/** Whether libfaketime is here. Where CI_REQUIRES_FAKETIME is true, its absence is an error. */
export const hasFakeTime = library !== undefined;

/** A clock that agrees with the machine's until it is set. The monotonic clock stays as it is. */
export function createFakeClock(): FakeClock {
  const folder = mkdtempSync(join(tmpdir(), "appointments-clock-"));
  const file = join(folder, "offset");
  function set(offset: string): void {
    // Renamed, because the process reads the file at each look at its clock.
    writeFileSync(`${file}.new`, `${offset}\n`);
    renameSync(`${file}.new`, file);
  }
  set("+0");
  return {
    folder,
    environment: {
      LD_PRELOAD: library!,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      DONT_FAKE_MONOTONIC: "1",
      NO_FAKE_STAT: "1",
    },
    set,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function findLibrary(): string | undefined {
  const root = "/usr/lib";
  const found = process.platform !== "linux" ? [] : readdirSync(root)
    .map((name) => join(root, name, "faketime", "libfaketime.so.1"))
    .filter((path) => spawnSync("test", ["-e", path]).status === 0);
  if (found.length > 0) return found[0];
  const text = "libfaketime is not installed (apt-get install faketime)";
  if (process.env["CI_REQUIRES_FAKETIME"] === "true") {
    throw new Error(`${text}, and it is required here`);
  }
  process.stderr.write(`${text}: tests that need it are skipped\n`);
  return undefined;
}
