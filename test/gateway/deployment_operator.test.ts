import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../gateway/deployment/", import.meta.url));

/**
 * Replaces systemd-run and systemctl: writes its arguments and its input, and ends with 7. "sleep" waits until "stop" ends
 * it, as systemd would.
 */
const program = (name: string) =>
  `#!/bin/sh
case "$*" in *sleep*) echo $$ > "$OUT/pid" ;; esac
printf '%s\\0' "$@" > "$OUT/${name}.arguments"
case "$*" in
  *sleep*) exec sleep 300 ;;
  stop*) kill "$(cat "$OUT/pid")" ;;
esac
cat > "$OUT/input"
exit 7
`;

let bin: string;
beforeAll(async () => {
  bin = await mkdtemp(join(tmpdir(), "operator-"));
  for (const name of ["systemd-run", "systemctl"]) {
    await writeFile(join(bin, name), program(name), { mode: 0o755 });
  }
});
afterAll(() => rm(bin, { recursive: true }));

function start(...words: string[]) {
  const environment = { PATH: `${bin}:${process.env["PATH"]}`, OUT: bin };
  return spawn(join(folder, "operator"), words, { env: environment, stdio: ["pipe", "ignore", 2] });
}

async function argumentsOf(name: string): Promise<string[]> {
  return (await readFile(join(bin, `${name}.arguments`), "utf8")).split("\0").slice(0, -1);
}

async function run(...words: string[]) {
  const child = start(...words);
  child.stdin!.end("a line\n");
  const [code] = await once(child, "exit");
  return { code, given: await argumentsOf("systemd-run") };
}

test("a command of the operator has the user, folder and settings of the service", async () => {
  const { given } = await run("doctor");
  const unit = await readFile(join(folder, "systemd/appointment-booking.service"), "utf8");
  const lines = new Set(unit.split("\n"));
  const properties = given.flatMap((word) => /^--property=(.*)$/.exec(word)?.[1] ?? []);
  const shared = properties.filter((line) => lines.has(line));
  expect(shared).toEqual([
    "User=appointment-booking",
    "Group=appointment-booking",
    "WorkingDirectory=/opt/appointment-booking",
    "EnvironmentFile=/etc/appointment-booking/service.env",
    "Environment=NODE_ENV=production",
    "Environment=DATA_DIR=/var/lib/appointment-booking",
    "Environment=NODE_COMPILE_CACHE=/var/cache/appointment-booking",
    "NoNewPrivileges=true",
    "UMask=0077",
  ]);
  // One name: a second command may run at the same time.
  expect(given).toContainEqual(expect.stringMatching(/^--unit=appointment-booking-admin-\d+$/));
});

test("arguments, input and exit code pass unchanged; systemd reads two dollars as one", async () => {
  const { code, given } = await run("organization", "create", "--name", `$A "b" 'c'\\ %d\n`);
  const at = given.findIndex((word) => word.endsWith("/node"));
  expect(given.slice(at)).toEqual([
    "/opt/appointment-booking/node_modules/.bin/node",
    "gateway/command_line/admin.ts",
    "organization",
    "create",
    "--name",
    `$$A "b" 'c'\\ %d\n`,
  ]);
  expect({ code, input: await readFile(join(bin, "input"), "utf8") })
    .toEqual({ code: 7, input: "a line\n" });
});

test("operator migrate applies the migrations", async () => {
  const { given } = await run("migrate");
  expect(given.at(-1)).toBe("gateway/migrate.ts");
});

test("a signal to the script stops the command, which is no child of it", async () => {
  const child = start("sleep");
  await expect.poll(() => argumentsOf("systemd-run").catch(() => [])).toContain("sleep");
  const unit = (await argumentsOf("systemd-run")).find((word) => word.startsWith("--unit="))!;
  child.stdin!.end();
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([130, null]);
  expect(await argumentsOf("systemctl")).toEqual(["stop", `${unit.slice(7)}.service`]);
});
