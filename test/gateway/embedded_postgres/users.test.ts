import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import {
  findBinaries,
  isReadableByAll,
  makeMissingLinks,
} from "../../../gateway/embedded_postgres/binaries.ts";
import { copyForAll } from "../../../gateway/embedded_postgres/binaries_copy.ts";
import {
  connectionStringOf,
  isRoot,
  postmasterPid,
  query,
  spawnService,
  start,
  temporaryFolder,
} from "./support.ts";

const ordinaryUser = ["--reuid", "65534", "--regid", "65534", "--clear-groups"];

function canOrdinaryUserRead(path: string): boolean {
  const trial = spawnSync("setpriv", [...ordinaryUser, "cat", path], { cwd: "/", stdio: "ignore" });
  return trial.status === 0;
}

test("started by root, it runs as nobody even under folders only root may enter", async (it) => {
  it.skip(!isRoot, "needs root");
  const closed = join(temporaryFolder(), "closed");
  mkdirSync(closed, { mode: 0o700 });
  const dataDir = join(closed, "data");
  const { connectionString } = await start(dataDir);
  expect(statSync(closed).mode & 0o777).toBe(0o700);
  expect(await query(connectionString, "SELECT 1")).toEqual([1]);
  expect(statSync(`/proc/${postmasterPid(dataDir)}`).uid).toBe(65534);
  expect(statSync(dataDir).uid).toBe(0);
});

test("started by an ordinary user, it runs as that user", async (it) => {
  it.skip(!isRoot, "every other test shows it when not run by root");
  const runner = fileURLToPath(new URL("run_service.ts", import.meta.url));
  it.skip(!canOrdinaryUserRead(runner), "an ordinary user cannot enter this clone");
  it.skip(!canOrdinaryUserRead(process.execPath), "an ordinary user cannot run this node");
  const parent = temporaryFolder();
  chmodSync(parent, 0o755);
  const dataDir = join(parent, "data");
  mkdirSync(dataDir);
  chownSync(dataDir, 65534, 65534);

  const child = spawnService(dataDir, { wrapper: ["setpriv", ...ordinaryUser] });
  const connectionString = await connectionStringOf(child);
  expect(await query(connectionString, "SELECT 1")).toEqual([1]);
  expect(statSync(join(dataDir, "postgres.json")).uid).toBe(65534);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

test("binaries in a restricted folder are copied for all users, also by two concurrent starts", async () => {
  const parent = temporaryFolder();
  const native = dirname(dirname((await findBinaries()).postgres));
  const closed = join(parent, "native");
  cpSync(native, closed, { recursive: true, verbatimSymlinks: true });
  chmodSync(join(closed, "bin", "postgres"), 0o700);
  expect(isReadableByAll(closed)).toBe(false);

  const target = join(parent, "open", "postgres-1");
  const copies = await Promise.all([copyForAll(closed, target), copyForAll(closed, target)]);
  expect(copies).toEqual([target, target]);
  expect(readdirSync(dirname(target))).toEqual(["postgres-1"]);
  const names = readdirSync(closed, { recursive: true });
  expect(readdirSync(target, { recursive: true })).toHaveLength(names.length);
  expect(statSync(join(target, "bin", "postgres")).mode & 0o777).toBe(0o755);
  const run = spawnSync(join(target, "bin", "postgres"), ["--version"], { encoding: "utf8" });
  expect(run.stdout).toMatch(/^postgres \(PostgreSQL\)/);
});

test("missing links of the libraries are created", async () => {
  const native = dirname(dirname((await findBinaries()).postgres));
  const bare = join(temporaryFolder(), "native");
  cpSync(native, bare, { recursive: true, verbatimSymlinks: true });
  const lib = join(bare, "lib");
  const links = readdirSync(lib).filter((name) => lstatSync(join(lib, name)).isSymbolicLink());
  for (const name of links) rmSync(join(lib, name));
  expect(links.length).toBeGreaterThan(0);

  makeMissingLinks(bare);
  makeMissingLinks(bare);
  for (const name of links) {
    expect(readlinkSync(join(lib, name))).toBe(readlinkSync(join(native, "lib", name)));
    expect(existsSync(join(lib, name))).toBe(true);
  }
});
