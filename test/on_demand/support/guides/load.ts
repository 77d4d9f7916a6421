import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { Machine } from "../../../support/guide_machine/machine.ts";
import type { Network } from "../../../support/guide_machine/network.ts";
import type { Callers } from "../../../support/rolling_restart/traffic.ts";

const script = fileURLToPath(new URL("run_load.ts", import.meta.url));

/** Requests that were answered as they should be, the bookings among them, and the others. */
export interface LoadFigures {
  answered: number;
  booked: number;
  failures: string[];
}

/** Callers who book and read through a proxy, from a computer that is none of the machines. */
export interface Load extends AsyncDisposable {
  /** Waits for some more bookings, and expects that no request has failed so far. */
  check(): Promise<LoadFigures>;
  /** Ends it after the running requests, and expects that none has failed. */
  end(): Promise<LoadFigures>;
}

/** Gives the first organization a department, a key and credits for a load. */
export async function makeCallers(machine: Machine, cookie: string): Promise<Callers> {
  const run = async (command: string) =>
    JSON.parse(await machine.run(`operator ${command} --organization 1 --json`));
  const { departmentId } = await run("department create --name Load --slot-capacity 10000");
  const { key } = await run("api-key create --name Load --rate-limit 1000000");
  await run("credits grant --amount 1000000");
  return { key, departmentId, cookie };
}

/** Starts a load on a proxy. */
export function startLoad(network: Network, url: string, callers: Callers): Load {
  const child = network.start(
    `exec ${process.execPath} ${script} ${url} '${JSON.stringify(callers)}'`,
  );
  const exited = once(child, "exit");
  let last: LoadFigures = { answered: 0, booked: 0, failures: [] };
  const lines = createInterface({ input: child.stdout! });
  lines.on("line", (line) => last = JSON.parse(line));
  const closed = once(lines, "close");
  function checked(): LoadFigures {
    expect(last.failures).toEqual([]);
    return last;
  }
  return {
    async check() {
      const { booked } = last;
      await expect.poll(() => last.booked + last.failures.length, { timeout: 60_000 })
        .toBeGreaterThan(booked + 4);
      return checked();
    },
    async end() {
      child.kill("SIGTERM");
      await Promise.all([exited, closed]);
      return checked();
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
