import { Client } from "pg";
import { expect, test } from "vitest";
import { findPooling } from "../../../gateway/persistence/database/pooling.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { hasPgbouncer, startPgbouncer } from "../../support/pgbouncer.ts";

// The result of an idle pooler is tested with `doctor` and with the start of the service.
test.runIf(hasPgbouncer)(
  "other clients of a busy pooler do not hide its mode, and do not make up one",
  async () => {
    const url = await freshDatabase();
    // A check in session mode takes all its rounds, so it is made less often.
    for (const [mode, checks] of [["transaction", 20], ["session", 3]] as const) {
      await using pooler = await startPgbouncer(url, mode, { poolSize: 12 });
      await using others = await startOthers(pooler.url, 8);
      const found = [];
      for (let i = 0; i < checks; i += 1) {
        found.push(await findPooling(() => new Client({ connectionString: pooler.url })));
      }
      expect(new Set(found)).toEqual(new Set([mode]));
      expect(others.statements).toBeGreaterThan(100);
    }
  },
);

/** Clients that send short statements without a pause. */
async function startOthers(
  connectionString: string,
  count: number,
): Promise<AsyncDisposable & { statements: number }> {
  let isOver = false;
  const clients = Array.from({ length: count }, () => new Client({ connectionString }));
  await Promise.all(clients.map((client) => client.connect()));
  const others = {
    statements: 0,
    async [Symbol.asyncDispose]() {
      isOver = true;
      await Promise.all(running);
    },
  };
  const running = clients.map(async (client) => {
    for (; !isOver; others.statements += 1) await client.query("select 1");
    await client.end();
  });
  return others;
}
