import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { LoadJob, LoadResult } from "./load.ts";

const entry = fileURLToPath(new URL("load.ts", import.meta.url));

/** The load generator in its own process, kept for the run so that it is warm. */
export interface LoadProcess extends Disposable {
  run(job: LoadJob): Promise<LoadResult>;
}

/** Starts it; it ends, and what it was asked rejects, when `signal` aborts. */
export function startLoadProcess(signal: AbortSignal): LoadProcess {
  const child = fork(entry, { stdio: ["ignore", "inherit", "inherit", "ipc"], env: {} });
  const ended = new AbortController();
  child.once("exit", () => ended.abort(new Error("The load generator ended")));
  const end = () => void child.kill("SIGKILL");
  signal.addEventListener("abort", end);
  return {
    async run(job) {
      ended.signal.throwIfAborted();
      child.send(job);
      const [result] = await once(child, "message", { signal: ended.signal });
      return result as LoadResult;
    },
    [Symbol.dispose]() {
      signal.removeEventListener("abort", end);
      end();
    },
  };
}
