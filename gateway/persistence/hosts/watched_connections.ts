import type { Client } from "pg";
import type { Socket } from "node:net";

/** Connections of this process to the hosts of one database. */
export interface WatchedConnections {
  /** Takes a client that was made for the current host and has not connected yet. */
  add(client: Client): void;
  /** Destroys every connection to a host that is not the current one; whoever waits on it gets its loss. */
  destroyOthers(): void;
  close(): void;
}

const lookEveryMs = 100;
/** A healthy primary answers nearly everything sooner. Later answers cost a question to the hosts each second. */
const maxSilenceMs = 500;
const minBetweenReportsMs = 1000;
const readOnlyServer = "25006";

/**
 * Watches connections for signs that the current host is not the primary any more: a connection that was lost,
 * a refusal to write, an answer that is owed for about half a second. One timer looks at all
 * connections, so that a statement costs nothing.
 */
export function watchConnections(
  { current, onSuspicion }: { current(): string; onSuspicion(): void },
): WatchedConnections {
  const watched = new Map<Inner, Watched>();
  let reportedAtMs = 0;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const isOwed = [...watched].filter(([client, at]) => isSilent(client, at, nowMs)).length > 0;
    if (!isOwed || nowMs - reportedAtMs < minBetweenReportsMs) return;
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
  /** What the connection waited for when it was looked at, and how much it had received. */
  awaited: object | null;
  bytesRead: number;
  sinceMs: number;
}

/** Whether nothing has come for so long while something is owed: an answer, or the connection itself. */
function isSilent(client: Inner, at: Watched, nowMs: number): boolean {
  // oxlint-disable-next-line no-underscore-dangle -- their public getters are missing or warn
  const awaited = client._connecting ? client : client._activeQuery ?? null;
  const { bytesRead } = client.connection.stream;
  if (awaited === null || awaited !== at.awaited || bytesRead !== at.bytesRead) {
    Object.assign(at, { awaited, bytesRead, sinceMs: nowMs });
    return false;
  }
  return nowMs - at.sinceMs >= maxSilenceMs;
}

/** What the driver's types leave out. */
interface Inner {
  connection: { stream: Socket; on(event: "errorMessage", listener: (m: object) => void): void };
  _activeQuery: object | null | undefined;
  _connecting: boolean;
}
