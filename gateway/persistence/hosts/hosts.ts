import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import type { Logger } from "pino";
import { choosePrimary, hostOf, hostsText, type Primary } from "./choose_primary.ts";
import { askHosts, type HostState, parseTimeline } from "./host_state.ts";
import { watchConnections } from "./watched_connections.ts";

/** The hosts of one database, and which of them is the primary (gateway/persistence/hosts/README.md). */
export interface Hosts {
  /** Returns the connection string for a new connection. */
  current(): string;
  /** Whether there are several hosts. Then each new connection must be checked with `admits`. */
  areSeveral: boolean;
  /** Watches a client that was created for `current()`, and destroys it when another host becomes the primary. */
  watch(client: Client): void;
  /** Reports that a connection to `current()` failed. */
  suspect(): void;
  /** Returns whether a server with this timeline (see `timelineSql`) may be used. */
  admits(timeline: string | null): boolean;
  /** Finds the primary. Throws if a host refuses the login, or if no host accepts writes for 10 s. */
  findPrimary(): Promise<void>;
  close(): void;
}

export interface HostsOptions {
  /** One connection string for each host. */
  urls: readonly string[];
  log?: Pick<Logger, "warn"> | undefined;
}

const pauseMs = 100;
const maxStartMs = 10_000;

/** Opens the hosts. No host is asked before `findPrimary`. */
export function openHosts({ urls, log }: HostsOptions): Hosts {
  const [first] = urls;
  if (first === undefined) throw new Error("Cannot open the database: no host is given");
  return urls.length === 1 ? singleHost(first) : severalHosts({ urls, log }, first);
}

function singleHost(url: string): Hosts {
  return {
    current: () => url,
    areSeveral: false,
    watch() {},
    suspect() {},
    admits: () => true,
    findPrimary: async () => {},
    close() {},
  };
}

function severalHosts({ urls, log }: HostsOptions, first: string): Hosts {
  let current = first;
  let timeline = 0;
  let isSearching = false;
  let isSuspected = false;
  let isClosed = false;
  const connections = watchConnections({
    current: () => current,
    onSuspicion: () => void search(),
  });

  function use(primary: Primary): void {
    const isFirst = timeline === 0;
    timeline = primary.timeline;
    if (primary.url === current) return;
    current = primary.url;
    if (!isFirst) {
      log?.warn({ host: hostOf(current), timeline }, "another host is the primary now, using it");
    }
    connections.destroyOthers();
  }

  async function lookOnce(): Promise<{ isFound: boolean; states: HostState[] }> {
    const states = await askHosts(urls, { knownTimeline: timeline });
    const primary = choosePrimary({ urls, current, timeline }, states);
    if (primary && !isClosed) use(primary);
    return { isFound: primary !== undefined, states };
  }

  async function search(): Promise<void> {
    // A new suspicion during a search may come after the hosts have answered, so they are asked again.
    isSuspected = true;
    if (isSearching) return;
    isSearching = true;
    let isLogged = false;
    while (isSuspected && !isClosed) {
      isSuspected = false;
      const { isFound, states } = await lookOnce();
      const hosts = hostsText(urls, states);
      if (!isFound && !isLogged) log?.warn({ hosts }, "no host accepts writes, asking again");
      isLogged = !isFound;
      isSuspected ||= !isFound;
      await delay(pauseMs, undefined, { ref: false });
    }
    isSearching = false;
  }

  return {
    current: () => current,
    areSeveral: true,
    watch: connections.add,
    suspect: () => void search(),
    admits(given) {
      const isPrimary = given !== null && parseTimeline(given) >= timeline;
      if (isPrimary) timeline = parseTimeline(given);
      else void search();
      return isPrimary;
    },
    async findPrimary() {
      const deadline = performance.now() + maxStartMs;
      for (;;) {
        const { isFound, states } = await lookOnce();
        if (isFound) return;
        const refusal = states.find(isRefusal);
        if (refusal?.kind === "away") throw refusal.error;
        if (performance.now() > deadline) throw noPrimary(hostsText(urls, states));
        await delay(pauseMs);
      }
    },
    close() {
      isClosed = true;
      connections.close();
    },
  };
}

/** Returns whether the user, the password or the database is wrong. Waiting would only hide such a fault. */
function isRefusal(state: HostState): boolean {
  const { code } = (state.kind === "away" ? state.error : {}) as { code?: unknown };
  return typeof code === "string" && /^(28|3D)/.test(code);
}

function noPrimary(hosts: string): Error {
  return new Error(
    `Cannot use the database: ${hosts}. Start or promote a primary, or correct DATABASE_URL`,
  );
}
