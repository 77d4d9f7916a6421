import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { passedOn } from "../../support/passed_on.ts";
import { secretsEnvironment } from "../../support/webhooks.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
// The service runs with the options that `npm start` uses. They save memory and cost some speed.
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const ownOptions: string[] = scripts.start.match(/--\S+/g);
const [, MALLOC_ARENA_MAX] = /\bMALLOC_ARENA_MAX=(\d+)/.exec(scripts.start)!;

/** The service runs as operators run it: in production, it loads all modules before it serves. */
export const productionEnvironment = {
  NODE_ENV: "production",
  SESSION_SECRET: randomBytes(32).toString("hex"),
  SECRETS_KEY: secretsEnvironment.SECRETS_KEY,
};

/** A server under load, a process of its own. */
export interface ServerProcess extends AsyncDisposable {
  /** `http://HOST:PORT`. */
  url: string;
  processId: number;
}

/**
 * Starts a server by its file, from the top, and waits until it says where it listens. The hand-written one runs with
 * the defaults of Node.
 */
export async function startServer(
  file: string,
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const isOwn = file.startsWith("gateway/");
  const child = spawn(process.execPath, [...(isOwn ? ownOptions : []), root + file], {
    env: { ...passedOn, ...(isOwn && { MALLOC_ARENA_MAX }), ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const url = await Promise.race([listeningUrl(child.stdout), ended.then(() => undefined)]);
  if (url === undefined) throw new Error(`Cannot start ${file}: it ended`);
  return {
    url,
    processId: child.pid!,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function listeningUrl(output: NodeJS.ReadableStream): Promise<string | undefined> {
  for await (const line of createInterface({ input: output })) {
    const url = /^listening on (\S+)$/.exec(line)?.[1];
    if (url === undefined) continue;
    // What comes later must not fill the pipe and halt the server.
    output.resume();
    return url;
  }
  return undefined;
}
