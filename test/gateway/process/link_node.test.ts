import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const script = "gateway/process/link_node.mjs";
const ours = `node-${process.platform}-${process.arch}`;
let root: string;
let bin: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "appointments-link-"));
  bin = join(root, "node_modules/.bin");
  mkdirSync(join(root, "gateway/process"), { recursive: true });
  mkdirSync(bin, { recursive: true });
  copyFileSync(script, join(root, script));
});
afterEach(() => rm(root, { recursive: true, force: true }));

function install(name: string): void {
  mkdirSync(join(root, "node_modules", name, "bin"), { recursive: true });
  writeFileSync(join(root, "node_modules", name, "bin/node"), "");
}

function linkNode(): string | undefined {
  const { status } = spawnSync(process.execPath, [join(root, script)], { stdio: "inherit" });
  expect(status).toBe(0);
  try {
    return readlinkSync(join(bin, "node"));
  } catch {
    return undefined;
  }
}

test("an installation without the link to our Node gets it", () => {
  install(ours);
  expect(linkNode()).toBe(`../${ours}/bin/node`);
  expect(linkNode()).toBe(`../${ours}/bin/node`);
});

test("a link to the package of another platform, which is not installed, is replaced", () => {
  install(ours);
  symlinkSync("../node-other-cpu/bin/node", join(bin, "node"));
  expect(linkNode()).toBe(`../${ours}/bin/node`);
});

test("without our Node, nothing is linked", () => {
  expect(linkNode()).toBeUndefined();
});
