import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const committed = fileURLToPath(
  new URL("../../gateway/deployment/haproxy.cfg", import.meta.url),
);

/** Whether there is a haproxy here. Where CI_REQUIRES_HAPROXY is true, its absence is an error. */
export const hasHaproxy = findHaproxy();

// A test that fails half way must not leave a proxy behind.
const running = new Set<ChildProcess>();
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")));

/** A HAProxy with the file that operators use. */
export interface Haproxy extends AsyncDisposable {
  url: string;
  /** What it has logged so far: a line for each request. */
  log(): string;
}

/** Starts it in front of two services, and waits until it has found one of them ready. */
export async function startHaproxy(
  { port, services, checkInterval }: {
    port: number;
    services: readonly [string, string];
    checkInterval: string;
  },
): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), "haproxy-"));
  const file = join(folder, "haproxy.cfg");
  // Only root may become another user.
  const isRoot = process.getuid?.() === 0;
  const text = readFileSync(committed, "utf8");
  writeFileSync(file, isRoot ? text : text.replaceAll(/^ +(?:user|group) .*$/gm, ""));
  const url = `http://127.0.0.1:${port}`;
  const [a, b] = services.map((service) => new URL(service).host);
  const child = spawn("haproxy", ["-db", "-f", file], {
    env: {
      PATH: process.env["PATH"],
      BOOKING_BIND: new URL(url).host,
      BOOKING_SERVICE_A: a,
      BOOKING_SERVICE_B: b,
      BOOKING_CHECK_INTERVAL: checkInterval,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  const ended = once(child, "close").then(() => void running.delete(child));
  let errors = "";
  let log = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => log += part);
  child.stderr.setEncoding("utf8").on("data", (part: string) => errors += part);
  while (await statusOf(`${url}/readyz`) !== 200) {
    if (child.exitCode !== null) throw new Error(`haproxy did not start: ${errors}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    log: () => log,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function statusOf(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url);
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}

function findHaproxy(): boolean {
  if (spawnSync("haproxy", ["-v"]).status === 0) return true;
  const text = "haproxy is not installed (apt-get install haproxy)";
  if (process.env["CI_REQUIRES_HAPROXY"] === "true") {
    throw new Error(`${text}, and it is required here`);
  }
  process.stderr.write(`${text}: tests that need it are skipped\n`);
  return false;
}
