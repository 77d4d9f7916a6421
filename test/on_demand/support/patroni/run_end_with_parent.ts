import { once } from "node:events";
import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { serverProcesses } from "./logged_process.ts";

// Runs as long as a cluster of Patroni, with its folder as the argument. The kernel ends Patroni and etcd with the process
// that started them, but Postgres was started by Patroni and would stay. When the pipe to this process is closed, for
// whatever reason the other end is gone, it kills every Postgres of the folder and removes the folder.
const [root] = process.argv.slice(2);
if (root === undefined) throw new Error("Usage: run_end_with_parent.ts FOLDER");
process.stdin.resume();
await once(process.stdin, "close");
for (let left = processesIn(root); left.length > 0; left = processesIn(root)) {
  for (const pid of left) killIfAlive(pid);
  await delay(20);
}
await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });

function processesIn(folder: string): number[] {
  return readdirSync(folder).flatMap((name) => serverProcesses(join(folder, name, "postgres")));
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
