import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { readMigrations } from "../../../gateway/persistence/database/migrator.ts";
import { passedOn } from "../passed_on.ts";

const run = promisify(execFile);
const ownRoot = fileURLToPath(new URL("../../../", import.meta.url));
const product = ["core", "gateway", "rest-adapter", "migrations", "package.json"];
const lock = "package-lock.json";

/** A version of the whole service in a folder of its own. */
export interface Version extends AsyncDisposable {
  /** The folder, with a slash at its end. */
  root: string;
  /** Applies its migrations, as `npm run migrate` does. */
  migrate(databaseUrl: string): Promise<void>;
}

/** The version in this clone. */
export const thisVersion: Version = {
  ...versionIn(ownRoot),
  async [Symbol.asyncDispose]() {},
};

/** Copies the version in this clone and adds a migration: the next version, whose code is the same. */
export async function nextVersion(expandingSql: string): Promise<Version> {
  return await makeVersion(async (root) => {
    for (const name of [...product, lock]) {
      await cp(join(ownRoot, name), join(root, name), { recursive: true });
    }
    await addMigration(root, expandingSql);
  });
}

/**
 * Checks out the version that `test/support/versions/previous_release` names, with its tests. It installs its own libraries if
 * they differ from those of this clone.
 */
export async function previousVersion(): Promise<Version> {
  const commit = (await readFile(join(ownRoot, "test/support/versions/previous_release"), "utf8"))
    .trim();
  return await makeVersion(async (root) => {
    const archive = join(root, "version.tar");
    const words = ["archive", "-o", archive, commit, ...product, lock, "test", "tsconfig.json"];
    await run("git", words, { cwd: ownRoot }).catch((error: unknown) => {
      throw new Error(
        `Cannot read commit ${commit} of test/support/versions/previous_release. In a shallow clone, run: git fetch --unshallow`,
        { cause: error },
      );
    });
    await run("tar", ["-xf", archive, "-C", root]);
    await rm(archive);
  });
}

/** Copies the migrations of this clone over those of a version, and adds one more. */
export async function giveNewSchema({ root }: Version, expandingSql: string): Promise<void> {
  await cp(join(ownRoot, "migrations"), join(root, "migrations"), { recursive: true });
  await addMigration(root, expandingSql);
}

async function addMigration(root: string, sql: string): Promise<void> {
  const folder = pathToFileURL(join(root, "migrations/"));
  const number = String((await readMigrations(folder)).length + 1).padStart(4, "0");
  await writeFile(new URL(`${number}_of_a_test.sql`, folder), `-- expand\n${sql}`);
}

async function makeVersion(fill: (root: string) => Promise<void>): Promise<Version> {
  const folder = await mkdtemp(join(tmpdir(), "version-"));
  const root = `${folder}/`;
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await fill(root);
    // Compiled code, and the built dashboard if its sources are the same.
    await mkdir(join(ownRoot, ".cache"), { recursive: true });
    await symlink(join(ownRoot, ".cache"), join(root, ".cache"));
    const [own, its] = await Promise.all([ownRoot, root].map((at) => readFile(join(at, lock))));
    if (own!.equals(its!)) await symlink(join(ownRoot, "node_modules"), join(root, "node_modules"));
    else await run("npm", ["ci"], { cwd: root });
  } catch (error) {
    await remove();
    throw error;
  }
  return { ...versionIn(root), [Symbol.asyncDispose]: remove };
}

function versionIn(root: string): Pick<Version, "root" | "migrate"> {
  return {
    root,
    async migrate(databaseUrl) {
      await run(process.execPath, [join(root, "gateway/migrate.ts")], {
        env: { ...passedOn, DATABASE_URL: databaseUrl },
      });
    },
  };
}
