import {
  type BookingScope,
  type FeedReader,
  maxWaitsPerKey,
  type WaitOutcome,
} from "../../../core/ports.ts";

/** Bounds of the room. */
interface RoomBounds {
  /** The maximum number of readers in one process. */
  maxReaders?: number;
  /** The maximum number of readers of one key that read again at the same time. */
  maxWokenPerKey?: number;
}

/** A reader that waits for a transaction at or after a position. */
export interface Waiter {
  reader: FeedReader;
  position: number;
  end(outcome: WaitOutcome): void;
}

/** The readers of one process that wait (gateway/persistence/webhooks/README.md 6). The first that came are first. */
export class WaitingRoom {
  readonly #waiters = new Set<Waiter>();
  readonly #maxReaders: number;
  readonly #maxWokenPerKey: number;

  constructor({ maxReaders = 2000, maxWokenPerKey = 20 }: RoomBounds = {}) {
    this.#maxReaders = maxReaders;
    this.#maxWokenPerKey = maxWokenPerKey;
  }

  get isEmpty(): boolean {
    return this.#waiters.size === 0;
  }

  /** The scopes that somebody waits for, each once. */
  get scopes(): BookingScope[] {
    const byText = new Map([...this.#waiters].map(({ reader }) => [textOf(reader), reader]));
    return [...byText.values()];
  }

  /**
   * Lets a reader wait. Returns false if its key has all its places, or if its organization has as many as are free: one
   * organization gets half of them, two get a third each, and there is always one for another.
   */
  add(waiter: Waiter): boolean {
    const { organizationId, lineageId } = waiter.reader;
    let [ofKey, ofOrganization] = [0, 0];
    for (const { reader } of this.#waiters) {
      if (reader.organizationId !== organizationId) continue;
      ofOrganization += 1;
      if (reader.lineageId === lineageId) ofKey += 1;
    }
    const free = this.#maxReaders - this.#waiters.size;
    if (ofKey >= maxWaitsPerKey || ofOrganization >= free) return false;
    this.#waiters.add(waiter);
    return true;
  }

  delete(waiter: Waiter): void {
    this.#waiters.delete(waiter);
  }

  /** Ends the waits for the newest position of a scope. The readers of a key after the first ones wait for the next call. */
  announce(scope: BookingScope, lastPosition: number): void {
    const woken = new Map<string, number>();
    for (const { reader, position, end } of this.#waiters) {
      if (textOf(reader) !== textOf(scope) || position > lastPosition) continue;
      const count = woken.get(reader.lineageId) ?? 0;
      if (count === this.#maxWokenPerKey) continue;
      woken.set(reader.lineageId, count + 1);
      end("transaction");
    }
  }

  endAll(outcome: WaitOutcome): void {
    for (const { end } of this.#waiters) end(outcome);
  }
}

function textOf({ organizationId, environment }: BookingScope): string {
  return `${organizationId} ${environment}`;
}
