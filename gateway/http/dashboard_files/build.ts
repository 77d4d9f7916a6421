import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cacheFolder as inClone, hashOfSources } from "./sources.ts";
import type { Plugin } from "vite";

/** Where a build may be kept, and who is told of it. */
export interface BuildOptions {
  /** Takes the build where the clone itself cannot be written to. */
  dataDir: string;
  /** Where a build is kept if it can be; in the clone, unless a test says otherwise. */
  cacheFolder?: string;
  progress(line: string): void;
}

/** The folder of the built dashboard; builds it only when its sources have changed since the last time. */
export async function builtDashboard(options: BuildOptions): Promise<string> {
  const { dataDir, progress, cacheFolder = inClone } = options;
  const hash = await hashOfSources();
  const folders = [cacheFolder, join(dataDir, "dashboard")];
  for (const folder of folders) {
    if (await exists(join(folder, hash))) return join(folder, hash);
  }
  const folder = await firstWritable(folders);
  progress("Building the dashboard ...");
  // Built beside and then renamed: nobody ever serves half of it, and two starts at once do not meet.
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
  // The builder goes by NODE_ENV: a service in development would serve a page twice as large.
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
  throw new Error(`Cannot build the dashboard: neither ${folders.join(" nor ")} can be written to`);
}

// Another start may still be making its own; what is older than a day was left behind.
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

const foreignStrings =
  /[\\/]react-aria[\\/].*[\\/]intl[\\/][^\\/]+[\\/](?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/;

/**
 * Leaves out the 30 other languages of the component library's own texts, which would be a third of the page:
 * the dashboard is in English and says so to the library (`I18nProvider` in main.tsx).
 */
export function englishOnly(): Plugin {
  return {
    name: "english-only",
    enforce: "pre",
    load: (id) => foreignStrings.test(id) ? "export default {}" : null,
  };
}
