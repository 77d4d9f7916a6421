import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { isDatabaseError } from "../../../gateway/persistence/database/faults.ts";
import type { ServiceClient } from "../../../gateway/persistence/database/service_client.ts";
import { withClient } from "./with_client.ts";

/** A write whose COMMIT the server confirmed. */
export interface AcknowledgedWrite {
  id: string;
  atMs: number;
}

/** How the attempts to write ended. */
export interface WriteOutcomes {
  acknowledged: number;
  /** The server answered with an error: how often, by SQLSTATE. */
  refused: Record<string, number>;
  /** The server gave no answer to a connection in time. */
  timedOut: number;
  /** The connection was refused or lost, with no error of the server. */
  broken: number;
  /** The COMMIT succeeded with a warning, which the service takes for no answer. */
  unconfirmed: number;
  /** Attempts that waited for over a second, however they ended, and those that still wait. */
  waited: number;
}

/** Sessions on one server that keep writing, whatever happens to the server. */
export interface PersistentWriters extends AsyncDisposable {
  acknowledged: readonly AcknowledgedWrite[];
  /** Returns the outcomes of attempts that ended after this time. */
  outcomesSince(atMs: number): WriteOutcomes;
  /** Ends the sessions. An attempt that still waits is given up. */
  stop(): Promise<void>;
}

const longMs = 1000;
const pauseMs = 20;

/** Makes the table of the writers, in a database that they will write to. */
export async function makePersistentWrites(url: string): Promise<void> {
  await withClient({ connectionString: url }, async (client) => {
    await client.query("create table persistent_writes (id uuid)");
  });
}

/**
 * Opens sessions with the settings of the service's own, and lets each of them write again and again, without a limit
 * on the wait for an answer. A session that ends is replaced by another one on the same server. Resolves when each
 * session has had a write acknowledged.
 */
export async function startPersistentWriters(
  url: string,
  { sessions }: { sessions: number },
): Promise<PersistentWriters> {
  const connections = new Connections(url);
  const writers = Array.from({ length: sessions }, () => new Writer(connections));
  const stop = async () => {
    await Promise.all(writers.map((writer) => writer.stop()));
    connections.close();
  };
  try {
    await Promise.all(writers.map((writer) => writer.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    get acknowledged() {
      return writers.flatMap((writer) => writer.acknowledged);
    },
    outcomesSince: (atMs) => sum(writers.flatMap((writer) => writer.attemptsSince(atMs))),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Returns the acknowledged writes that a server does not have. */
export async function missingWrites(
  url: string,
  writes: readonly AcknowledgedWrite[],
): Promise<AcknowledgedWrite[]> {
  const stored = await withClient({ connectionString: url }, async (client) => {
    const ids = writes.map(({ id }) => id);
    const sql = "select id from persistent_writes where id = any($1::uuid[])";
    return new Set((await client.query<{ id: string }>(sql, [ids])).rows.map(({ id }) => id));
  });
  return writes.filter(({ id }) => !stored.has(id));
}

type Outcome = "acknowledged" | "timedOut" | "broken" | "unconfirmed" | { refused: string };

interface Attempt {
  outcome?: Outcome;
  startedAtMs: number;
  endedAtMs: number;
}

class Writer {
  readonly acknowledged: AcknowledgedWrite[] = [];
  readonly #connections: Connections;
  readonly #attempts: Attempt[] = [];
  #client: ServiceClient | undefined;
  #isWarned = false;
  #startedAtMs: number | undefined;
  #isOver = false;
  #running = Promise.resolve();

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  async start(): Promise<void> {
    await this.#attempt();
    if (this.acknowledged.length === 0) throw new Error("The server did not acknowledge a write");
    this.#running = this.#write();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#client?.end().catch(() => {});
    await this.#running;
  }

  attemptsSince(atMs: number): Attempt[] {
    const ended = this.#attempts.filter(({ endedAtMs }) => endedAtMs >= atMs);
    const startedAtMs = this.#startedAtMs;
    return startedAtMs === undefined ? ended : [...ended, { startedAtMs, endedAtMs: Date.now() }];
  }

  async #write(): Promise<void> {
    while (!this.#isOver) {
      await delay(pauseMs);
      await this.#attempt();
    }
  }

  async #attempt(): Promise<void> {
    const id = randomUUID();
    const startedAtMs = this.#startedAtMs = Date.now();
    const outcome = await this.#outcome(id);
    const endedAtMs = Date.now();
    this.#startedAtMs = undefined;
    if (outcome === "acknowledged") this.acknowledged.push({ id, atMs: endedAtMs });
    // An attempt that `stop` ended has no outcome of its own.
    else if (this.#isOver) return;
    this.#attempts.push({ outcome, startedAtMs, endedAtMs });
  }

  async #outcome(id: string): Promise<Outcome> {
    try {
      const client = this.#client ??= await this.#connect();
      this.#isWarned = false;
      await client.query("begin");
      await client.query("insert into persistent_writes values ($1)", [id]);
      const { command } = await client.query("commit");
      return command === "COMMIT" && !this.#isWarned ? "acknowledged" : "unconfirmed";
    } catch (error) {
      await this.#keepOrDrop();
      return outcomeOf(error);
    }
  }

  async #connect(): Promise<ServiceClient> {
    const client = this.#connections.createClient({
      applicationName: "test: persistent writer",
      maxSilenceMs: 0,
    });
    client.on("notice", () => this.#isWarned = true);
    await client.connect();
    return client;
  }

  /** Keeps the session after a refusal, and drops one that has ended. */
  async #keepOrDrop(): Promise<void> {
    const client = this.#client;
    if (!client) return;
    try {
      await client.query("rollback");
    } catch {
      this.#client = undefined;
      void client.end().catch(() => {});
    }
  }
}

function outcomeOf(error: unknown): Outcome {
  const { message, cause } = error as Error;
  for (const one of [error, cause]) {
    if (isDatabaseError(one)) return { refused: (one as { code?: string }).code ?? "unknown" };
  }
  return /time(?:d )?out/i.test(message) ? "timedOut" : "broken";
}

function sum(attempts: readonly Attempt[]): WriteOutcomes {
  const outcomes: WriteOutcomes = {
    acknowledged: 0,
    refused: {},
    timedOut: 0,
    broken: 0,
    unconfirmed: 0,
    waited: 0,
  };
  for (const { outcome, startedAtMs, endedAtMs } of attempts) {
    if (endedAtMs - startedAtMs > longMs) outcomes.waited += 1;
    if (typeof outcome === "string") outcomes[outcome] += 1;
    else if (outcome) {
      outcomes.refused[outcome.refused] = (outcomes.refused[outcome.refused] ?? 0) + 1;
    }
  }
  return outcomes;
}
