import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";

/** The answer of a host, or the reason why it does not answer. */
export type HostState =
  | { kind: "primary"; timeline: number }
  | { kind: "standby" }
  | { kind: "away"; error: unknown };

/**
 * A SQL expression for the timeline of a server; null for a standby and for a server that an administrator has made
 * read-only. Each promotion starts a timeline with a higher number.
 */
export const timelineSql = `case
  when pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then null
  else left(pg_walfile_name(pg_current_wal_lsn()), 8) end`;

/** Limits connecting and answering, which take a few milliseconds unless the host is cut off or overloaded. */
const maxAnswerMs = 3000;
/** The wait after a primary of a known timeline has answered, because another host may have a later one. */
const maxWaitForOthersMs = 250;
const askAgainMs = 100;

/**
 * Asks all hosts at once and returns their states in the order of `urls`. A host that accepts no writes is asked again
 * while others are silent, because it may be promoted meanwhile. If a primary has a later timeline than the known one,
 * the other hosts are not awaited.
 */
export async function askHosts(
  urls: readonly string[],
  { knownTimeline }: { knownTimeline: number },
): Promise<HostState[]> {
  const states = urls.map((): HostState => ({ kind: "away", error: noAnswer() }));
  const silent = new Set(urls);
  let isOver = false;
  let waiting: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    async function ask(url: string, i: number): Promise<void> {
      while (!isOver) {
        const state = states[i] = await askHost(url);
        silent.delete(url);
        if (silent.size === 0) resolve();
        if (state.kind === "primary") {
          // At the start no timeline is known, so no timeline counts as later.
          if (knownTimeline > 0 && state.timeline > knownTimeline) resolve();
          else waiting ??= setTimeout(resolve, maxWaitForOthersMs);
          return;
        }
        await delay(askAgainMs);
      }
    }
    urls.forEach((url, i) => void ask(url, i));
  });
  isOver = true;
  clearTimeout(waiting);
  return [...states];
}

/** Parses the result of `timelineSql`. */
export function parseTimeline(timeline: string): number {
  return Number.parseInt(timeline, 16);
}

async function askHost(url: string): Promise<HostState> {
  const client = new Client({
    connectionString: url,
    application_name: "appointment-booking hosts",
  });
  // A lost connection makes the statement fail. Without a listener, the event would end the process.
  client.on("error", () => {});
  const { stream } = client.connection;
  const timeout = setTimeout(() => stream.destroy(noAnswer()), maxAnswerMs);
  try {
    await client.connect();
    const { rows: [row] } = await client.query<{ timeline: string | null }>(
      `select ${timelineSql} as timeline`,
    );
    const timeline = row!.timeline;
    return timeline === null
      ? { kind: "standby" }
      : { kind: "primary", timeline: parseTimeline(timeline) };
  } catch (error) {
    return { kind: "away", error };
  } finally {
    clearTimeout(timeout);
    void client.end().catch(() => undefined);
  }
}

function noAnswer(): Error {
  return new Error(`Connection terminated: no answer in ${maxAnswerMs} ms`);
}
