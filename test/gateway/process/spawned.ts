import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { passedOn } from "../../support/passed_on.ts";
import { runAdmin } from "../../../gateway/command_line/run_admin.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

// A test that fails half way must not leave a service behind.
const running = new Set<ChildProcess>();
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")));

/** A process of ours, and what it has said so far. */
export interface Spawned {
  child: ChildProcess;
  out(): string;
  err(): string;
  /** Its exit code; a signal's name when one ended it. */
  ended: Promise<number | string>;
}

/** Runs one of the gateway's entries with exactly this environment. */
export function run(
  entry: string,
  { words = [], environment, stderr = "pipe" }: {
    words?: string[];
    environment: Record<string, string>;
    /** A file descriptor in place of the pipe that `err` reads. */
    stderr?: "pipe" | number;
  },
): Spawned {
  const child = spawn(process.execPath, [`${root}gateway/${entry}`, ...words], {
    env: { ...passedOn, ...environment },
    stdio: ["ignore", "pipe", stderr],
  });
  running.add(child);
  child.once("close", () => running.delete(child));
  let out = "";
  let err = "";
  child.stdout!.on("data", (chunk: Buffer) => void (out += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => void (err += chunk.toString()));
  const ended = new Promise<number | string>((resolve) => {
    child.once("close", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
  return { child, out: () => out, err: () => err, ended };
}

/** A service that is ready; disposing of it stops it. */
export interface Service extends Spawned, AsyncDisposable {
  url: string;
  /** Asks it to stop and returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | string>;
}

export async function startService(
  environment: Record<string, string>,
  options: { stderr?: number } = {},
): Promise<Service> {
  const defaults = { PORT: "0", LOG_LEVEL: "warn" };
  const spawned = run("main.ts", { environment: { ...defaults, ...environment }, ...options });
  const { child, out, err, ended } = spawned;
  const ready = new Promise<string>((resolve) => {
    child.stdout!.on("data", () => {
      const url = /^listening on (http:\/\/\S+)$/m.exec(out())?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  const url = await Promise.race([ready, ended.then(() => undefined)]);
  if (url === undefined) throw new Error(`The service did not start: ${out()}${err()}`);
  const stop = (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return ended;
  };
  return { ...spawned, url, stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}

/** One admin command: its exit code, and its one JSON object of standard output or error. */
export async function admin(
  words: string[],
  environment: Record<string, string>,
): Promise<AdminAnswer> {
  const spawned = run("command_line/admin.ts", { words: [...words, "--json"], environment });
  return readAnswer(await spawned.ended, spawned.out(), spawned.err());
}

/** The same within the test's own process, where a command takes no second to start. */
export async function adminHere(
  words: string[],
  environment: Record<string, string>,
): Promise<AdminAnswer> {
  const { code, out, err } = await sayHere([...words, "--json"], environment);
  return readAnswer(code, out, err);
}

/** What an admin command says to people, within the test's own process. */
export async function sayHere(words: string[], environment: Record<string, string>) {
  let out = "";
  let err = "";
  const code = await runAdmin(words, environment, {
    say: (line) => void (out += `${line}\n`),
    complain: (line) => void (err += `${line}\n`),
  });
  return { code, out, err };
}

interface AdminAnswer {
  code: number | string;
  // oxlint-disable-next-line typescript/no-explicit-any -- what is in it, the tests say
  json: any;
}

function readAnswer(code: number | string, out: string, err: string): AdminAnswer {
  const [said, silent] = code === 0 ? [out, err] : [err, out];
  if (silent !== "") throw new Error(`Said too much: ${silent}`);
  return { code, json: JSON.parse(said) };
}
