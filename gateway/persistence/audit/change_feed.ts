import type { Pool } from "pg";
import type { Logger } from "pino";
import type { ChangeBatch, ChangeFeed, ChangeReader } from "../../../core/ports.ts";
import { repeat } from "../database/repeat.ts";
import { BufferedReader } from "./buffered_reader.ts";
import { OrganizationFeed, windowOf } from "./organization_feed.ts";
import { readChanges } from "./read_changes.ts";

/** How often the process reads the changes of all followed organizations. */
const everyMs = 200;
/** After this time without the database, all readers end. They must not believe that nothing changes. */
const maxAwayMs = 5000;

interface Followed {
  feed: OrganizationFeed;
  readers: Set<BufferedReader>;
}

/**
 * Implements core's `ChangeFeed` in Postgres: one statement each 200 ms for all organizations that somebody in this
 * process follows, and none if nobody follows (gateway/persistence/audit/README.md).
 */
export function createChangeFeed(
  pool: Pool,
  log?: Pick<Logger, "warn">,
): ChangeFeed & { stop(): Promise<void> } {
  const followed = new Map<number, Followed>();
  let reading: { stop(): Promise<void> } | undefined;
  let readAt = performance.now();

  async function read(): Promise<void> {
    const known = [...followed];
    if (known.length === 0) return;
    const positions = known.map(([id, { feed }]) => ({ id, after: feed.position }));
    const { snapshot, changes } = await readChanges(pool, positions);
    readAt = performance.now();
    for (const [id, { feed, readers }] of known) {
      const batch = feed.take(changes.get(id) ?? [], snapshot);
      for (const reader of readers) reader.add(batch);
    }
  }

  function onFault(error: unknown): void {
    if (performance.now() - readAt < maxAwayMs) return;
    if (followed.size > 0) log?.warn({ err: error }, "reading changes failed, closing the streams");
    for (const { readers } of followed.values()) for (const reader of readers) reader.close();
  }

  /** Adds a reader to its organization, which is followed from then on. */
  async function join(id: number, reader: BufferedReader): Promise<OrganizationFeed> {
    let one = followed.get(id);
    if (!one) {
      const { snapshot, changes } = await readChanges(pool, [{ id, after: 0 }]);
      // Another reader of the organization may have been faster.
      one = followed.get(id) ??
        {
          feed: OrganizationFeed.startingWith(changes.get(id) ?? [], snapshot),
          readers: new Set(),
        };
    }
    followed.set(id, one);
    one.readers.add(reader);
    if (!reading) {
      readAt = performance.now();
      reading = repeat(read, { everyMs, onFault });
    }
    return one.feed;
  }

  function leave(id: number, reader: BufferedReader): void {
    const one = followed.get(id);
    one?.readers.delete(reader);
    if (one?.readers.size === 0) followed.delete(id);
    if (followed.size > 0 || !reading) return;
    void reading.stop();
    reading = undefined;
  }

  return {
    async follow(id, after): Promise<ChangeReader> {
      const reader: BufferedReader = new BufferedReader(() => leave(id, reader));
      try {
        // The reader joins before its missed changes are read, so that nothing is between the two.
        const feed = await join(id, reader);
        reader.begin(await missedChanges(pool, { id, after, feed }));
      } catch (error) {
        reader.close();
        throw error;
      }
      return reader;
    },
    async stop() {
      for (const { readers } of followed.values()) {
        for (const reader of readers) reader.close();
      }
      await reading?.stop();
    },
  };
}

/** Returns the changes after the position of a reader that comes back. */
async function missedChanges(
  pool: Pool,
  { id, after, feed }: { id: number; after: number | null; feed: OrganizationFeed },
): Promise<ChangeBatch> {
  const { position } = feed;
  const unknown = { changes: [], isIncomplete: true, position };
  // A position that is ahead is of another database, or of one whose last transactions were lost.
  if (after === null || after > feed.newest) return unknown;
  const { changes } = await readChanges(pool, [{ id, after }]);
  const { isTruncated, entries } = windowOf(changes.get(id) ?? []);
  return isTruncated ? unknown : {
    changes: entries,
    isIncomplete: false,
    position: Math.max(position, after),
  };
}
