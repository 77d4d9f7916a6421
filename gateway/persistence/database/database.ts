import type { Pool } from "pg";
import type { Connections } from "./connections.ts";
import { textTimes } from "./text_times.ts";
import { createUnitsOfWork, type UnitsOfWork } from "./units_of_work.ts";

/** One pool of connections, which the ORM's unit of work and native statements share. */
export interface Database {
  pool: Pool;
  openUnit: UnitsOfWork;
}

/** Opens the pool. It connects when a connection is needed. */
export function openDatabase(connections: Connections, poolSize: number): Database {
  const pool = connections.openPool({
    applicationName: "appointment-booking",
    max: poolSize,
    types: textTimes,
  });
  return { pool, openUnit: createUnitsOfWork(pool) };
}

/** The largest id that an `int` column can hold. No row has a larger one. */
export const maxInt = 2_147_483_647;
