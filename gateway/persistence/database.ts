import { MikroORM } from "@mikro-orm/postgresql";
import type { Pool } from "pg";
import { endSilentConnections } from "./silent_connections.ts";
import { mappings, schemaGenerator } from "./mapping/mod.ts";

const answerPatienceMs = 15_000;

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
      connectionTimeoutMillis: 5000,
    },
  });
  const pool = await orm.em.getConnection().getNativeClient();
  endSilentConnections(pool, answerPatienceMs);
  return { orm, pool };
}
