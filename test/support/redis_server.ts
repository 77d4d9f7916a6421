import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Redis } from "ioredis";
import { freePort } from "../../gateway/embedded_postgres/free_port.ts";

/** A redis-server of the test's own, which it may treat as it likes. */
export interface RedisServer extends AsyncDisposable {
  url: string;
  processId(): number;
  /** A connection of the test, to read and change the server. */
  client: Redis;
  /** Sends a signal; SIGSTOP leaves its connections open and unanswered. */
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  /** Ends it without a goodbye (kill -9). */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  restart(): Promise<void>;
}

/** Whether there is a redis-server here. Where CI_REQUIRES_REDIS is true, its absence is an error. */
export const hasRedisServer = findRedisServer();

// A test that fails half way must not leave a server behind.
const running = new Set<ChildProcess>();
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")));

/** Starts a server that keeps nothing on disk. */
export async function startRedis({ password }: { password?: string } = {}): Promise<RedisServer> {
  const port = await freePort();
  const url = `redis://${password === undefined ? "" : `:${password}@`}127.0.0.1:${port}`;
  const settings = password === undefined ? [] : ["--requirepass", password];
  let server = await spawnServer(port, settings);
  const client = new Redis(url, { retryStrategy: () => 20 });
  // It loses its connection when the test takes the server away.
  client.on("error", () => {});
  async function kill(): Promise<void> {
    const ended = server.exitCode ?? server.signalCode ?? once(server, "exit");
    server.kill("SIGKILL");
    await ended;
  }
  return {
    url,
    client,
    processId: () => server.pid!,
    signal: (name) => void server.kill(name),
    kill,
    async restart() {
      await kill();
      server = await spawnServer(port, settings);
    },
    async [Symbol.asyncDispose]() {
      client.disconnect();
      await kill();
    },
  };
}

/** Returns the count of each window that a Redis has, by a part of their names. */
export async function countsIn(client: Redis, name: string): Promise<number[]> {
  const keys = (await client.keys(`appointments:*${name}*`)).filter((key) =>
    !key.endsWith("probe")
  );
  return await Promise.all(keys.map(async (key) => Number(await client.get(key))));
}

/** Starts a process of redis-server, and waits until it is ready. */
export async function spawnServer(port: number, settings: string[]): Promise<ChildProcess> {
  const own = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  return await spawnUntil("Ready to accept connections", [...own, ...settings]);
}

/** Starts a sentinel, and waits until it monitors. */
export async function spawnSentinel(configurationFile: string): Promise<ChildProcess> {
  return await spawnUntil("+monitor master", [configurationFile, "--sentinel"]);
}

async function spawnUntil(ready: string, args: string[]): Promise<ChildProcess> {
  const child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "ignore"] });
  running.add(child);
  child.once("exit", () => running.delete(child));
  let said = "";
  for await (const line of createInterface({ input: child.stdout! })) {
    said += `${line}\n`;
    if (!line.includes(ready)) continue;
    child.stdout!.resume();
    return child;
  }
  throw new Error(`redis-server did not start: ${said}`);
}

function findRedisServer(): boolean {
  const isFound = spawnSync("redis-server", ["--version"]).status === 0;
  if (isFound) return true;
  const text = "redis-server is not installed (apt-get install redis-server)";
  if (process.env["CI_REQUIRES_REDIS"] === "true") {
    throw new Error(`${text}, and it is required here`);
  }
  process.stderr.write(`${text}: tests that need it are skipped\n`);
  return false;
}
