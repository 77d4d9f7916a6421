import type { ChangeBatch, ChangeReader } from "../../../core/ports.ts";
import { maxBatch } from "./organization_feed.ts";

/**
 * The changes that a reader has not taken yet. A slow reader costs no memory: more than `maxBatch` changes become one
 * incomplete batch.
 */
export class BufferedReader implements ChangeReader {
  #buffer: ChangeBatch | undefined;
  #hasBegun = false;
  #isClosed = false;
  /** The ids of the first batch. Changes that came while it was read are not repeated. */
  #first = new Set<number>();
  #wake = () => {};
  readonly #onClose: () => void;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
  }

  /** Puts the changes that the reader had missed before those that were added since. */
  begin(batch: ChangeBatch): void {
    const since = this.#buffer;
    this.#first = new Set(batch.changes.map(({ id }) => id));
    this.#buffer = batch;
    this.#hasBegun = true;
    if (since) this.add(since);
    this.#wake();
  }

  add({ changes, isIncomplete, position }: ChangeBatch): void {
    const fresh = changes.filter(({ id }) => !this.#first.has(id));
    if (fresh.length === 0 && !isIncomplete) return;
    const all = [...this.#buffer?.changes ?? [], ...fresh];
    const hasGap = isIncomplete || this.#buffer?.isIncomplete === true || all.length > maxBatch;
    this.#buffer = {
      changes: hasGap ? [] : all,
      isIncomplete: hasGap,
      position: Math.max(position, this.#buffer?.position ?? 0),
    };
    this.#wake();
  }

  async next(): Promise<ChangeBatch | undefined> {
    while (!this.#isClosed && !(this.#hasBegun && this.#buffer)) {
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
    const batch = this.#isClosed ? undefined : this.#buffer;
    this.#buffer = undefined;
    return batch;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#wake();
    this.#onClose();
  }
}
