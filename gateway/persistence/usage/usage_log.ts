import type { Pool } from "pg";
import type { Logger } from "pino";
import type { UsageEntry, UsageLog } from "../../../core/mod.ts";
import { isAway } from "../database/faults.ts";
import { drawIds, insertEntries, noteUses } from "./usage_statements.ts";

/** Entries are written this long after the first of them at the latest; they may trail by a second. */
const flushMs = 200;
/** `lastUsedAt` may be 5 s late, and each write of it is a write of the key's row. */
const usesMs = 2000;
const maxBatchSize = 1000;
/** Beyond this, with the database away, entries are given up: memory is bounded. */
const maxHeld = 100_000;
const closingPatienceMs = 5000;

/** An entry with the id that it has drawn, so that writing it again after a lost answer changes nothing. */
type Held = UsageEntry & { id?: string };

/** Core's usage log in Postgres: entries are written in batches, off the path of the request. */
export class BufferedUsageLog implements UsageLog {
  readonly #pool: Pool;
  readonly #log: Pick<Logger, "warn" | "error"> | undefined;
  readonly #held: Held[] = [];
  #lost = 0;
  readonly #uses = new Map<number, Temporal.Instant>();
  #usesWrittenAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #isClosed = false;

  constructor(pool: Pool, log?: Pick<Logger, "warn" | "error">) {
    this.#pool = pool;
    this.#log = log;
  }

  record(entry: UsageEntry): void {
    if (this.#held.length < maxHeld) this.#held.push(entry);
    else this.#lost += 1;
    this.noteUse(entry);
  }

  noteUse({ apiKeyId, timestamp }: Pick<UsageEntry, "apiKeyId" | "timestamp">): void {
    const known = this.#uses.get(apiKeyId);
    if (!known || Temporal.Instant.compare(timestamp, known) > 0) {
      this.#uses.set(apiKeyId, timestamp);
    }
    if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.#flush(), flushMs);
  }

  /** Writes what is held and when keys were used, and again for 5 s while the database is away. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#writing;
    this.#usesWrittenAt = -Infinity;
    const giveUpAt = performance.now() + closingPatienceMs;
    const isWritten = () => this.#held.length + this.#uses.size === 0;
    while (!isWritten()) {
      await this.#write();
      if (isWritten()) return;
      if (performance.now() > giveUpAt) {
        const entries = this.#held.length;
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
    if (this.#isClosed || this.#held.length + this.#uses.size === 0) return;
    this.#timer = setTimeout(() => void this.#flush(), flushMs);
  }

  async #write(): Promise<void> {
    try {
      if (this.#lost > 0) this.#log?.error({ entries: this.#lost }, "usage entries were lost");
      this.#lost = 0;
      while (this.#held.length > 0) await this.#writeBatch();
      if (this.#uses.size > 0 && performance.now() - this.#usesWrittenAt > usesMs) {
        await this.#writeUses();
      }
    } catch (error) {
      this.#log?.warn({ err: error, entries: this.#held.length }, "usage entries wait");
    }
  }

  async #writeBatch(): Promise<void> {
    const batch = this.#held.slice(0, maxBatchSize);
    const undrawn = batch.filter((entry) => entry.id === undefined);
    const ids = undrawn.length === 0 ? [] : await drawIds(this.#pool, undrawn.length);
    for (const [i, entry] of undrawn.entries()) entry.id = ids[i]!;
    try {
      await insertEntries(this.#pool, batch, batch.map((entry) => entry.id!));
    } catch (error) {
      if (isAway(error)) throw error;
      // A defect, and these rows would meet it for ever: the rows after them must not wait.
      this.#log?.error({ err: error, entries: batch.length }, "usage entries were lost");
    }
    this.#held.splice(0, batch.length);
  }

  async #writeUses(): Promise<void> {
    const uses = [...this.#uses];
    await noteUses(this.#pool, uses);
    this.#usesWrittenAt = performance.now();
    for (const [apiKeyId, at] of uses) {
      if (this.#uses.get(apiKeyId) === at) this.#uses.delete(apiKeyId);
    }
  }
}
