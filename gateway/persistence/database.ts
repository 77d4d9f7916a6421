import { MikroORM } from "@mikro-orm/postgresql";
import type { Pool } from "pg";
import { mappings, schemaGenerator } from "./mapping/mod.ts";

/** One pool of connections, used by the unit of work and by the native statements alike. */
export interface Database {
  orm: MikroORM;
  pool: Pool;
}

/** Opens the pool; connections are made when they are needed. */
export async function openDatabase(
  { connectionString, poolSize }: { connectionString: string; poolSize: number },
): Promise<Database> {
  const orm = await MikroORM.init({
    clientUrl: connectionString,
    entities: mappings,
    pool: { max: poolSize },
    // A connection that the server dropped is reported by the statement that met it.
    logger: () => {},
    ensureDatabase: false,
    schemaGenerator,
    driverOptions: {
      application_name: "appointment-booking",
      keepAlive: true,
      // Milliseconds to wait for a connection, and for the answer to a statement, before giving up.
      connectionTimeoutMillis: 5000,
      query_timeout: 15_000,
    },
  });
  const pool = await orm.em.getConnection().getNativeClient();
  return { orm, pool };
}
