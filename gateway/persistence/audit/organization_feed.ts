import type { ChangeBatch, ChangeEntry } from "../../../core/ports.ts";

/** The maximum number of changes in a batch. More are replaced by `isIncomplete`. */
export const maxBatch = 500;

/** The transactions that Postgres knew when it read: all below `xmin` have ended, all from `xmax` on had not begun. */
export interface Snapshot {
  xmin: bigint;
  xmax: bigint;
}

/** Returns the newest `maxBatch` of the read entries, by id. One entry more was read if there are more. */
export function windowOf(
  read: readonly ChangeEntry[],
): { entries: ChangeEntry[]; isTruncated: boolean } {
  const entries = read.toSorted((a, b) => a.id - b.id).slice(-maxBatch);
  return { entries, isTruncated: read.length > entries.length };
}

/**
 * What one process knows about the changes of one organization. Pure.
 *
 * An id is drawn before its transaction commits, so an entry can become visible after one with a higher id. Every entry
 * after `position` is therefore read again and again, and the ones that were seen are left out. `position` moves to the
 * id `top` when no transaction can add an entry below it any more: each transaction has its xid before it draws an id, so
 * those that drew one up to `top` are below the `xmax` of the snapshot that showed `top`. When a later snapshot has that
 * number as its `xmin`, all of them have ended.
 *
 *     snapshot     entries         xmin   xmax   batch   position
 *     1            7, 9            50     55     7, 9    0         8 is not committed; wait for 55
 *     2            7, 9, 10        52     58     10      0
 *     3            7, 8, 9, 10     55     60     8       9         every entry up to 9 was seen
 */
export class OrganizationFeed {
  /** Every entry up to this id was in a batch, or was covered by an incomplete one. */
  position = 0;
  /** The highest id that was seen. */
  newest = 0;
  #seen = new Set<number>();
  #waiting: { top: number; xmax: bigint } | undefined;
  /** Entries below the window may have been missed, until `position` is above them. */
  #hasMissed = false;

  /** Begins with the newest entries, which are no news. */
  static startingWith(read: readonly ChangeEntry[], snapshot: Snapshot): OrganizationFeed {
    const feed = new OrganizationFeed();
    const { entries, isTruncated } = windowOf(read);
    feed.#note(entries, isTruncated);
    if (isTruncated) feed.position = entries[0]!.id - 1;
    feed.#move(snapshot);
    return feed;
  }

  /** Takes the entries after `position` that a statement read, and returns what is new in them. */
  take(read: readonly ChangeEntry[], snapshot: Snapshot): ChangeBatch {
    const { entries, isTruncated } = windowOf(read);
    const changes = entries.filter(({ id }) => !this.#seen.has(id));
    let isIncomplete = isTruncated && changes.length > 0;
    this.#note(entries, isTruncated);
    const hadMissed = this.#hasMissed;
    this.#move(snapshot);
    isIncomplete ||= hadMissed && !this.#hasMissed;
    return { changes: isIncomplete ? [] : changes, isIncomplete, position: this.position };
  }

  #note(entries: readonly ChangeEntry[], isTruncated: boolean): void {
    this.#seen = new Set(entries.map(({ id }) => id));
    this.newest = Math.max(this.newest, entries.at(-1)?.id ?? 0);
    if (isTruncated) this.#hasMissed = true;
  }

  #move({ xmin, xmax }: Snapshot): void {
    const { newest } = this;
    // Without a running transaction, everything that was drawn is visible.
    const reached = xmin >= xmax
      ? newest
      : this.#waiting && xmin >= this.#waiting.xmax
      ? this.#waiting.top
      : undefined;
    if (reached !== undefined) {
      this.position = Math.max(this.position, reached);
      this.#waiting = undefined;
      this.#hasMissed = false;
      for (const id of this.#seen) if (id <= reached) this.#seen.delete(id);
    }
    if (newest > this.position) this.#waiting ??= { top: newest, xmax };
  }
}
