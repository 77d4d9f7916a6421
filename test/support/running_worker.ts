import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { passedOn } from "./passed_on.ts";

const worker = fileURLToPath(new URL("../../gateway/worker.ts", import.meta.url));

/** `npm run worker` as a process of its own. */
export interface RunningWorker extends AsyncDisposable {
  processId: number;
  /** Sends SIGTERM, unless told otherwise, and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<{ exitCode: number | null; errors: string }>;
}

/** Starts a worker on a database and waits until it delivers. */
export async function startWorker(
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<RunningWorker> {
  const child = spawn(process.execPath, [worker], {
    env: {
      ...passedOn,
      DATABASE_URL: databaseUrl,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => errors += text);
  // Not before everything has been read that it wrote.
  const ended = once(child, "close");
  const delivers = await Promise.race([announced(child.stdout), ended.then(() => false)]);
  if (!delivers) throw new Error(`The worker did not start: ${errors}`);
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    await ended;
    return { exitCode: child.exitCode, errors };
  };
  return {
    processId: child.pid!,
    stop,
    [Symbol.asyncDispose]: async () => void await stop(),
  };
}

async function announced(output: NodeJS.ReadableStream): Promise<boolean> {
  for await (const line of createInterface({ input: output })) {
    if (!line.startsWith("Delivering webhooks")) continue;
    // What comes later must not fill the pipe and halt the worker.
    output.resume();
    return true;
  }
  return false;
}
