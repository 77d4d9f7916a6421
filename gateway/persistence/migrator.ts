import { MikroORM } from "@mikro-orm/postgresql";
import { Migrator } from "@mikro-orm/migrations";
import type { Pool } from "pg";
import { migrations } from "../../migrations/list.ts";
import type { Connections } from "./database/connections.ts";
import { withLock } from "./lock.ts";
import { mappings } from "./mapping/mod.ts";

/**
 * Applies the migrations that are missing. Any number of processes may start at once: one does the work
 * while the others wait for its lock and then find nothing left to do.
 */
export async function migrate(connections: Connections): Promise<void> {
  await withLock(connections, "migrate", async () => {
    const orm = await MikroORM.init({
      ...connections.ormOptions({
        applicationName: "appointment-booking migrations",
        maxSilenceMs: 0,
      }),
      entities: mappings,
      extensions: [Migrator],
      migrations: { migrationsList: migrations, snapshot: false, allOrNothing: true },
      ensureDatabase: false,
      pool: { max: 2 },
      logger: () => {},
    });
    try {
      await orm.migrator.up();
    } catch (error) {
      // Not waited for: the ORM's driver never gives a connection back that was lost in a transaction.
      orm.close(true).catch(() => {});
      throw error;
    }
    await orm.close(true);
  });
}

/** Whether the database answers and every migration has been applied. */
export async function isMigrated(pool: Pool): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ name: string }>("select name from mikro_orm_migrations");
    const applied = new Set(rows.map((row) => row.name));
    return migrations.every(({ name }) => applied.has(name));
  } catch {
    return false;
  }
}
