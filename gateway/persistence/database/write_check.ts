import type { ClientBase, Pool } from "pg";
import type { Logger } from "pino";
import { createHeartbeatWriter, type ServiceSize } from "./heartbeat.ts";
import { isDatabaseError } from "./faults.ts";
import { repeat } from "./repeat.ts";
import { serviceClientOf } from "./service_client.ts";
import { isUnusable, useSpace } from "./use_space.ts";

/** Whether the primary accepts writes (gateway/persistence/README.md 12). */
export interface WriteCheck {
  /** Checks every 5 s until `stop`, and writes `service` each time. Resolves after the first check. */
  start(service?: ServiceSize): Promise<void>;
  /** Returns what the last check found. True before the first one. */
  acceptsWrites(): boolean;
  stop(): Promise<void>;
}

/** A commit takes milliseconds, unless it waits for a disk or for a synchronous standby. */
const usualTimes = { everyMs: 5000, maxWriteMs: 5000 };

/** Creates the check of the primary. Nothing is written before `start`. */
export function createWriteCheck(
  primary: Pool,
  log: Pick<Logger, "warn" | "error"> | undefined,
  { everyMs, maxWriteMs } = usualTimes,
): WriteCheck {
  const heartbeat = createHeartbeatWriter("writes");
  let size: ServiceSize | undefined;
  let isRefused = false;
  let repeated: { stop(): Promise<void> } | undefined;

  async function writeOn(client: ClientBase): Promise<void> {
    await heartbeat.write(client, size);
    await client.query(useSpace).catch((error: unknown) => {
      if (!isUnusable(error)) throw error;
    });
  }
  async function check(): Promise<void> {
    const refusal = await refusalOf(primary, writeOn, maxWriteMs);
    if (refusal === "unknown" || (refusal !== undefined) === isRefused) return;
    isRefused = refusal !== undefined;
    if (refusal) log?.error(refusal, "the database accepts no writes");
    else log?.warn("the database accepts writes again");
  }
  return {
    async start(service) {
      size = service;
      repeated = repeat(check, { everyMs, onFault() {} });
      await check();
    },
    acceptsWrites: () => !isRefused,
    stop: async () => await repeated?.stop(),
  };
}

interface Refusal {
  /** What an operator can act on. */
  reason: string;
  err: unknown;
}

/**
 * Returns why the primary refuses a write; undefined if it accepts it; "unknown" if there is no connection, which the
 * other part of `/readyz` finds.
 */
async function refusalOf(
  primary: Pool,
  write: (client: ClientBase) => Promise<void>,
  maxWriteMs: number,
): Promise<Refusal | "unknown" | undefined> {
  const client = await primary.connect().catch(() => undefined);
  if (!client) return "unknown";
  const tooLate = new Error(`no commit within ${maxWriteMs} ms`);
  // Frees the place in the pool, too.
  const timer = setTimeout(
    () => serviceClientOf(client).connection.stream.destroy(tooLate),
    maxWriteMs,
  );
  let fault: unknown;
  try {
    await write(client);
    return undefined;
  } catch (error) {
    fault = error;
    if (error === tooLate) return { reason: waits, err: error };
    const { code = "" } = error as { code?: string };
    if (!isDatabaseError(error) || sessionEnds.test(code)) return "unknown";
    return { reason: reasons[code] ?? "the server refuses a small write", err: error };
  } finally {
    clearTimeout(timer);
    client.release(fault !== undefined);
  }
}

const waits =
  "a commit gets no answer: the server hangs, its disk is slow, a synchronous standby is away, " +
  "or another session has locked the table reporting_heartbeats";
const reasons: Record<string, string> = {
  "53100": "the disk of its server is full. Free space there, or enlarge it",
  "42501":
    "its role has no right to write the table reporting_heartbeats. Grant insert and update on it",
  "25006": "its server is a read-only standby. Promote it, or set DATABASE_URL to the primary",
};

// The server ends, or an administrator has ended the session.
const sessionEnds = /^57P/;
