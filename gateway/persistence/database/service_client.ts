import type { Socket } from "node:net";
import { Client, type ClientBase, type ClientConfig, type QueryResult } from "pg";
import { ConnectError } from "./faults.ts";
import type { Hosts } from "../hosts/hosts.ts";
import { type RequestTrace, traceStatements } from "./request_trace.ts";
import { findObstacle, type Session, setSession } from "./session.ts";
import { SharedSessions } from "./shared_sessions.ts";

const maxConnectingMs = 5000;
const maxEndingMs = 1000;

/** The options of a connection, in addition to those of the driver. */
export interface ServiceClientConfig extends ClientConfig {
  /** The hosts of the database. The connection goes to the current primary. */
  hosts: Hosts;
  /** Ends a connection that is silent for so long while a statement waits for its answer; 0 never does. */
  maxSilenceMs: number;
  /** Whether a pooler gives each transaction another session. */
  sharesSessions: boolean;
  /** Whether the connection is to a standby, and so only for reads. */
  isOfStandby: boolean;
  onSession(session: Pick<Session, "commit">): void;
  /** Statements are traced from the setup of the session on. Nothing is traced if left out. */
  trace: RequestTrace | undefined;
  /** Sends statements before the answers of earlier ones have come. The driver's types omit it. */
  pipeline: boolean;
}

/**
 * A connection of the service to Postgres; pools create it too. It sets up its session. Its loss is never an uncaught
 * event, in any state: a statement that waits for an answer fails with the fault.
 */
export class ServiceClient extends Client {
  readonly #hosts: Hosts;
  readonly #fault: unknown;
  readonly #maxSilenceMs: number;
  readonly #onSession: ServiceClientConfig["onSession"];
  readonly #shared: SharedSessions | undefined;
  readonly #trace: RequestTrace | undefined;
  #backend = 0;

  constructor(config: ServiceClientConfig) {
    const url = config.hosts.current();
    const fault = faultOf(url);
    super({ ...config, ...(fault === undefined && { connectionString: url }) });
    this.#fault = fault;
    this.#hosts = config.hosts;
    this.#maxSilenceMs = config.maxSilenceMs;
    this.#onSession = config.onSession;
    this.#trace = config.trace;
    // This listener stays for the life of the client. A pool removes its own listener while the client is in use.
    this.on("error", () => {});
    this.#hosts.watch(this);
    if (config.sharesSessions) {
      this.#shared = new SharedSessions(this, this.query.bind(this), config);
      this.query = this.#shared.query as Client["query"];
    }
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<this> | void {
    const opened = this.#open();
    if (!callback) return opened;
    // oxlint-disable-next-line promise/no-callback-in-promise -- the pool passes a callback
    opened.then(() => callback(null), callback);
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const stream = this.#stream();
    // The driver would wait for the answers of statements that it has sent.
    if (this.#waitsForAnswer()) stream.destroy();
    // A server that hangs never closes the connection.
    else stream.setTimeout(maxEndingMs, () => stream.destroy());
    return callback ? super.end(callback) : super.end();
  }

  /** The process id of the session on the server. 0 until the session is set up, and always if sessions are shared. */
  get backend(): number {
    return this.#backend;
  }

  /** Whether each transaction may run in another session. Then a statement runs in a transaction of its own. */
  get sharesSessions(): boolean {
    return this.#shared !== undefined;
  }

  /** Whether a statement that was prepared under a name may be missing in the next transaction. */
  get losesStatements(): boolean {
    return this.#shared?.losesStatements ?? false;
  }

  async #open(): Promise<this> {
    try {
      if (this.#fault !== undefined) throw this.#fault;
      await super.connect();
      this.#destroyWhenSilent();
      await this.#setSession();
      if (this.#trace) traceStatements(this, this.#trace);
      this.#stream().setTimeout(this.#maxSilenceMs);
      return this;
    } catch (error) {
      this.#hosts.suspect();
      // A caller whose connect failed, such as a pool, does not end the client.
      void this.end();
      throw error instanceof ConnectError ? error : new ConnectError(error);
    }
  }

  async #setSession(): Promise<void> {
    const readsTimeline = this.#hosts.areSeveral;
    const session = await (this.#shared?.open({ readsTimeline }) ??
      this.#setOwnSession({ readsTimeline }));
    const obstacle = findObstacle(session);
    if (obstacle !== undefined) throw new ConnectError(`Cannot use the database: ${obstacle}`);
    if (!this.#hosts.admits(session.timeline)) {
      throw new ConnectError("Connection terminated: the host is not the primary");
    }
    this.#onSession(session);
  }

  async #setOwnSession(options: { readsTimeline: boolean }): Promise<Session> {
    // The driver's types do not know that two statements give two results.
    const results = await this.query(setSession(options)) as unknown as QueryResult<Session>[];
    const session = results[1]!.rows[0]!;
    this.#backend = session.backend;
    return session;
  }

  // Not the driver's `query_timeout`: it sets a timer for each statement, and the timer keeps the result in memory
  // until a full collection.
  #destroyWhenSilent(): void {
    const stream = this.#stream();
    stream.setTimeout(maxConnectingMs);
    // Not as the callback of `setTimeout`, which is called only once: an idle time would use it up, and a later silence
    // would have no end.
    stream.on("timeout", () => {
      if (this.#waitsForAnswer()) stream.destroy(new Error("Query read timeout"));
    });
  }

  #waitsForAnswer(): boolean {
    // oxlint-disable-next-line no-underscore-dangle -- its public getter is deprecated and warns
    return (this as unknown as Inner)._activeQuery !== null;
  }

  #stream(): Socket {
    // Not kept in a field: TLS replaces the stream while the client connects.
    return (this.connection as unknown as { stream: Socket }).stream;
  }
}

/** Returns a client of a pool of `Connections` by its own type, which the driver's types of a pool do not know. */
export function serviceClientOf(client: ClientBase): ServiceClient {
  return client as unknown as ServiceClient;
}

/**
 * Returns why no client can be created for a URL, such as an unreadable certificate, or undefined. A pool creates
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

/** Members that the driver's types of a client omit. */
interface Inner {
  /** Null while no statement runs. */
  _activeQuery: object | null;
}
