import type { Options } from "@mikro-orm/postgresql";
import { Pool, type PoolConfig } from "pg";
import type { Logger } from "pino";
import { type Hosts, openHosts } from "../hosts/hosts.ts";
import { ServiceClient, type ServiceClientConfig } from "./service_client.ts";
import type { Session } from "./session.ts";

const usualMaxSilenceMs = 15_000;
// Also how long a caller waits for a connection of a pool.
const connectionTimeoutMillis = 5000;
// The system asks a silent peer after this, and gives it up ten seconds later.
const keepAliveInitialDelayMillis = 10_000;

/** How a pool or a connection differs from the others. */
export interface ConnectionOptions {
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /**
   * A connection is ended when it is silent for so long while it owes an answer; 15 s if left out. 0 never ends it, for
   * statements that may take any time, such as those of migrations.
   */
  maxSilenceMs?: number;
}

/**
 * Makes every connection of the process to one database (README, "Connections and sessions"). Everything that
 * connects is given one of these and makes no client of its own.
 */
export class Connections {
  readonly #hosts: Hosts;
  readonly #log: Pick<Logger, "warn"> | undefined;
  #hasWarned = false;

  /** `urls` has one connection string, or one for each host of a replicated database (../hosts/README.md). */
  constructor(urls: string | readonly string[], log?: Pick<Logger, "warn">) {
    this.#hosts = openHosts({ urls: [urls].flat(), log });
    this.#log = log;
  }

  /** Finds the primary of several hosts, before the first connection. */
  findPrimary(): Promise<void> {
    return this.#hosts.findPrimary();
  }

  /** Stops watching the hosts; pools and clients are closed by those who opened them. */
  close(): void {
    this.#hosts.close();
  }

  /** Returns a client that is not connected yet. */
  createClient(options: ConnectionOptions): ServiceClient {
    return new ServiceClient(this.#clientConfig(options));
  }

  /** Opens a pool; connections are made when they are needed. */
  openPool(
    { max, types, ...options }: ConnectionOptions & Pick<PoolConfig, "max" | "types">,
  ): Pool {
    const pool = new Pool({ ...this.#poolConfig(options), max, types });
    // The loss of an idle connection: the next caller gets another one.
    pool.on("error", () => {});
    return pool;
  }

  /** Returns the ORM's options for a pool of its own, to whose errors it listens itself. */
  ormOptions(options: ConnectionOptions): Pick<Options, "clientUrl" | "driverOptions"> {
    return { clientUrl: this.#hosts.current(), driverOptions: this.#poolConfig(options) };
  }

  #poolConfig(options: ConnectionOptions): PoolConfig {
    // The driver's types say that a pool makes its clients of nothing; it makes them of these options.
    const Client = ServiceClient as unknown as NonNullable<PoolConfig["Client"]>;
    return { ...this.#clientConfig(options), Client };
  }

  #clientConfig(
    { applicationName, maxSilenceMs = usualMaxSilenceMs }: ConnectionOptions,
  ): ServiceClientConfig {
    return {
      hosts: this.#hosts,
      application_name: applicationName,
      connectionTimeoutMillis,
      keepAlive: true,
      keepAliveInitialDelayMillis,
      maxSilenceMs,
      onSession: (session) => this.#warnOfWeakCommits(session),
    };
  }

  #warnOfWeakCommits({ commit }: Session): void {
    if (this.#hasWarned || commit === "on" || commit === "remote_apply") return;
    this.#hasWarned = true;
    this.#log?.warn(
      { synchronousCommit: commit },
      "synchronous_commit is too weak for bookings; the service sets it to on for its own sessions",
    );
  }
}
