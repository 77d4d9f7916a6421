import { Client } from "pg";
import { expect } from "vitest";

/** Of a session. */
const lifeMs = 12 * 60 * 60_000;

export type LookedUp = Awaited<ReturnType<typeof lookUp>>;

/** What is looked up and changed past the service. */
export async function lookUp(databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  async function one<T extends object>(text: string, values: unknown[] = []): Promise<T> {
    return (await client.query<T>(text, values)).rows[0]!;
  }
  const milliseconds = "floor(extract(epoch from clock_timestamp()) * 1000)::float8";
  const now = async () => (await one<{ ms: number }>(`select ${milliseconds} as ms`)).ms;
  return {
    now,
    /** Makes the newest session so old that it ends in so many milliseconds; when that is. */
    async endNewestSession(inMs: number): Promise<number> {
      const { ms } = await one<{ ms: number }>(
        `update sessions set created_at = clock_timestamp() - make_interval(secs => $1)
          where id = (select id from sessions order by created_at desc limit 1)
          returning floor(extract(epoch from created_at) * 1000)::float8 as ms`,
        [(lifeMs - inMs) / 1000],
      );
      return ms + lifeMs;
    },
    async untilDelivered(): Promise<void> {
      const count = async () =>
        (await one<{ count: number }>(
          "select count(*)::int from webhook_attempts where status = 'PENDING'",
        )).count;
      await expect.poll(count, { timeout: 240_000, interval: 200 }).toBe(0);
    },
    /** Checks that no row has a time outside of the run. */
    async checkTimes(fromMs: number, toMs: number): Promise<void> {
      // Milliseconds between the two clocks.
      const bounds = [fromMs / 1000 - 1, toMs / 1000 + 1];
      const columns = [
        ["appointments", "created_at"],
        ["usage_entries", "timestamp"],
        ["audit_entries", "created_at"],
        ["webhook_events", "created_at"],
        ["webhook_attempts", "created_at"],
        ["idempotency_keys", "created_at"],
      ];
      for (const [table, column] of columns) {
        const { count } = await one<{ count: number }>(
          `select count(*)::int from ${table}
            where ${column} not between to_timestamp($1) and to_timestamp($2)`,
          bounds,
        );
        expect(count, `${table} with a wrong ${column}`).toBe(0);
      }
    },
    /** Checks that every delivery arrived in time, and says how fast. */
    async figures(deliveries: number) {
      const ends = await client.query<{ status: string; count: number }>(
        `select status, count(*)::int from (
          select distinct on (event_id, webhook_id) status from webhook_attempts
          order by event_id, webhook_id, id desc) last group by 1`,
      );
      expect(ends.rows).toEqual([{ status: "DELIVERED", count: deliveries }]);
      const retries = await one<{ early: number; late: number }>(
        `select count(*) filter (where n.due_at < a.created_at + interval '1 minute')::int as early,
          count(*) filter (where n.due_at > n.created_at + interval '61 seconds')::int as late
        from webhook_attempts a join webhook_attempts n
          on n.event_id = a.event_id and n.webhook_id = a.webhook_id and n.attempt = 2
        where a.attempt = 1`,
      );
      expect(retries, "second attempts").toEqual({ early: 0, late: 0 });
      const { least, most } = await one<{ least: number; most: number }>(
        "select min(response_time_ms) as least, max(response_time_ms) as most from usage_entries",
      );
      expect(least).toBeGreaterThanOrEqual(0);
      return { deliveries, maxResponseTimeMs: most };
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
