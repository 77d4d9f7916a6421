import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { endsWithUs } from "./ends_with_us.ts";
import { passedOn } from "./passed_on.ts";
import { variablesOf } from "./pooled.ts";

/** A process of ours, started as an operator starts it. */
export interface RunningWorker extends AsyncDisposable {
  processId: number;
  /** Returns everything written to standard error so far. */
  errors(): string;
  /** Sends a signal, SIGTERM by default, and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<{ exitCode: number | null; errors: string }>;
}

/** A service that listens. */
export interface RunningService extends RunningWorker {
  /** `http://HOST:PORT`. */
  url: string;
}

const ownRoot = fileURLToPath(new URL("../../", import.meta.url));

/** Starts the service on a database and waits until it listens. `root` is the folder of another version. */
export async function startService(
  databaseUrl: string,
  environment: Record<string, string> = {},
  root = ownRoot,
): Promise<RunningService> {
  const settings = { ...variablesOf(databaseUrl), PORT: "0", DEMO_DATA: "false", ...environment };
  const line = /^listening on (\S+)$/;
  const { match, ...process } = await startProcess("main.ts", settings, line, root);
  return { ...process, url: match[1]! };
}

/** Starts `npm run worker` on a database and waits until it delivers. */
export async function startWorker(
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<RunningWorker> {
  const settings = { ...variablesOf(databaseUrl), ...environment };
  return await startProcess("worker.ts", settings, /^Delivering webhooks/);
}

/** Starts an entry of the gateway and waits for a line of its standard output. */
async function startProcess(
  entry: string,
  environment: Record<string, string>,
  line: RegExp,
  root = ownRoot,
): Promise<RunningWorker & { match: RegExpExecArray }> {
  const path = join(root, "gateway", entry);
  const options = await nodeOptionsOf(entry, root);
  const [program = "", ...words] = [...endsWithUs, process.execPath, ...options, path];
  const child = spawn(program, words, {
    env: { ...passedOn, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => errors += text);
  // "close" comes after all output was read.
  const ended = once(child, "close");
  const match = await Promise.race([findLine(child.stdout, line), ended.then(() => undefined)]);
  if (!match) throw new Error(`${entry} did not start: ${errors}`);
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    await ended;
    return { exitCode: child.exitCode, errors };
  };
  return {
    match,
    processId: child.pid!,
    errors: () => errors,
    stop,
    [Symbol.asyncDispose]: async () => void await stop(),
  };
}

/** Returns the options of Node with which the scripts of a version run an entry. They decide how much memory it takes. */
async function nodeOptionsOf(entry: string, root: string): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const script = Object.values<string>(scripts).find((one) => one.endsWith(` gateway/${entry}`))!;
  return [...script.matchAll(/ (--[a-z-]+=\d+)/g)].map(([, option]) => option!);
}

async function findLine(
  output: NodeJS.ReadableStream,
  line: RegExp,
): Promise<RegExpExecArray | undefined> {
  for await (const text of createInterface({ input: output })) {
    const match = line.exec(text);
    if (!match) continue;
    // Later output must not fill the pipe and stop the process.
    output.resume();
    return match;
  }
  return undefined;
}
