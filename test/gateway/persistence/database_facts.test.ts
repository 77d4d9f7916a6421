import { Client } from "pg";
import { expect, test } from "vitest";
import { noteBackup } from "../../../gateway/persistence/mod.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { commitEvents, subscribe } from "../../support/webhooks.ts";

test("the facts of the status page are the migrations, the oldest delivery and the last backup", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  const scope = await seedOrganization(service);
  const before = await service.persistence.databaseFacts();
  expect(before).toMatchObject({
    pendingMigrations: 0,
    oldestWaitingSeconds: null,
    lastBackupAt: null,
  });
  const webhook = await subscribe(service, scope, { url: "https://hooks.example/" });
  await commitEvents(url, scope, [{ ...webhook, count: 2 }]);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("update webhook_attempts set due_at = now() - interval '10 minutes'");
  await client.query("delete from schema_migrations where number = 3");
  await client.end();
  for (const takenAt of ["2026-11-20T03:00:00.500Z", "2026-11-21T03:00:00.000Z"]) {
    await noteBackup(url, takenAt);
  }
  const { oldestWaitingSeconds, ...migrations } = await service.persistence.databaseFacts();
  const { appliedMigrations } = before;
  expect(migrations).toEqual({
    appliedMigrations: appliedMigrations - 1,
    pendingMigrations: 1,
    lastBackupAt: "2026-11-21T03:00:00.000Z",
  });
  expect(oldestWaitingSeconds).toBeGreaterThanOrEqual(600);
  expect(oldestWaitingSeconds).toBeLessThan(660);
});
