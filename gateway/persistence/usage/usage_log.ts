import type { Pool } from "pg";
import type { Logger } from "pino";
import type { UsageEntry, UsageLog } from "../../../core/ports.ts";
import { isAway } from "../database/faults.ts";
import { drawIds, insertEntries, type KeyUse, noteUses } from "./usage_statements.ts";

/** The maximum time from the first buffered entry to its write. Statistics may be a second late. */
const flushMs = 200;
/**
 * The minimum time between two writes of `lastUsedAt`, because each write updates the key's row. `lastUsedAt` may be 5 s
 * late.
 */
const usesMs = 2000;
const maxBatchSize = 1000;
/** Further entries are dropped while the database is away, so memory is bounded. */
const maxBuffered = 100_000;
const maxClosingMs = 5000;

/** An entry with its id. A second write of the same id, after a lost answer, changes nothing. */
type BufferedEntry = UsageEntry & { id?: number };

/** Implements core's `UsageLog` in Postgres. Writes entries in batches after their requests are answered. */
export class BufferedUsageLog implements UsageLog {
  readonly #pool: Pool;
  readonly #log: Pick<Logger, "warn" | "error"> | undefined;
  readonly #buffered: BufferedEntry[] = [];
  #lost = 0;
  readonly #uses = new Map<number, KeyUse>();
  #usesWrittenAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #isClosed = false;

  constructor(pool: Pool, log?: Pick<Logger, "warn" | "error">) {
    this.#pool = pool;
    this.#log = log;
  }

  record(entry: UsageEntry): void {
    if (this.#buffered.length < maxBuffered) this.#buffered.push(entry);
    else this.#lost += 1;
    this.noteUse(entry);
  }

  noteUse({ organizationId, apiKeyId, timestamp }: KeyUse): void {
    const known = this.#uses.get(apiKeyId);
    if (!known || Temporal.Instant.compare(timestamp, known.timestamp) > 0) {
      this.#uses.set(apiKeyId, { organizationId, apiKeyId, timestamp });
    }
    if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.#flush(), flushMs);
  }

  /** Writes the buffered entries and the last uses of keys. Retries for 5 s while the database is away. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#writing;
    this.#usesWrittenAt = -Infinity;
    const deadlineMs = performance.now() + maxClosingMs;
    const isWritten = () => this.#buffered.length + this.#uses.size === 0;
    while (!isWritten()) {
      await this.#write();
      if (isWritten()) return;
      if (performance.now() > deadlineMs) {
        const entries = this.#buffered.length;
        if (entries > 0) this.#log?.error({ entries }, "usage entries were lost");
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async #flush(): Promise<void> {
    this.#writing = this.#write();
    await this.#writing;
    this.#writing = undefined;
    this.#timer = undefined;
    if (this.#isClosed || this.#buffered.length + this.#uses.size === 0) return;
    this.#timer = setTimeout(() => void this.#flush(), flushMs);
  }

  async #write(): Promise<void> {
    try {
      if (this.#lost > 0) this.#log?.error({ entries: this.#lost }, "usage entries were lost");
      this.#lost = 0;
      while (this.#buffered.length > 0) await this.#writeBatch();
      if (this.#uses.size > 0 && performance.now() - this.#usesWrittenAt > usesMs) {
        await this.#writeUses();
      }
    } catch (error) {
      this.#log?.warn(
        { err: error, entries: this.#buffered.length },
        "writing usage entries failed, will retry",
      );
    }
  }

  async #writeBatch(): Promise<void> {
    const batch = this.#buffered.slice(0, maxBatchSize);
    const withoutId = batch.filter((entry) => entry.id === undefined);
    const ids = withoutId.length === 0 ? [] : await drawIds(this.#pool, withoutId.length);
    for (const [i, entry] of withoutId.entries()) entry.id = ids[i]!;
    try {
      await insertEntries(this.#pool, batch.map((entry) => ({ ...entry, id: entry.id! })));
    } catch (error) {
      if (isAway(error)) throw error;
      // The server rejected the entries because of a defect, and would reject them again. They are dropped, so that
      // later entries do not wait for ever.
      this.#log?.error({ err: error, entries: batch.length }, "usage entries were lost");
    }
    this.#buffered.splice(0, batch.length);
  }

  async #writeUses(): Promise<void> {
    const uses = [...this.#uses.values()];
    await noteUses(this.#pool, uses);
    this.#usesWrittenAt = performance.now();
    for (const use of uses) {
      if (this.#uses.get(use.apiKeyId) === use) this.#uses.delete(use.apiKeyId);
    }
  }
}
