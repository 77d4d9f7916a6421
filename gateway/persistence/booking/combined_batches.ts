import type { BookingRequest, BookingScope, BookingVerdict } from "../../../core/ports.ts";
import { isServiceUnavailable } from "../database/faults.ts";
import type { BatchVerdicts } from "./batch.ts";
import type { ScopeBatch } from "./batch_reads.ts";

/** While one transaction is in Postgres, the process prepares the next one. */
const maxInFlight = 2;
/** A larger transaction is not faster per booking, and its members wait longer. */
const maxRequests = 128;
/**
 * A transaction that takes longer does not keep others from starting: one of a single batch may wait for its gate, and
 * any may hang.
 */
const maxCountedMs = { single: 25, shared: 1000 };
/** A scope that failed in a transaction with others does not share one for so long. */
const aloneMs = 10_000;

/** How batches become transactions. */
export interface Transactions {
  /** Runs one transaction for several batches. It does not wait for a gate that another session holds. */
  runShared(batches: readonly ScopeBatch[]): Promise<BatchVerdicts[]>;
  /** Runs a transaction for one batch. It waits for the gate. */
  runAlone(batch: ScopeBatch): Promise<BookingVerdict[]>;
}

interface WaitingBatch extends ScopeBatch {
  resolve(verdicts: BookingVerdict[]): void;
  reject(error: unknown): void;
}

/**
 * Combines batches of different scopes into shared transactions (gateway/persistence/booking/README.md 3). A batch never
 * waits for another scope: one whose gate is held by another session, or whose shared transaction failed, gets a
 * transaction of its own.
 */
export class CombinedBatches {
  readonly #transactions: Transactions;
  readonly #waiting: WaitingBatch[] = [];
  /** Until when a scope shares no transaction, in the time of `performance.now()`. */
  readonly #aloneUntilMs = new Map<string, number>();
  #inFlight = 0;

  constructor(transactions: Transactions) {
    this.#transactions = transactions;
  }

  /** Returns the verdicts on the requests of one scope. No other batch of the scope may be in progress. */
  book(scope: BookingScope, requests: readonly BookingRequest[]): Promise<BookingVerdict[]> {
    if (this.#isAlone(scope)) return this.#transactions.runAlone({ scope, requests });
    return new Promise((resolve, reject) => {
      this.#waiting.push({ scope, requests, resolve, reject });
      this.#start();
    });
  }

  #start(): void {
    while (this.#inFlight < maxInFlight && this.#waiting.length > 0) {
      this.#inFlight += 1;
      void this.#run(this.#take()).finally(() => {
        this.#inFlight -= 1;
        this.#start();
      });
    }
  }

  /** Takes the first batch, and the following ones as long as the transaction does not become too large. */
  #take(): WaitingBatch[] {
    let requests = 0;
    const tooLarge = this.#waiting.findIndex((batch, i) => {
      requests += batch.requests.length;
      return i > 0 && requests > maxRequests;
    });
    return this.#waiting.splice(0, tooLarge === -1 ? this.#waiting.length : tooLarge);
  }

  async #run(batches: readonly WaitingBatch[]): Promise<void> {
    const maxMs = batches.length === 1 ? maxCountedMs.single : maxCountedMs.shared;
    await atMost(maxMs, this.#runFree(batches));
  }

  /** Runs the batches whose gates are free together. Only the others wait, each in a transaction of its own. */
  async #runFree(batches: readonly WaitingBatch[]): Promise<void> {
    try {
      const verdicts = await this.#transactions.runShared(batches);
      for (const [i, batch] of batches.entries()) {
        const decided = verdicts[i];
        if (decided) batch.resolve(decided);
        else void this.#runAlone(batch);
      }
    } catch (error) {
      // The outcome may be unknown, so the requests must not be repeated.
      if (isServiceUnavailable(error)) { for (const { reject } of batches) reject(error); }
      else for (const batch of batches) void this.#runAlone(batch, { hasFailed: true });
    }
  }

  async #runAlone(batch: WaitingBatch, { hasFailed = false } = {}): Promise<void> {
    try {
      batch.resolve(await this.#transactions.runAlone(batch));
    } catch (error) {
      if (hasFailed) this.#keepAlone(batch.scope);
      batch.reject(error);
    }
  }

  #keepAlone(scope: BookingScope): void {
    const nowMs = performance.now();
    for (const [key, untilMs] of this.#aloneUntilMs) {
      if (untilMs <= nowMs) this.#aloneUntilMs.delete(key);
    }
    this.#aloneUntilMs.set(keyOf(scope), nowMs + aloneMs);
  }

  #isAlone(scope: BookingScope): boolean {
    const untilMs = this.#aloneUntilMs.get(keyOf(scope));
    return untilMs !== undefined && performance.now() < untilMs;
  }
}

/** Returns when the work has ended, or after a time. */
function atMost(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void work.finally(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function keyOf({ organizationId, environment }: BookingScope): string {
  return `${organizationId} ${environment}`;
}
