import { MikroORM } from "@mikro-orm/postgresql";
import { Client } from "pg";
import { expect, test } from "vitest";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { mappings, schemaGenerator } from "../../../gateway/persistence/mapping/mod.ts";
import { isMigrated, migrate } from "../../../gateway/persistence/migrator.ts";
import { emptyDatabase, freshDatabase } from "../../support/fresh_database.ts";

test("the migrations lead to exactly what is mapped", async () => {
  const orm = await MikroORM.init({
    clientUrl: await freshDatabase(),
    entities: mappings,
    schemaGenerator,
  });
  try {
    const difference = await orm.schema.getUpdateSchemaSQL({ wrap: false, safe: false });
    expect(difference.trim()).toBe("");
    // The comparison itself works: a table without its mapping is a difference.
    await orm.em.execute("create table unmapped (id int)");
    expect(await orm.schema.getUpdateSchemaSQL({ wrap: false, safe: false })).toContain("unmapped");
  } finally {
    await orm.close();
  }
});

test("migrating from eight connections at once applies each migration once", async () => {
  const connectionString = await emptyDatabase();
  await Promise.all(Array.from({ length: 8 }, () => migrate(new Connections(connectionString))));
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select name, count(*)::int as times from mikro_orm_migrations group by name",
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toMatchObject({ times: 1 });
  } finally {
    await client.end();
  }
});

test("a database without migrations, or out of reach, is not ready", async () => {
  const orm = await MikroORM.init({ clientUrl: await emptyDatabase(), entities: mappings });
  const pool = await orm.em.getConnection().getNativeClient();
  try {
    expect(await isMigrated(pool)).toBe(false);
  } finally {
    await orm.close();
  }
  expect(await isMigrated(pool)).toBe(false);
});
