import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cacheFolder as inClone, hashOfSources } from "./sources.ts";
import type { Plugin } from "vite";

/** Options of a build. */
export interface BuildOptions {
  /** Stores the build if the clone is read-only. */
  dataDir: string;
  /** The preferred folder for builds, in the clone by default. Tests set another one. */
  cacheFolder?: string;
  progress(line: string): void;
}

/** Returns the folder of the built dashboard. Builds it only if its sources have changed. */
export async function builtDashboard(options: BuildOptions): Promise<string> {
  const { dataDir, progress, cacheFolder = inClone } = options;
  const hash = await hashOfSources();
  const folders = [cacheFolder, join(dataDir, "dashboard")];
  for (const folder of folders) {
    if (await exists(join(folder, hash))) return join(folder, hash);
  }
  const folder = await firstWritable(folders);
  progress("Building the dashboard ...");
  // Built under another name and then renamed, so that no process serves half of it and concurrent starts do not collide.
  const making = await mkdtemp(join(folder, "making-"));
  try {
    await buildInto(making);
    await rename(making, join(folder, hash)).catch(async (error: unknown) => {
      if (!await exists(join(folder, hash))) throw error;
    });
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  await removeOthers(folder, hash);
  return join(folder, hash);
}

async function buildInto(outDir: string): Promise<void> {
  const script = fileURLToPath(new URL("run_build.ts", import.meta.url));
  // Without this, the page would be twice as large in development.
  const env = { ...process.env, NODE_ENV: "production" };
  await promisify(execFile)(process.execPath, [script, outDir], { env });
}

async function firstWritable(folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    const isWritable = await mkdir(folder, { recursive: true })
      .then(() => access(folder, constants.W_OK))
      .then(() => true, () => false);
    if (isWritable) return folder;
  }
  throw new Error(`Cannot build the dashboard: neither ${folders.join(" nor ")} is writable`);
}

// A younger build may belong to another start that is still running.
const abandonedAfterMs = 86_400_000;

async function removeOthers(folder: string, kept: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name === kept) continue;
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs < abandonedAfterMs) continue;
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => {});
  }
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(() => true, () => false);
}

const otherStrings =
  /[\\/]react-aria[\\/].*[\\/]intl[\\/][^\\/]+[\\/](?!en-US|de-DE)[a-z]{2}-[A-Z]{2}\.mjs$/;

/** Omits the component library's texts in languages that the dashboard lacks. They would be a third of the page. */
export function usedLanguagesOnly(): Plugin {
  return {
    name: "used-languages-only",
    enforce: "pre",
    load: (id) => otherStrings.test(id) ? "export default {}" : null,
  };
}
