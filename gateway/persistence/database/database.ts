import { MikroORM } from "@mikro-orm/postgresql";
import type { Pool } from "pg";
import type { Connections } from "./connections.ts";
import { entities } from "../mapping/entities.ts";

/** One pool of connections, used by the unit of work and by the native statements alike. */
export interface Database {
  orm: MikroORM;
  pool: Pool;
}

/** Opens the pool; connections are made when they are needed. */
export async function openDatabase(
  connections: Connections,
  poolSize: number,
): Promise<Database> {
  const orm = await MikroORM.init({
    ...connections.ormOptions({ applicationName: "appointment-booking" }),
    entities,
    pool: { max: poolSize },
    // A connection that the server dropped is reported by the statement that met it.
    logger: () => {},
    ensureDatabase: false,
  });
  const pool = await orm.em.getConnection().getNativeClient();
  return { orm, pool };
}

/** The largest id of most tables; what their column cannot hold is nobody's id. */
export const maxInt = 2_147_483_647;
