import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderPerFile } from "../../support/per_file.ts";
import { run } from "./spawned.ts";

const manifest = new URL("../../../package.json", import.meta.url);
const { version, scripts } = JSON.parse(await readFile(manifest, "utf8")) as {
  version: string;
  scripts: Record<string, string>;
};

const entries = Object.entries(scripts)
  .filter(([name]) => !/^(?:pre|post)/.test(name))
  .flatMap(([, script]) => /\bnode [^&]*?gateway\/(\S+)$/.exec(script)?.[1] ?? []);
const commands = [
  ...entries.map((entry) => [entry]),
  ["command_line/admin.ts", "backup", "--to", "folder"],
];

const folder = await folderPerFile("version-");

test("every command answers --version with the version, and opens no database", async () => {
  expect(entries).toHaveLength(9);
  const dataDir = join(folder, "data");
  const answers = await Promise.all(commands.map(async ([entry = "", ...words]) => {
    const environment = { DATA_DIR: dataDir, PORT: "0" };
    const { ended, out, err } = run(entry, { words: [...words, "--version"], environment });
    return [entry, await ended, out(), err()];
  }));
  expect(answers).toEqual(commands.map(([entry]) => [entry, 0, `${version}\n`, ""]));
  expect(existsSync(dataDir)).toBe(false);
});
