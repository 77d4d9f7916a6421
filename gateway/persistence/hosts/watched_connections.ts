import type { Client } from "pg";
import type { Socket } from "node:net";

/** Connections of this process to the hosts of one database. */
export interface WatchedConnections {
  /** Adds a client that was created for the current host and has not connected yet. */
  add(client: Client): void;
  /** Destroys every connection to another host than the current one. Their statements fail. */
  destroyOthers(): void;
  close(): void;
}

const lookEveryMs = 100;
/** A healthy primary answers nearly every statement sooner. For a later answer the hosts are asked once a second. */
const maxSilenceMs = 500;
const minBetweenReportsMs = 1000;
const readOnlyServer = "25006";

/**
 * Watches connections for signs that the current host is no longer the primary: a lost connection, a rejected write, or
 * no answer for about half a second. One timer checks all connections, so a statement costs nothing.
 */
export function watchConnections(
  { current, onSuspicion }: { current(): string; onSuspicion(): void },
): WatchedConnections {
  const watched = new Map<Inner, Watched>();
  let reportedAtMs = 0;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const isAnyoneSilent = [...watched].filter(([client, at]) =>
      isSilent(client, at, nowMs)
    ).length > 0;
    if (!isAnyoneSilent || nowMs - reportedAtMs < minBetweenReportsMs) return;
    reportedAtMs = nowMs;
    onSuspicion();
  }, lookEveryMs);
  timer.unref();
  return {
    add(added) {
      const client = added as Client & Inner;
      watched.set(client, { url: current(), awaited: null, bytesRead: 0, sinceMs: 0 });
      client.connection.on("errorMessage", ({ code }: { code?: string }) => {
        if (code === readOnlyServer) onSuspicion();
      });
      added.on("error", onSuspicion);
      added.once("end", () => watched.delete(client));
    },
    destroyOthers() {
      for (const [{ connection }, { url }] of watched) {
        if (url === current()) continue;
        connection.stream.destroy(new Error("Connection terminated: another host is the primary"));
      }
    },
    close: () => clearInterval(timer),
  };
}

interface Watched {
  url: string;
  /** The statement that the connection waited for at the last check, and the bytes received until then. */
  awaited: object | null;
  bytesRead: number;
  sinceMs: number;
}

/** Returns whether no byte has arrived for `maxSilenceMs` while the client connects or a statement runs. */
function isSilent(client: Inner, at: Watched, nowMs: number): boolean {
  // oxlint-disable-next-line no-underscore-dangle -- public getters are missing or deprecated
  const awaited = client._connecting ? client : client._activeQuery ?? null;
  const { bytesRead } = client.connection.stream;
  if (awaited === null || awaited !== at.awaited || bytesRead !== at.bytesRead) {
    Object.assign(at, { awaited, bytesRead, sinceMs: nowMs });
    return false;
  }
  return nowMs - at.sinceMs >= maxSilenceMs;
}

/** Members that the driver's types omit. */
interface Inner {
  connection: { stream: Socket; on(event: "errorMessage", listener: (m: object) => void): void };
  _activeQuery: object | null | undefined;
  _connecting: boolean;
}
