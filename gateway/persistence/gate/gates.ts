import type { Pool } from "pg";
import type { BookingScope } from "../../../core/mod.ts";
import type { TransactionEnd } from "../commit/run_transaction.ts";
import { isLockTimeout, unavailable } from "../faults.ts";
import { Lane } from "./lane.ts";
import { Permits } from "./permits.ts";
import { type GateTransaction, inGate } from "./transaction.ts";

/** A gate that takes longer than this is held from elsewhere, or by another busy process. */
const shortWaitMs = 250;
const maxWaitMs = 5000;

/**
 * The gates of all organizations, and the connections that may wait at them. Decisions: README.md here,
 * "2. Connections".
 */
export class Gates {
  readonly #pool: Pool;
  readonly #lanes = new Map<string, Lane>();
  readonly #all: Permits;
  readonly #longWaits: Permits;

  constructor(pool: Pool) {
    this.#pool = pool;
    const count = Math.max(pool.options.max - 2, 1);
    this.#all = new Permits(count);
    this.#longWaits = new Permits(Math.max(Math.floor(count / 2), 1));
  }

  /** Runs a job when all jobs of this process before it, at the same gate, have ended (see `Lane`). */
  inTurn<T>({ organizationId, environment }: BookingScope, job: () => Promise<T>): Promise<T> {
    const key = `${organizationId} ${environment}`;
    let lane = this.#lanes.get(key);
    if (!lane) {
      lane = new Lane(() => this.#lanes.delete(key));
      this.#lanes.set(key, lane);
    }
    return lane.run(job);
  }

  /**
   * Runs work in one transaction behind the gate (see `inGate`). Throws SERVICE_UNAVAILABLE if neither a
   * connection nor the gate can be had in 5 s.
   */
  async enter<T>(
    scope: BookingScope,
    work: (transaction: GateTransaction) => Promise<TransactionEnd<T>>,
  ): Promise<T | undefined> {
    const deadlineMs = performance.now() + maxWaitMs;
    const attempt = (lockTimeoutMs: () => number) =>
      this.#all.use(
        deadlineMs,
        () => inGate(this.#pool, { ...scope, lockTimeoutMs: lockTimeoutMs() }, work),
      );
    try {
      return await attempt(() => shortWaitMs);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
    try {
      const rest = () => Math.max(deadlineMs - performance.now(), shortWaitMs);
      return await this.#longWaits.use(deadlineMs, () => attempt(rest));
    } catch (error) {
      throw isLockTimeout(error) ? unavailable("Another session locks this organization") : error;
    }
  }
}
