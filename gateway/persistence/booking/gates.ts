import type { Pool } from "pg";
import type { BookingScope } from "../../../core/ports.ts";
import { WaitingLine } from "../../waiting_line.ts";
import type { TransactionEnd } from "../commit/run_transaction.ts";
import { isLockTimeout, unavailable } from "../database/faults.ts";
import type { RequestTrace } from "../database/request_trace.ts";
import { Lanes } from "../database/lane.ts";
import { type GateTransaction, inGate } from "./transaction.ts";

/** A longer wait means that another session or another busy process holds the balance. */
const shortWaitMs = 250;
const maxWaitMs = 5000;

/** The gates of all organizations, and the connections that may wait at them (gateway/persistence/booking/README.md 2). */
export class Gates {
  readonly #pool: Pool;
  readonly #trace: RequestTrace | undefined;
  readonly #lanes = new Lanes();
  readonly #all: WaitingLine;
  readonly #longWaits: WaitingLine;
  /** For transactions that wait for no gate, so that waiting ones never delay them. */
  readonly #passing: WaitingLine;

  constructor(pool: Pool, trace?: RequestTrace) {
    this.#pool = pool;
    this.#trace = trace;
    const all = Math.max(pool.options.max - 2, 1);
    const passing = Math.max(Math.ceil(all / 2), 1);
    const count = Math.max(all - passing, 1);
    this.#passing = openLine(passing);
    this.#all = openLine(count);
    this.#longWaits = openLine(Math.max(Math.floor(count / 2), 1));
  }

  /** Runs a job after all earlier jobs of this process at the same gate (see `Lane`). */
  inTurn<T>({ organizationId, environment }: BookingScope, job: () => Promise<T>): Promise<T> {
    const bound = this.#trace ? this.#trace.bind(job) : job;
    return this.#lanes.run(`${organizationId} ${environment}`, bound);
  }

  /**
   * Runs work in one transaction that holds the gate (see `inGate`). Throws SERVICE_UNAVAILABLE if it gets no
   * connection, or not the gate, in 5 s.
   */
  enter<T>(
    scope: BookingScope,
    work: (transaction: GateTransaction) => Promise<TransactionEnd<T>>,
  ): Promise<T | undefined> {
    return this.waitAt((lockTimeoutMs) => inGate(this.#pool, { ...scope, lockTimeoutMs }, work));
  }

  /**
   * Runs a transaction that waits for one gate. If it fails by the lock timeout, runs it again with a longer one. Throws
   * SERVICE_UNAVAILABLE like `enter`.
   */
  async waitAt<T>(run: (lockTimeoutMs: number) => Promise<T>): Promise<T> {
    const deadlineMs = performance.now() + maxWaitMs;
    const attempt = (lockTimeoutMs: () => number) =>
      this.#all.run(until(deadlineMs), () => run(lockTimeoutMs()));
    try {
      return await attempt(() => shortWaitMs);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
    try {
      const rest = () => Math.max(deadlineMs - performance.now(), shortWaitMs);
      return await this.#longWaits.run(until(deadlineMs), () => attempt(rest));
    } catch (error) {
      throw isLockTimeout(error)
        ? unavailable("Another session has locked the credits of this organization")
        : error;
    }
  }

  /** Runs a transaction that takes the gates that are free, and waits for none. */
  passFree<T>(run: (lockTimeoutMs: number) => Promise<T>): Promise<T> {
    return this.#passing.run({ key: undefined, maxWaitMs }, () => run(shortWaitMs));
  }
}

function openLine(maxAtOnce: number): WaitingLine {
  const refusal = () => unavailable("Too many requests are waiting for the database");
  return new WaitingLine({ maxAtOnce, refusal });
}

function until(deadlineMs: number) {
  return { key: undefined, maxWaitMs: deadlineMs - performance.now() };
}

/** The dependencies of bookings and changes. */
export interface ChangeTools {
  pool: Pool;
  gates: Gates;
  now(): Temporal.Instant;
  onEvents(): void;
  /** Called after each transaction of bookings has its locks. */
  onBookings?: OnBookings | undefined;
  trace?: RequestTrace | undefined;
}

/** Receives the number of bookings of a transaction, and the time from the request for its locks until it held them. */
export type OnBookings = (transaction: { bookings: number; lockSeconds: number }) => void;
