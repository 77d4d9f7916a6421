import type { Pool } from "pg";
import type { Connections } from "../database/connections.ts";
import type { ServiceClient } from "../database/service_client.ts";

const channel = "webhook_events";
const coalesceMs = 100;
const reconnectMs = 1000;

/**
 * Tells the workers of other processes that events were committed: at once, and then at most ten times a
 * second. After the commit and on another connection, since NOTIFY within it would make all commits wait for
 * one another. It may get lost; workers also look each second.
 */
export function createEventSignal(pool: Pool): () => void {
  let isQuiet = false;
  let isAsked = false;

  function send(): void {
    isQuiet = true;
    isAsked = false;
    pool.query(`notify ${channel}`).catch(() => undefined);
    setTimeout(() => {
      isQuiet = false;
      if (isAsked) send();
    }, coalesceMs).unref();
  }

  return () => {
    isAsked = true;
    if (!isQuiet) send();
  };
}

/**
 * Listens for that signal on a connection of its own, past any pooler, which it makes again when it is lost.
 */
export function listenForEvents(
  connections: Connections,
  onSignal: () => void,
): { stop(): Promise<void> } {
  let isStopped = false;
  let client: ServiceClient | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const own = client = connections.createClient({
      applicationName: "appointment-booking listener",
    });
    own.on("end", () => {
      if (!isStopped) retry = setTimeout(() => void connect(), reconnectMs);
    });
    own.on("notification", onSignal);
    try {
      await own.connect();
      await own.query(`listen ${channel}`);
      // What was signalled while nobody listened.
      onSignal();
    } catch {
      await own.end().catch(() => undefined);
    }
  }

  void connect();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}
