import type { Socket } from "node:net";
import { Client, type ClientConfig, type QueryResult } from "pg";
import { ConnectError } from "./faults.ts";
import type { Hosts } from "../hosts/hosts.ts";
import { findObstacle, type Session, setSession } from "./session.ts";

const maxConnectingMs = 5000;
const maxEndingMs = 1000;

/** What a connection of the service is made with, besides the driver's own options. */
export interface ServiceClientConfig extends ClientConfig {
  /** The connection goes to the one that is the primary when it is made. */
  hosts: Hosts;
  /** Ends a connection that is silent for so long while it owes an answer; 0 never does. */
  maxSilenceMs: number;
  onSession(session: Session): void;
}

/**
 * Every connection of the service to Postgres, whether a pool makes it or not. It sets its own session, and its
 * loss is never an uncaught event: whoever waits for an answer gets the fault, in any state.
 */
export class ServiceClient extends Client {
  readonly #hosts: Hosts;
  readonly #fault: unknown;
  readonly #maxSilenceMs: number;
  readonly #onSession: (session: Session) => void;
  #backend = 0;

  constructor(config: ServiceClientConfig) {
    const url = config.hosts.current();
    const fault = faultOf(url);
    super({ ...config, ...(fault === undefined && { connectionString: url }) });
    this.#fault = fault;
    this.#hosts = config.hosts;
    this.#maxSilenceMs = config.maxSilenceMs;
    this.#onSession = config.onSession;
    // For the whole life of the client: a pool takes its own listener off while the client is lent.
    this.on("error", () => {});
    this.#hosts.watch(this);
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<this> | void {
    const opened = this.#open();
    if (!callback) return opened;
    // oxlint-disable-next-line promise/no-callback-in-promise -- the pool calls with one
    opened.then(() => callback(null), callback);
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const stream = this.#stream();
    // A server that hangs never closes its side.
    stream.setTimeout(maxEndingMs, () => stream.destroy());
    return callback ? super.end(callback) : super.end();
  }

  /** The process on the server that runs the statements; 0 before the session is set. */
  get backend(): number {
    return this.#backend;
  }

  async #open(): Promise<this> {
    try {
      if (this.#fault !== undefined) throw this.#fault;
      await super.connect();
      this.#endWhenSilent();
      await this.#setSession();
      this.#stream().setTimeout(this.#maxSilenceMs);
      return this;
    } catch (error) {
      this.#hosts.suspect();
      // Whoever could not connect, a pool included, ends nothing.
      void this.end();
      throw error instanceof ConnectError ? error : new ConnectError(error);
    }
  }

  async #setSession(): Promise<void> {
    // Two statements, so two results, which the types do not know.
    const { areSeveral } = this.#hosts;
    const results = await this.query(
      setSession({ readsTimeline: areSeveral }),
    ) as unknown as QueryResult<Session>[];
    const session = results[1]!.rows[0]!;
    const obstacle = findObstacle(session);
    if (obstacle !== undefined) throw new ConnectError(`Cannot use the database: ${obstacle}`);
    if (!this.#hosts.admits(session.timeline)) {
      throw new ConnectError("Connection terminated: the host is not the primary");
    }
    this.#backend = session.backend;
    this.#onSession(session);
  }

  // The driver's own `query_timeout` sets a timer for each statement, which keeps its whole result until it is
  // collected.
  #endWhenSilent(): void {
    const stream = this.#stream();
    stream.setTimeout(maxConnectingMs, () => {
      if (this.#owesAnswer()) stream.destroy(new Error("Query read timeout"));
    });
  }

  #owesAnswer(): boolean {
    // oxlint-disable-next-line no-underscore-dangle -- its public getter warns that it will go
    return (this as unknown as Inner)._activeQuery !== null;
  }

  #stream(): Socket {
    // With TLS it is another one once the connection is made.
    return (this.connection as unknown as { stream: Socket }).stream;
  }
}

/**
 * Returns why no client can be made for a URL, such as a certificate that cannot be read just now. A pool makes
 * clients in timers, where an exception would end the process.
 */
function faultOf(connectionString: string): unknown {
  try {
    void new Client({ connectionString });
    return undefined;
  } catch (error) {
    return error;
  }
}

/** What the driver's types of a client leave out. */
interface Inner {
  /** Null while no statement is under way. */
  _activeQuery: object | null;
}
