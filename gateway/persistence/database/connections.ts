import { Pool, type PoolConfig } from "pg";
import type { Logger } from "pino";
import { type Hosts, openHosts } from "../hosts/hosts.ts";
import { bindWaiting, type RequestTrace } from "./request_trace.ts";
import { ServiceClient, type ServiceClientConfig } from "./service_client.ts";
import type { Session } from "./session.ts";

/**
 * What is between the service and Postgres. "transaction": a pooler that gives each transaction another session
 * (gateway/persistence/README.md 5).
 */
export type Pooler = "transaction" | undefined;

const defaultMaxSilenceMs = 15_000;
// Also limits the wait of a caller for a connection of a pool.
const connectionTimeoutMillis = 5000;
// The operating system probes a silent peer after this time, and gives it up 10 s later.
const keepAliveInitialDelayMillis = 10_000;

/** How a pool or a connection differs from the others. */
export interface ConnectionOptions {
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /**
   * Ends a connection that is silent for so long while a statement waits for its answer; 15 s if left out. 0 never ends
   * it, for statements that may take any time, such as those of migrations.
   */
  maxSilenceMs?: number;
}

/**
 * Makes every connection of the process to one database (gateway/persistence/README.md 1). Code that connects gets this
 * object and creates no client of its own.
 */
export class Connections {
  readonly #hosts: Hosts;
  readonly #log: Pick<Logger, "warn"> | undefined;
  readonly #trace: RequestTrace | undefined;
  readonly #pooler: Pooler;
  readonly #isOfStandby: boolean;
  #hasWarned = false;

  /** `urls` has one connection string, or one for each host of a replicated database (gateway/persistence/hosts/README.md). */
  constructor(
    urls: string | readonly string[],
    log?: Pick<Logger, "warn">,
    { pooler, trace, isOfStandby = false }: {
      pooler?: Pooler;
      trace?: RequestTrace | undefined;
      /** Whether the URL is of a standby, and so only for reads. */
      isOfStandby?: boolean;
    } = {},
  ) {
    this.#hosts = openHosts({ urls: [urls].flat(), log });
    this.#log = log;
    this.#pooler = pooler;
    this.#isOfStandby = isOfStandby;
    this.#trace = trace;
  }

  /** Whether each transaction may get another session, so that nothing may be set or held beyond its end. */
  get shareSessions(): boolean {
    return this.#pooler === "transaction";
  }

  /** Finds the primary of several hosts, before the first connection. */
  findPrimary(): Promise<void> {
    return this.#hosts.findPrimary();
  }

  /** Stops watching the hosts. Does not close pools and clients: whoever opened them closes them. */
  close(): void {
    this.#hosts.close();
  }

  /** Returns a client that is not connected yet. */
  createClient(options: ConnectionOptions): ServiceClient {
    return new ServiceClient(this.#clientConfig(options));
  }

  /** Opens a pool. It connects when a connection is needed. */
  openPool(
    { max, types, idleTimeoutMillis, ...options }:
      & ConnectionOptions
      & Pick<PoolConfig, "max" | "types" | "idleTimeoutMillis">,
  ): Pool {
    const pool = new Pool({ ...this.#poolConfig(options), max, types, idleTimeoutMillis });
    // An idle connection was lost. The next caller gets another one.
    pool.on("error", () => {});
    if (this.#trace) bindWaiting(pool, this.#trace);
    return pool;
  }

  #poolConfig(options: ConnectionOptions): PoolConfig {
    // By the driver's types, a pool creates clients without options. In fact it passes these options.
    const Client = ServiceClient as unknown as NonNullable<PoolConfig["Client"]>;
    return { ...this.#clientConfig(options), Client };
  }

  #clientConfig(
    { applicationName, maxSilenceMs = defaultMaxSilenceMs }: ConnectionOptions,
  ): ServiceClientConfig {
    return {
      hosts: this.#hosts,
      application_name: applicationName,
      connectionTimeoutMillis,
      // For `together`.
      pipeline: true,
      keepAlive: true,
      keepAliveInitialDelayMillis,
      maxSilenceMs,
      trace: this.#trace,
      sharesSessions: this.shareSessions,
      isOfStandby: this.#isOfStandby,
      onSession: (session) => this.#warnOfWeakCommits(session),
    };
  }

  #warnOfWeakCommits({ commit }: Pick<Session, "commit">): void {
    if (this.#hasWarned || commit === "on" || commit === "remote_apply") return;
    this.#hasWarned = true;
    this.#log?.warn(
      { synchronousCommit: commit },
      "synchronous_commit is too weak for bookings, setting it to on for the sessions of the service",
    );
  }
}
