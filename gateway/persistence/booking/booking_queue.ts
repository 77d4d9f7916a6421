import type { BookingRequest, BookingVerdict } from "../../../core/ports.ts";
import { isServiceUnavailable, RolledBackError, unavailable } from "../database/faults.ts";
import { maxWaiting, maxWaitMs } from "../database/lane.ts";
import { settleAfterNext } from "../database/settle_after_next.ts";

/** A larger batch is not faster per booking, and its members wait longer. */
const maxBatchSize = 128;

interface WaitingRequest {
  request: BookingRequest;
  sinceMs: number;
  resolve(verdict: BookingVerdict): void;
  reject(error: unknown): void;
}

/**
 * Collects the bookings of one scope that arrive before its turn into one batch. The next batch takes its turn after
 * the changes that already wait. An idle queue adds no delay: a batch of one is normal.
 */
export class BookingQueue {
  readonly #inTurn: (job: () => Promise<void>) => Promise<void>;
  readonly #bookBatch: (requests: BookingRequest[]) => Promise<BookingVerdict[]>;
  readonly #onIdle: () => void;
  #waiting: WaitingRequest[] = [];
  #hasTurn = false;

  constructor(
    inTurn: (job: () => Promise<void>) => Promise<void>,
    bookBatch: (requests: BookingRequest[]) => Promise<BookingVerdict[]>,
    onIdle: () => void,
  ) {
    this.#inTurn = inTurn;
    this.#bookBatch = bookBatch;
    this.#onIdle = onIdle;
  }

  /** Returns the verdict on a request. Throws SERVICE_UNAVAILABLE if too many requests are waiting. */
  book(request: BookingRequest): Promise<BookingVerdict> {
    if (this.#waiting.length >= maxWaiting) return Promise.reject(tooManyWait());
    const verdict = new Promise<BookingVerdict>((resolve, reject) => {
      this.#waiting.push({ request, sinceMs: performance.now(), resolve, reject });
    });
    if (!this.#hasTurn) void this.#takeTurn();
    return verdict;
  }

  async #takeTurn(): Promise<void> {
    this.#hasTurn = true;
    try {
      await this.#inTurn(async () => {
        this.#rejectLate();
        const batch = this.#waiting.splice(0, maxBatchSize);
        this.#hasTurn = false;
        if (this.#waiting.length > 0) void this.#takeTurn();
        if (batch.length > 0) await this.#decide(batch);
      });
    } catch (error) {
      // The turn did not come, so none of these requests was started.
      this.#hasTurn = false;
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    }
    if (!this.#hasTurn) this.#onIdle();
  }

  #rejectLate(): void {
    const latestMs = performance.now() - maxWaitMs;
    while (this.#waiting.length > 0 && this.#waiting[0]!.sinceMs < latestMs) {
      this.#waiting.shift()!.reject(tooManyWait());
    }
  }

  /** Decides a batch. If it has certainly rolled back, decides each request on its own, so one cannot fail the others. */
  async #decide(batch: WaitingRequest[]): Promise<void> {
    try {
      const verdicts = await this.#bookBatch(batch.map(({ request }) => request));
      settleAfterNext(this.#waiting.length > 0, () => {
        for (const [i, { resolve }] of batch.entries()) resolve(verdicts[i]!);
      });
    } catch (error) {
      const isUndone = error instanceof RolledBackError || batch.length > 1;
      if (isServiceUnavailable(error) || !isUndone) {
        for (const { reject } of batch) reject(error);
        return;
      }
      await this.#decideSingly(batch);
    }
  }

  async #decideSingly(batch: WaitingRequest[]): Promise<void> {
    let away: unknown;
    for (const { request, resolve, reject } of batch) {
      if (away) {
        reject(away);
        continue;
      }
      try {
        const [verdict] = await this.#bookBatch([request]);
        resolve(verdict!);
      } catch (error) {
        const fault = error instanceof RolledBackError ? unavailable() : error;
        if (isServiceUnavailable(fault)) away = fault;
        reject(fault);
      }
    }
  }
}

function tooManyWait() {
  return unavailable("Too many bookings of this organization are waiting");
}
