import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { freshDatabase } from "../support/fresh_database.ts";
import { passedOn } from "../support/passed_on.ts";
import { inDatabase } from "../support/published_events.ts";

const clone = fileURLToPath(new URL("../../", import.meta.url));
const deployment = join(clone, "gateway/deployment");

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scripts-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs a script of the folder as its unit does. Returns its exit code and standard error. */
async function run(script: string, words: string[], environment: Record<string, string>) {
  const env = { ...passedOn, DATA_DIR: folder, ...environment };
  return await promisify(execFile)(join(deployment, script), words, { cwd: clone, env }).then(
    () => ({ code: 0, stderr: "" }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );
}

describe("a scheduled backup", () => {
  const kept = "2026-11-20T02-30-00Z";
  const old = "2026-11-01T02-30-00Z";

  beforeEach(async () => {
    for (const name of [kept, old, "mine"]) await mkdir(join(folder, name));
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    await utimes(join(folder, kept), daysAgo(13.9), daysAgo(13.9));
    await utimes(join(folder, old), daysAgo(14.1), daysAgo(14.1));
    await utimes(join(folder, "mine"), daysAgo(99), daysAgo(99));
  });

  test("is complete, and older ones are deleted, but no other folder", async () => {
    const { code } = await run("scheduled_task", ["backup", folder, "14"], {
      DATABASE_URL: await freshDatabase(),
    });
    expect(code).toBe(0);
    const names = (await readdir(folder)).toSorted();
    expect(names).toHaveLength(3);
    expect(names.slice(1)).toEqual([
      expect.stringMatching(/^\d{4}(-\d\d){2}T(\d\d-){2}\d\dZ$/),
      "mine",
    ]);
    expect(names[0]).toBe(kept);
    expect(await readdir(join(folder, names[1]!))).toContain("SHA256SUMS");
  });

  test("deletes nothing if it fails", async () => {
    const { code } = await run("scheduled_task", ["backup", folder, "14"], {
      DATABASE_URL: "postgres://me@127.0.0.1:1/booking",
    });
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual(expect.arrayContaining([kept, old, "mine"]));
  });
});

test("the scheduled list of erasures replaces the last one, if it could be read", async () => {
  const list = join(folder, "erasures.json");
  await writeFile(list, "the last one");
  const unreachable = { DATABASE_URL: "postgres://me@127.0.0.1:1/booking" };
  expect((await run("scheduled_task", ["erasures", folder, "14"], unreachable)).code).toBe(1);
  expect(await readFile(list, "utf8")).toBe("the last one");
  const url = await freshDatabase();
  const reachable = { DATABASE_URL: url };
  expect(await run("scheduled_task", ["erasures", folder, "14"], reachable))
    .toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(await readFile(list, "utf8"))).toHaveProperty("erasures", []);
  expect(await inDatabase(url, "select erasures_listed_at from backup_marks")).toHaveLength(1);
});

test("a scheduled list of erasures that hangs is stopped after 30 minutes", async () => {
  const hanging = createServer().listen(0, "127.0.0.1");
  await once(hanging, "listening");
  // The limits are recorded, and shortened to seconds.
  const shortened = `#!/bin/sh
echo "$1 $2 $3" > ${folder}/limits
shift 3
exec /usr/bin/timeout --verbose --kill-after=1 1 "$@"`;
  await writeFile(join(folder, "timeout"), shortened, { mode: 0o755 });
  const { port } = hanging.address() as { port: number };
  try {
    const { code, stderr } = await run("scheduled_task", ["erasures", folder, "14"], {
      PATH: `${folder}:${process.env["PATH"]}`,
      DATABASE_URL: `postgres://me@127.0.0.1:${port}/booking`,
    });
    expect(await readFile(join(folder, "limits"), "utf8"))
      .toBe("--verbose --kill-after=1m 30m\n");
    expect(stderr).toContain("timeout: sending signal TERM");
    expect(code).not.toBe(0);
  } finally {
    hanging.close();
  }
});

test("an unknown task is refused", async () => {
  expect(await run("scheduled_task", ["bakcup", folder, "14"], {}))
    .toEqual({ code: 2, stderr: "unknown task: bakcup\n" });
});

test("the renewed certificate of the site, and no other, is for root alone, with its chain before its key, and is loaded", async () => {
  const files = { "fullchain.pem": "chain\n", "privkey.pem": "key\n" };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const systemctl = `#!/bin/sh\necho "$@" > ${folder}/reloaded\n`;
  await writeFile(join(folder, "systemctl"), systemctl, { mode: 0o755 });
  const certificate = join(folder, "booking.pem");
  const renew = (site: string) =>
    run("renewed_certificate", [], {
      PATH: `${folder}:${process.env["PATH"]}`,
      RENEWED_LINEAGE: folder,
      BOOKING_CERTIFICATE: certificate,
      BOOKING_SITE: site,
    });
  expect((await renew("other.example.com")).code).toBe(0);
  expect(await readdir(folder)).not.toContain("booking.pem");
  expect((await renew(basename(folder))).code).toBe(0);
  expect(await readFile(certificate, "utf8")).toBe("chain\nkey\n");
  expect((await stat(certificate)).mode & 0o777).toBe(0o600);
  expect(await readFile(join(folder, "reloaded"), "utf8")).toBe("reload haproxy\n");
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test.runIf(hasSystemd)("systemd rates the exposure of each unit below 2 of 10", async () => {
  const systemd = join(deployment, "systemd");
  const units = (await readdir(systemd)).filter((name) => name.endsWith(".service"));
  expect(units).toHaveLength(3);
  for (const unit of units) {
    // It fails if the rating, times 10, is above the threshold.
    const words = ["security", "--offline=true", "--threshold=19", "--no-pager", unit];
    const { status, stdout } = spawnSync("systemd-analyze", words, { cwd: systemd });
    expect(stdout.toString()).toMatch(/exposure level for .* 1\.\d /);
    expect(status).toBe(0);
  }
});
