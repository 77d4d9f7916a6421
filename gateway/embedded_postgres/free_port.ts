import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

// Below the ports which systems give to outgoing connections (32768 on Linux, 49152 on macOS): the
// server comes back on the same port after a crash, and none of those may have taken it meanwhile.
const first = 20_000;
const last = 32_000;

/** A port on 127.0.0.1 that nobody listens on right now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, last);
    if (await isFree(port)) return port;
  }
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
