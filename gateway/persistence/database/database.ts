import { MikroORM } from "@mikro-orm/postgresql";
import type { Pool } from "pg";
import type { Connections } from "./connections.ts";
import { entities } from "../mapping/entities.ts";

/** One pool of connections, which the ORM's unit of work and native statements share. */
export interface Database {
  orm: MikroORM;
  pool: Pool;
}

/** Opens the pool. It connects when a connection is needed. */
export async function openDatabase(
  connections: Connections,
  poolSize: number,
): Promise<Database> {
  const orm = await MikroORM.init({
    ...connections.ormOptions({ applicationName: "appointment-booking" }),
    entities,
    pool: { max: poolSize },
    // The statement on a lost connection reports the loss.
    logger: () => {},
    ensureDatabase: false,
  });
  const pool = await orm.em.getConnection().getNativeClient();
  return { orm, pool };
}

/** The largest id that an `int` column can hold. No row has a larger one. */
export const maxInt = 2_147_483_647;
