import type { Pool } from "pg";
import type { Connections } from "../database/connections.ts";
import type { ServiceClient } from "../database/service_client.ts";

const channel = "webhook_events";
const coalesceMs = 100;
const reconnectMs = 1000;
const usualCheckMs = 15_000;

/**
 * Returns a function that notifies the workers of other processes of committed events: at once, and then at most ten
 * times a second. A notification may get lost; workers also check the queue every second.
 *
 * Call it after the commit. NOTIFY inside the transaction would make all commits of the database wait for each other
 * (gateway/persistence/webhooks/README.md 4).
 */
export function createEventSignal(pool: Pool): () => void {
  let isQuiet = false;
  let isRequested = false;

  function send(): void {
    isQuiet = true;
    isRequested = false;
    pool.query(`notify ${channel}`).catch(() => undefined);
    setTimeout(() => {
      isQuiet = false;
      if (isRequested) send();
    }, coalesceMs).unref();
  }

  return () => {
    isRequested = true;
    if (!isQuiet) send();
  };
}

/**
 * Listens for these notifications on a connection of its own that bypasses poolers. Reconnects if it is lost. A listener
 * sends nothing, so it would not notice a server that is silent for ever: it asks for an answer every `checkMs`.
 */
export function listenForEvents(
  connections: Connections,
  onSignal: () => void,
  { checkMs = usualCheckMs, ...options }: { checkMs?: number; maxSilenceMs?: number } = {},
): { stop(): Promise<void> } {
  let isStopped = false;
  let client: ServiceClient | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const own = client = connections.createClient({
      applicationName: "appointment-booking listener",
      ...options,
    });
    let checking: NodeJS.Timeout | undefined;
    own.on("end", () => {
      clearInterval(checking);
      if (!isStopped) retry = setTimeout(() => void connect(), reconnectMs);
    });
    own.on("notification", onSignal);
    try {
      await own.connect();
      await own.query(`listen ${channel}`);
      // Events may have been committed before this connection listened.
      onSignal();
      // To listen again changes nothing. Without an answer the connection ends.
      checking = setInterval(() => void own.query(`listen ${channel}`).catch(() => {}), checkMs);
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
