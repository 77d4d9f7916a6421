import { Client } from "pg";
import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";

test("a table that a long report reads keeps no service from its start, and no other old rows", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  const { persistence } = service;
  service.setNow("2026-11-15T00:00:00Z");
  const { organizationId } = await seedOrganization(service);
  const report = new Client({ connectionString: url });
  const observer = new Client({ connectionString: url });
  await Promise.all([report.connect(), observer.connect()]);
  const has = async (table: string) =>
    (await observer.query("select to_regclass($1) is not null as has", [table])).rows[0].has;
  try {
    await observer.query(
      `insert into idempotency_keys (organization_id, environment, key, fingerprint, answer, created_at)
        values ($1, 'LIVE', 'k', '', '{}', '2026-11-15T00:00:00Z')`,
      [organizationId],
    );
    await report.query("begin; lock table usage_entries in access share mode");
    service.setNow("2027-06-15T00:00:00Z");
    await persistence.migrate();
    expect(await has("feed_entries_2027_08")).toBe(true);
    service.setNow("2027-07-15T00:00:00Z");
    await persistence.clean();
    expect(await has("feed_entries_2027_09")).toBe(true);
    expect((await observer.query("select from idempotency_keys")).rowCount).toBe(0);
    expect(await has("usage_entries_2027_07")).toBe(false);

    await report.query("rollback");
    await persistence.clean();
    expect(await has("usage_entries_2027_09")).toBe(true);
  } finally {
    await report.end();
    await observer.end();
  }
});
