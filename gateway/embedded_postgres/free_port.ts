import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

// Below the ports which systems give to outgoing connections (32768 on Linux, 49152 on macOS): the
// server comes back on the same port after a crash, and none of those may have taken it meanwhile.
const range = { first: 20_000, end: 32_000 };

/** Finds a free port even if 99 % of them are in use. */
const maxTries = 1000;

/** A port on 127.0.0.1 that nobody listens on right now. */
export async function freePort({ first, end } = range): Promise<number> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const port = randomInt(first, end);
    if (await isFree(port)) return port;
  }
  throw new Error(
    `Cannot find a free port on 127.0.0.1: those from ${first} to ${end - 1} are in use. ` +
      "Stop programs that listen on them",
  );
}

async function isFree(port: number): Promise<boolean> {
  const trial = createServer();
  try {
    trial.listen(port, "127.0.0.1");
    await once(trial, "listening");
  } catch {
    return false;
  }
  trial.close();
  await once(trial, "close");
  return true;
}
