import type { BookingRequest, BookingVerdict } from "../../../core/mod.ts";
import { isServiceUnavailable, unavailable } from "../faults.ts";
import { RolledBackError } from "./transaction.ts";

/** Requests that wait beyond this are refused, so that a wait stays short and memory bounded. */
const maxWaiting = 2000;
/** Who has waited longer is refused when its turn comes: its caller may have given up, others have not. */
const maxWaitMs = 5000;
/** Beyond this a batch gains nothing and its members wait longer. */
const maxBatchSize = 128;

interface Waiting {
  request: BookingRequest;
  sinceMs: number;
  resolve(verdict: BookingVerdict): void;
  reject(error: unknown): void;
}

/**
 * Gathers the bookings of one organization and environment that arrive in one turn of the event loop, or
 * while a batch is in flight, into the next one. Nothing waits longer when idle: a batch of one is normal.
 */
export class BookingQueue {
  readonly #bookBatch: (requests: BookingRequest[]) => Promise<BookingVerdict[]>;
  readonly #onIdle: () => void;
  #waiting: Waiting[] = [];
  #isBusy = false;

  constructor(
    bookBatch: (requests: BookingRequest[]) => Promise<BookingVerdict[]>,
    onIdle: () => void,
  ) {
    this.#bookBatch = bookBatch;
    this.#onIdle = onIdle;
  }

  /** The verdict on a request; throws SERVICE_UNAVAILABLE when too many wait. */
  book(request: BookingRequest): Promise<BookingVerdict> {
    if (this.#waiting.length >= maxWaiting) {
      return Promise.reject(unavailable("Too many bookings wait"));
    }
    const verdict = new Promise<BookingVerdict>((resolve, reject) => {
      this.#waiting.push({ request, sinceMs: performance.now(), resolve, reject });
    });
    if (!this.#isBusy) {
      this.#isBusy = true;
      setImmediate(() => void this.#work());
    }
    return verdict;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      this.#refuseLate();
      const batch = this.#waiting.splice(0, maxBatchSize);
      if (batch.length > 0) await this.#decide(batch);
    }
    this.#isBusy = false;
    this.#onIdle();
  }

  #refuseLate(): void {
    const latestMs = performance.now() - maxWaitMs;
    while (this.#waiting.length > 0 && this.#waiting[0]!.sinceMs < latestMs) {
      this.#waiting.shift()!.reject(unavailable("Too many bookings wait"));
    }
  }

  /** A batch that has certainly rolled back is tried once more, member by member. */
  async #decide(batch: Waiting[]): Promise<void> {
    try {
      const verdicts = await this.#bookBatch(batch.map(({ request }) => request));
      for (const [i, { resolve }] of batch.entries()) resolve(verdicts[i]!);
    } catch (error) {
      const isUndone = error instanceof RolledBackError || batch.length > 1;
      if (isServiceUnavailable(error) || !isUndone) {
        for (const { reject } of batch) reject(error);
        return;
      }
      await this.#decideSingly(batch);
    }
  }

  async #decideSingly(batch: Waiting[]): Promise<void> {
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
