import type { Pool, PoolClient } from "pg";
import type { Connections } from "./connections.ts";
import { isAfterFailure, orUnavailable, unavailable } from "./faults.ts";
import { type Columns, runLookup } from "./lookup_query.ts";
import type { RequestTrace } from "./request_trace.ts";
import { serviceClientOf } from "./service_client.ts";
import { settleAfterNext } from "./settle_after_next.ts";
import { together } from "./together.ts";

/** The maximum number of packets in flight, and so of connections. Reads that arrive meanwhile wait for the next packet. */
const maxPackets = 2;
const maxKeys = 200;

/**
 * The plan of a shared read is made once for each connection, and never depends on the size of its tables
 * (gateway/persistence/README.md 10).
 */
const lookupPlans = [
  "plan_cache_mode = force_generic_plan",
  "enable_seqscan = off",
  "enable_bitmapscan = off",
  "enable_sort = off",
  "enable_hashjoin = off",
  "enable_mergejoin = off",
  "jit = off",
];
const setPlans = lookupPlans.map((one) => `set ${one}`).join("; ");
/** For sessions that are shared with other clients: each packet is a transaction with these settings. */
const beginPacket = `begin read only; ${lookupPlans.map((one) => `set local ${one}`).join("; ")}`;

/** Opens the pool of shared reads. */
export function openSharedReadsPool(connections: Connections): Pool {
  const pool = connections.openPool({
    applicationName: "appointment-booking reads",
    max: maxPackets,
    // Kept open, so that a lone request after a quiet time does not wait for a new connection and new plans.
    idleTimeoutMillis: 0,
  });
  // Answered before the first read, because a connection answers in order. A fault of it is also one of the read.
  if (!connections.shareSessions) {
    pool.on("connect", (client) => void client.query(setPlans).catch(() => {}));
  }
  return pool;
}

/** A kind of read: one statement for many keys. */
export interface SharedRead<K, V> {
  name: string;
  /** The columns of a key, and their types in Postgres. */
  keyColumns: Readonly<Record<string, "int" | "bigint" | "text" | "timestamp">>;
  /**
   * Returns the statement over `requested`, which has the columns of the keys and their `position`. The first column of
   * its rows is this position.
   */
  text(requested: string): string;
  /**
   * Returns the columns of a key: numbers, hashes, times and fixed words, which need no quotes in an array. Requests
   * with the same columns share one value, which nobody may change.
   */
  columnsOf(key: K): readonly (string | number)[];
  /** Converts the columns of a row, without its position. */
  toValue(columns: Columns): V;
}

/**
 * Makes a read of one key from a kind of read; undefined if there is no row. Throws SERVICE_UNAVAILABLE if the database
 * is away.
 */
export type ShareReads = <K, V>(read: SharedRead<K, V>) => (key: K) => Promise<V | undefined>;

/**
 * Lets the reads of concurrent requests share statements and packets. Keys that are requested in one turn of the event
 * loop, or while packets are in flight, are read together: one statement for each kind, and all statements in one packet
 * on one connection. So a request that needs two independent reads waits for one round trip.
 *
 * An idle reader adds no delay. A key never joins a packet that was already sent, so each value is at least as new as
 * its request.
 */
export function shareReads(pool: Pool, trace?: RequestTrace): ShareReads {
  const queues: Queue[] = [];
  let inFlight = 0;
  let isStarting = false;
  const isMoreWaiting = () => queues.some((queue) => queue.hasKeys());

  async function work(): Promise<void> {
    isStarting = false;
    inFlight += 1;
    while (isMoreWaiting()) await sendPacket();
    inFlight -= 1;
  }

  async function sendPacket(): Promise<void> {
    let client: PoolClient;
    try {
      client = await orUnavailable(() => pool.connect());
    } catch (error) {
      for (const queue of queues) queue.reject(error);
      return;
    }
    const reads = () =>
      queues.filter((queue) => queue.hasKeys()).map((queue) => queue.send(client));
    const areAnswered = await together(client, () => inPacket(client, reads));
    // Like `pool.query`: after a fault the server may be about to end the session.
    client.release(areAnswered.includes(false));
  }

  return (read) => {
    const queue = createQueue(read, { isMoreWaiting, trace });
    queues.push(queue);
    return (key) => {
      const value = queue.add(key);
      if (!isStarting && inFlight < maxPackets) {
        isStarting = true;
        setImmediate(() => void work());
      }
      return value;
    };
  };
}

