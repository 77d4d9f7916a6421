import type { Pool, PoolClient } from "pg";
import type { DataAge, DomainError } from "../../../core/ports.ts";
import type { Connections } from "../database/connections.ts";
import { unavailable } from "../database/faults.ts";
import { textTimes } from "../database/text_times.ts";

export const maxStatementMs = 10_000;

/** An open transaction whose statements see one snapshot. The receiver ends it and releases the client. */
export interface Snapshot {
  client: PoolClient;
  /** Null if the data is the primary's. */
  age: DataAge | null;
}

/** A place to read reports from. */
export interface Snapshots {
  /** Whether the data is read from copies of the database, so that snapshots have an age. */
  areCopies: boolean;
  /** Throws SERVICE_UNAVAILABLE if it is already known that no snapshot can begin. */
  requireAvailable(): void;
  begin(): Promise<Snapshot>;
  /** Returns the error for a caller whose statement failed because the server is away or has cancelled it. */
  faultOf(error: unknown): DomainError;
}

/** Opens the pool of the reports. It is separate, so that reports never take a connection from bookings. */
export function openReportingPool(connections: Connections, poolSize: number): Pool {
  return connections.openPool({
    applicationName: "appointment-booking reporting",
    max: poolSize,
    types: textTimes,
  });
}

/** Returns the snapshots of the primary. */
export function primarySnapshots(pool: Pool): Snapshots {
  return {
    areCopies: false,
    requireAvailable() {},
    begin: async () => ({ client: await beginOn(pool), age: null }),
    faultOf: () => unavailable(),
  };
}

// A snapshot for all statements of a report. Parallel workers and JIT are off: they would take the cores from bookings.
const start = `
  begin isolation level repeatable read, read only;
  set local statement_timeout = ${maxStatementMs};
  set local client_connection_check_interval = 1000;
  set local work_mem = '64MB';
  set local max_parallel_workers_per_gather = 0;
  set local jit = off`;

/** Begins the transaction of a report. Its first statement takes the snapshot. */
export async function beginOn(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect();
  try {
    await client.query(start);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
