import { execFileSync, spawn, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, createReadStream, openSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { passedOn } from "../../support/passed_on.ts";
import { startService } from "./spawned.ts";
import { folderPerFile } from "../../support/per_file.ts";

// More than what a process holds for a reader, with all that lies in pipes.
const lines = 5000;

const root = await folderPerFile("output-");

function runOutput(words: string[], stdio: StdioOptions) {
  const script = fileURLToPath(new URL("run_output.ts", import.meta.url));
  const child = spawn(process.execPath, [script, ...words], { env: passedOn, stdio });
  const ended = once(child, "exit").then(([code, signal]) => code ?? signal);
  return { child, ended };
}

/** Checks that every line is whole and in order, and that one report counts the ones that are missing. */
function expectAccounted(logged: string) {
  const read = logged.trimEnd().split("\n").map((line) => JSON.parse(line));
  const numbers = read.flatMap(({ number }) => number ?? []);
  const reports = read.filter(({ msg }) =>
    msg === "log lines were lost because they could not be written"
  );
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  expect(reports).toHaveLength(1);
  expect(numbers.length + reports[0].lines).toBe(lines);
  expect(numbers.at(-1)).toBe(lines);
  expect(read.at(-1).msg).toBe("the last line");
}

test("a log without a reader blocks nothing; later it continues with a count of the missing lines", async () => {
  const { child, ended } = runOutput(["log", `${lines}`], "pipe");
  const [tookMs] = await once(child.stdout!, "data");
  expect(Number(tookMs)).toBeLessThan(60_000);
  const logged = text(child.stderr!);
  child.stdin!.end();
  expect(await ended).toBe(0);
  expectAccounted(await logged);
});

test("a log whose reader went away continues for the next reader with a count of the missing lines", async () => {
  const path = join(root, "pipe");
  execFileSync("mkfifo", [path]);
  // Opening waits for the other side, except for this one.
  const first = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const stderr = openSync(path, "w");
  closeSync(first);
  const { child, ended } = runOutput(["log", `${lines}`], ["pipe", "pipe", stderr]);
  await once(child.stdout!, "data");
  const reader = createReadStream(path);
  const logged = text(reader);
  // At its end the process waits one second for a reader, which must have begun by then.
  await once(reader, "open");
  closeSync(stderr);
  child.stdin!.end();
  expect(await ended).toBe(0);
  expectAccounted(await logged);
});

test("a process that ends writes all lines of its log", async () => {
  const { child, ended } = runOutput(["log", "500"], ["ignore", "ignore", "pipe"]);
  const logged = await text(child.stderr!);
  expect(await ended).toBe(0);
  expect(logged.trimEnd().split("\n")).toHaveLength(501);
});

test("a long result reaches a slow reader whole", async () => {
  const { child, ended } = runOutput(["say", "3000000"], ["ignore", "pipe", "inherit"]);
  await once(child.stdout!, "readable");
  expect(await text(child.stdout!)).toHaveLength(3_000_001);
  expect(await ended).toBe(0);
});

test("a result that cannot be written is exit code 1", async () => {
  const full = openSync("/dev/full", "w");
  const { ended } = runOutput(["say", "10"], ["ignore", full, "inherit"]);
  closeSync(full);
  expect(await ended).toBe(1);
});

test("a service serves and stops in good order while neither of its outputs can be written", async () => {
  const dataDir = join(root, "service");
  const full = openSync("/dev/full", "w");
  await using service = await startService(
    { DATA_DIR: dataDir, LOG_LEVEL: "trace", DEMO_DATA: "false" },
    { stderr: full },
  );
  closeSync(full);
  service.child.stdout!.destroy();
  for (let request = 0; request < 20; request += 1) {
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(200);
  }
  expect(await service.stop()).toBe(0);
});
