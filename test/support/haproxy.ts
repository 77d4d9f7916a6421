import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const committed = ["haproxy.cfg", "haproxy-cell.cfg"].map((name) =>
  fileURLToPath(new URL(`../../gateway/deployment/${name}`, import.meta.url))
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
  /** Writes the map of hosts and reloads, as `systemctl reload` does. Returns when the new process serves. */
  setCells(map: Record<string, string>): Promise<void>;
}

/** A second cell and the hosts of both. */
interface Cells {
  map: Record<string, string>;
  services: readonly [string, string];
}

/** Starts it in front of two services, and waits until it has found one of them ready. */
export async function startHaproxy(
  { port, services, checkInterval, cells, https }: {
    port: number;
    services: readonly [string, string];
    checkInterval: string;
    /** One cell without a map if left out. */
    cells?: Cells;
    /** Also serves https, on a port and with a certificate and its key. `acme` is the address of an ACME client. */
    https?: { port: number; pem: string; acme?: string };
  },
): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), "haproxy-"));
  // Only root may become another user.
  const isRoot = process.getuid?.() === 0;
  const pem = join(folder, "booking.pem");
  if (https) writeFileSync(pem, https.pem, { mode: 0o600 });
  const files = committed.slice(0, cells ? 2 : 1).flatMap((path, i) => {
    const file = join(folder, `${i}.cfg`);
    const text = readFileSync(path, "utf8");
    writeFileSync(file, isRoot ? text : text.replaceAll(/^ +(?:user|group) .*$/gm, ""));
    return ["-f", file];
  });
  const mapFile = join(folder, "cells.map");
  const writeMap = (map: Record<string, string>) =>
    writeFileSync(mapFile, Object.entries(map).map((line) => `${line.join(" ")}\n`).join(""));
  if (cells) writeMap(cells.map);
  const url = `http://127.0.0.1:${port}`;
  const [a, b] = services.map((service) => new URL(service).host);
  const [secondA, secondB] = (cells?.services ?? []).map((service) => new URL(service).host);
  // A reload needs a master process.
  const child = spawn("haproxy", [...(cells ? ["-W"] : []), "-db", ...files], {
    env: {
      PATH: process.env["PATH"],
      BOOKING_BIND: new URL(url).host,
      BOOKING_SERVICE_A: a,
      BOOKING_SERVICE_B: b,
      BOOKING_CHECK_INTERVAL: checkInterval,
      ...(https && {
        BOOKING_BIND_HTTPS: `127.0.0.1:${https.port}`,
        BOOKING_CERTIFICATE: pem,
        ...(https.acme && { BOOKING_ACME: https.acme }),
      }),
      ...(cells && {
        BOOKING_CELLS: mapFile,
        BOOKING_OTHER_HOSTS: "none",
        BOOKING_CELL_B_SERVICE_A: secondA,
        BOOKING_CELL_B_SERVICE_B: secondB,
      }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  const ended = once(child, "close").then(() => void running.delete(child));
  let errors = "";
  let log = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => log += part);
  child.stderr.setEncoding("utf8").on("data", (part: string) => errors += part);
  let generation = 0;
  // The master misses a signal while it loads, so the signal is repeated.
  const signalUntil = async (signal: NodeJS.Signals, isDone: () => Promise<boolean>) => {
    for (let i = 0; !await isDone(); i += 1) {
      if (signal !== "SIGTERM" && child.exitCode !== null) {
        throw new Error(`haproxy ended: ${errors}`);
      }
      if (i % 50 === 0) child.kill(signal);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  // With a map, the address of the proxy is no host of an organization. With https, http leads to it.
  const probe = cells || https ? "/haproxy" : "/readyz";
  while (await statusOf(`${url}${probe}`) !== 200) {
    if (child.exitCode !== null) throw new Error(`haproxy did not start: ${errors}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    log: () => log,
    async setCells(map) {
      // A host of its own shows which map is served.
      const host = `map-${generation += 1}.example`;
      writeMap({ ...map, [host]: "moving" });
      await signalUntil("SIGUSR2", async () => await statusOf(url, host) === 503);
    },
    async [Symbol.asyncDispose]() {
      if (!cells) child.kill("SIGKILL");
      else await signalUntil("SIGTERM", async () => !running.has(child));
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Asks on a connection of its own: a kept one would lead to a process that a reload has replaced. */
function statusOf(url: string, host?: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = host === undefined ? {} : { host };
    request(url, { headers, agent: false, signal: AbortSignal.timeout(1000) })
      .on("response", (response) => resolve(response.resume().statusCode))
      .on("error", () => resolve(undefined))
      .end();
  });
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