/** Sends reads, in a transaction with their settings if the session is shared. Each promise says whether it was answered. */
function inPacket(
  client: PoolClient,
  sendReads: () => Promise<boolean>[],
): Promise<boolean>[] {
  if (!serviceClientOf(client).sharesSessions) return sendReads();
  const send = (text: string) => client.query(text).then(() => true, () => false);
  return [send(beginPacket), ...sendReads(), send("commit")];
}

/** The keys of one kind of read that wait for the next packet. */
interface Queue {
  hasKeys(): boolean;
  /** Sends the statement for the waiting keys. Returns false if it failed. Never throws. */
  send(client: PoolClient): Promise<boolean>;
  reject(error: unknown): void;
}

interface WaitingKey<V> {
  columns: readonly (string | number)[];
  value: Promise<V | undefined>;
  resolve(value: V | undefined): void;
  reject(error: unknown): void;
}

function createQueue<K, V>(
  read: SharedRead<K, V>,
  { isMoreWaiting, trace }: { isMoreWaiting(): boolean; trace: RequestTrace | undefined },
): Queue & { add(key: K): Promise<V | undefined> } {
  const { columnsOf, toValue } = read;
  const { forOne, forMany } = statementsOf(read);
  const waiting = new Map<string, WaitingKey<V>>();

  function take(): WaitingKey<V>[] {
    const taken: WaitingKey<V>[] = [];
    for (const [id, one] of waiting) {
      waiting.delete(id);
      if (taken.push(one) === maxKeys) break;
    }
    return taken;
  }

  return {
    hasKeys: () => waiting.size > 0,
    add(key) {
      const columns = columnsOf(key);
      const id = columns.join(" ");
      const known = waiting.get(id);
      if (known) {
        trace?.join(known);
        return known.value;
      }
      const { promise: value, ...settle } = Promise.withResolvers<V | undefined>();
      const added = { columns, value, ...settle };
      trace?.join(added);
      waiting.set(id, added);
      return value;
    },
    async send(client) {
      const batch = take();
      try {
        const [statement, values] = batch.length === 1
          ? [forOne, batch[0]!.columns.map(String)]
          : [forMany, arraysOf(batch)];
        const run = () => orUnavailable(() => runLookup(client, statement, values));
        const rows = await (trace ? trace.runFor(batch, run) : run());
        const found: (V | undefined)[] = [];
        for (const [position, ...columns] of rows) found[Number(position) - 1] = toValue(columns);
        settleAfterNext(
          isMoreWaiting(),
          () => batch.forEach(({ resolve }, i) => resolve(found[i])),
        );
        return true;
      } catch (error) {
        // The fault belongs to another read of the packet. A repetition of this one may succeed.
        const fault = isAfterFailure(error) ? unavailable() : error;
        for (const { reject } of batch) reject(fault);
        return false;
      }
    },
    reject(error) {
      for (const { reject } of take()) reject(error);
    },
  };
}

/** Returns the statements for one key and for many. For a lone key, the one without arrays saves a seventh of Postgres' time. */
function statementsOf<K, V>({ name, keyColumns, text }: SharedRead<K, V>) {
  const types = Object.values(keyColumns);
  const columns = `as requested (${[...Object.keys(keyColumns), "position"].join(", ")})`;
  const scalars = types.map((type, i) => `$${i + 1}::${type}`);
  const arrays = types.map((type, i) => `$${i + 1}::${type}[]`);
  return {
    forOne: { name: `${name}: one`, text: text(`(values (${scalars.join(", ")}, 1)) ${columns}`) },
    forMany: { name, text: text(`unnest(${arrays.join(", ")}) with ordinality ${columns}`) },
  };
}

function arraysOf(batch: readonly WaitingKey<unknown>[]): string[] {
  return batch[0]!.columns.map((_, i) => `{${batch.map(({ columns }) => columns[i]).join(",")}}`);
}
