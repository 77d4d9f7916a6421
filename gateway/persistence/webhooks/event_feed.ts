import type { Pool } from "pg";
import type { EventFeed, FeedPart, WaitOutcome } from "../../../core/ports.ts";
import { repeat } from "../database/repeat.ts";
import { rowsOf, type Statement } from "../database/statement.ts";
import { type Waiter, WaitingRoom } from "./waiting_room.ts";

/** How often the process reads the positions of all scopes that somebody waits for. */
const everyMs = 200;

// One statement has one snapshot, so all entries up to last_position are visible. The inner limit bounds the sum: an
// entry has at least one event.
const read: Statement<{
  lastPosition: string;
  entries: { position: number; createdAt: string; bodies: string }[];
  hasMore: boolean;
}> = {
  text: `
    select b.last_position as "lastPosition", part.*
    from balances b cross join lateral (
      select coalesce(json_agg(json_build_object(
          'position', position, 'createdAt', created_at, 'bodies', bodies
        ) order by position) filter (where before < $4), '[]') as entries,
        count(*) > count(*) filter (where before < $4) as "hasMore"
      from (
        select *, sum(events) over (order by position) - events as before
        from (
          select position, created_at, events, bodies from feed_entries e
          where e.organization_id = b.organization_id and e.environment = b.environment
            and e.position >= $3
          order by e.position limit $4::int + 1
        ) next
      ) summed
    ) part
    where b.organization_id = $1 and b.environment = $2`,
};

// One index lookup for each scope.
const readPositions: Statement<{ index: number; lastPosition: string }> = {
  name: "read the positions of feeds",
  text: `
    select w.index::int - 1 as index, b.last_position as "lastPosition"
    from unnest($1::int[], $2::text[]) with ordinality as w (organization_id, environment, index)
    join balances b on b.organization_id = w.organization_id and b.environment = w.environment`,
};

/**
 * Implements core's `EventFeed` in Postgres. Waiting costs one statement each 200 ms for all callers of this process, and none
 * if nobody waits (gateway/persistence/webhooks/README.md 6).
 */
export function createEventFeed(pool: Pool): EventFeed & { stop(): Promise<void> } {
  const room = new WaitingRoom();
  let reading: { stop(): Promise<void> } | undefined;
  let isStopped = false;

  async function look(): Promise<void> {
    const { scopes } = room;
    const rows = await rowsOf(pool, readPositions, [
      scopes.map(({ organizationId }) => organizationId),
      scopes.map(({ environment }) => environment),
    ]);
    for (const { index, lastPosition } of rows) room.announce(scopes[index]!, Number(lastPosition));
  }

  function leave(waiter: Waiter): void {
    room.delete(waiter);
    if (!room.isEmpty || !reading) return;
    void reading.stop();
    reading = undefined;
  }

  return {
    async read({ organizationId, environment }, { position, maxEvents }): Promise<FeedPart> {
      const values = [organizationId, environment, position, maxEvents];
      const [row] = await rowsOf(pool, read, values);
      const { lastPosition, entries, hasMore } = row!;
      return {
        lastPosition: Number(lastPosition),
        entries: entries.map(({ position, createdAt, bodies }) => ({
          position,
          createdAt: Temporal.Instant.from(createdAt),
          bodies: bodies.split("\n"),
        })),
        hasMore,
      };
    },
    async wait(reader, { position, maxMs, signal }) {
      if (isStopped || signal?.aborted) return "ended";
      const { promise, resolve: end } = Promise.withResolvers<WaitOutcome>();
      const waiter = { reader, position, end };
      if (!room.add(waiter)) return "full";
      const giveUp = () => end("ended");
      const timer = setTimeout(() => end("silence"), maxMs);
      signal?.addEventListener("abort", giveUp);
      // After a fault all read again, and learn that the database is away.
      reading ??= repeat(look, { everyMs, onFault: () => room.endAll("transaction") });
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener("abort", giveUp);
        leave(waiter);
      }
    },
    async stop() {
      isStopped = true;
      room.endAll("ended");
      await reading?.stop();
    },
  };
}
