import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../../gateway/embedded_postgres/free_port.ts";
import { trustAuthority } from "../certificates.ts";
import { encryptRedis } from "../redis_encryption.ts";
import { spawnSentinel, spawnServer } from "../redis_server.ts";
import { host, questionsTo, redisPassword } from "./questions.ts";

/** What is done to a master. */
export type Loss = "killed" | "frozen";

/** Several Redis servers of which others replace a lost master. */
export interface RedisGroup extends AsyncDisposable {
  /** For REDIS_URL. */
  url: string;
  /** Loses the master that has the key and waits until another one is writable. Returns the time that this took. */
  loseMaster(loss: Loss, key: string): Promise<number>;
  /** Starts or continues the lost server, which becomes a replica, and waits until all replicas are up to date. */
  repair(): Promise<void>;
  /** The count of a window, by its whole name. */
  countOf(key: string): Promise<number>;
}

/** `isEncrypted`: the servers accept only TLS, and this process trusts their authority. */
export interface GroupOptions {
  isEncrypted?: boolean;
}

interface Server {
  port: number;
  child: ChildProcess;
  launch(): Promise<ChildProcess>;
}

/** A server without an answer for this time counts as lost. */
export const downAfterMs = 1000;

/** Settings of all servers. */
const common = {
  requirepass: redisPassword,
  masterauth: redisPassword,
  "repl-diskless-sync-delay": "0",
};

/** Opens the servers of a group, in a folder of their own. */
export async function openServers({ isEncrypted = false }: GroupOptions) {
  await using opened = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), "redis-group-"));
  opened.defer(() => rm(dir, { recursive: true, force: true }));
  const encryption = isEncrypted ? await encryptRedis(dir) : undefined;
  if (encryption) opened.defer(trustAuthority(encryption.authority));
  const servers = new Map<number, Server>();
  opened.defer(async () => void await Promise.all([...servers.values()].map(end)));
  let lost: { server: Server; loss: Loss } | undefined;

  async function start(port: number, launch: Server["launch"]): Promise<void> {
    servers.set(port, { port, launch, child: await launch() });
  }
  const settingsAt = (port: number) => encryption?.settingsAt(port) ?? { port: `${port}` };
  const all = opened.move();
  return {
    dir,
    encryption,
    ask: questionsTo(encryption?.authority),
    async startServer(port: number, settings: Record<string, string>): Promise<void> {
      // A replica writes a file in its folder when it copies its master.
      const files = { dir, dbfilename: `${port}.rdb` };
      const parts = Object.entries({ ...settingsAt(port), ...common, ...files, ...settings });
      const words = parts.flatMap(([name, value]) => [`--${name}`].concat(value.split(" ")));
      await start(port, () => spawnServer(port, words));
    },
    async startSentinel(port: number, lines: string[]): Promise<void> {
      const file = join(dir, `sentinel-${port}.conf`);
      const own = Object.entries(settingsAt(port)).map(([name, value]) => `${name} ${value}`);
      await writeFile(file, [...own, `bind ${host}`, ...lines, ""].join("\n"));
      await start(port, () => spawnSentinel(file));
    },
    async lose(port: number, loss: Loss): Promise<void> {
      const server = servers.get(port)!;
      lost = { server, loss };
      if (loss === "frozen") return void server.child.kill("SIGSTOP");
      await end(server);
    },
    async bringBack(): Promise<void> {
      const { server, loss } = lost!;
      if (loss === "frozen") server.child.kill("SIGCONT");
      else await start(server.port, server.launch);
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

async function end({ child }: Server): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** Returns different free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** Polls until `check` resolves to true. */
export async function until(
  what: string,
  check: () => Promise<boolean>,
  maxMs = 30_000,
): Promise<void> {
  const fromMs = performance.now();
  while (!await check().catch(() => false)) {
    if (performance.now() - fromMs > maxMs) throw new Error(`${what}: not after ${maxMs} ms`);
    await wait(20);
  }
}
