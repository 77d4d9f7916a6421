import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { passedOn } from "./passed_on.ts";

const main = fileURLToPath(new URL("../../gateway/main.ts", import.meta.url));

/** The service as a process of its own, as an operator runs it. */
export interface RunningService extends AsyncDisposable {
  /** `http://HOST:PORT`. */
  url: string;
  processId: number;
  /** What it has written to standard error so far. */
  errors(): string;
  /** Sends SIGTERM, unless told otherwise, and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<{ exitCode: number | null; errors: string }>;
}

/** Starts the service on a database and waits until it listens. */
export async function startService(
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<RunningService> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...passedOn,
      DATABASE_URL: databaseUrl,
      PORT: "0",
      DEMO_DATA: "false",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => errors += text);
  // Not before everything has been read that it wrote.
  const ended = once(child, "close");
  const url = await Promise.race([listeningUrl(child.stdout), ended.then(() => undefined)]);
  if (!url) throw new Error(`The service did not start: ${errors}`);
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    await ended;
    return { exitCode: child.exitCode, errors };
  };
  return {
    url,
    processId: child.pid!,
    errors: () => errors,
    stop,
    [Symbol.asyncDispose]: async () => void await stop(),
  };
}

async function listeningUrl(output: NodeJS.ReadableStream): Promise<string | undefined> {
  for await (const line of createInterface({ input: output })) {
    const url = /^listening on (\S+)$/.exec(line)?.[1];
    if (url) {
      // What comes later must not fill the pipe and halt the service.
      output.resume();
      return url;
    }
  }
  return undefined;
}
