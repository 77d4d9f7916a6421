import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../gateway/embedded_postgres/free_port.ts";

/** Whether there is a pgbouncer here (Debian: apt-get install pgbouncer). */
export const hasPgbouncer = spawnSync("pgbouncer", ["--version"]).status === 0;

// A test that fails half way must not leave a pooler behind.
const running = new Set<ChildProcess>();
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")));

/** A pooler in front of a Postgres. */
export interface Pgbouncer extends AsyncDisposable {
  /** The database's URL through it. */
  url: string;
}

/** Starts a PgBouncer in front of the server of `databaseUrl`. */
export async function startPgbouncer(
  databaseUrl: string,
  mode: "session" | "transaction",
): Promise<Pgbouncer> {
  const server = new URL(databaseUrl);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "pgbouncer-"));
  // It refuses to run as root, and the user that it runs as must read this.
  chmodSync(folder, 0o755);
  const file = join(folder, "pgbouncer.ini");
  const { hostname, username, password } = server;
  writeFileSync(
    file,
    [
      "[databases]",
      `* = host=${hostname} port=${server.port} user=${username} password=${password}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = any",
      `pool_mode = ${mode}`,
    ].join("\n"),
  );
  const ids = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn("pgbouncer", [file], {
    ...ids,
    cwd: "/",
    stdio: ["ignore", "ignore", "pipe"],
  });
  running.add(child);
  child.once("close", () => running.delete(child));
  const ended = once(child, "close");
  for await (const line of createInterface({ input: child.stderr })) {
    if (line.includes("process up")) break;
  }
  child.stderr.resume();
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
