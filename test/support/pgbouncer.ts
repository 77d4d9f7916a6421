import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../gateway/embedded_postgres/free_port.ts";

const program = process.env["PGBOUNCER"] ?? "pgbouncer";
const { status, stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });

/** Whether there is a pgbouncer here (Debian: apt-get install pgbouncer). PGBOUNCER names another one. */
export const hasPgbouncer = status === 0;
const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(stdout ?? "") ?? []).map(Number);
/** Whether it knows named statements in transaction mode. */
export const knowsStatements = major > 1 || minor >= 21;

// A test that fails half way must not leave a pooler behind.
const running = new Set<ChildProcess>();
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")));

/** The mode of a pooler. */
export type PoolMode = "session" | "transaction";

/** A pooler in front of a Postgres. */
export interface Pgbouncer extends AsyncDisposable {
  /** Returns the URL of a database of the server through the pooler. */
  through(databaseUrl: string): string;
  /** The URL of the database that it was started for. */
  url: string;
  kill(): Promise<void>;
  /** Freezes it. Returns what lets it continue. */
  freeze(): () => void;
  /** Starts it again at the same port. */
  startAgain(): Promise<void>;
}

/** Starts a PgBouncer in front of the server of `databaseUrl`. It opens at most `poolSize` sessions of each database. */
export async function startPgbouncer(
  databaseUrl: string,
  mode: PoolMode,
  { poolSize = 20, maxStatements = 200 }: { poolSize?: number; maxStatements?: number } = {},
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
      `default_pool_size = ${poolSize}`,
      "max_client_conn = 2000",
      // Each test has a database of its own, and so a pool.
      "server_idle_timeout = 2",
      ...(knowsStatements ? [`max_prepared_statements = ${maxStatements}`] : []),
    ].join("\n"),
  );
  let child = await start(file);
  const through = (url: string) => {
    const through = new URL(url);
    through.port = String(port);
    return through.href;
  };
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "close");
    child.kill("SIGKILL");
    await ended;
  };
  return {
    through,
    url: through(databaseUrl),
    kill,
    freeze() {
      child.kill("SIGSTOP");
      return () => void child.kill("SIGCONT");
    },
    async startAgain() {
      child = await start(file);
    },
    async [Symbol.asyncDispose]() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(file: string): Promise<ChildProcess> {
  const ids = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(program, [file], {
    ...ids,
    cwd: "/",
    stdio: ["ignore", "ignore", "pipe"],
  });
  running.add(child);
  child.once("close", () => running.delete(child));
  for await (const line of createInterface({ input: child.stderr })) {
    if (line.includes("process up")) break;
  }
  child.stderr.resume();
  return child;
}
