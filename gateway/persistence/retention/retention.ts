import type { Pool } from "pg";
import type { Retention } from "../../../core/ports.ts";
import { createBatches } from "./batches.ts";
import { createDue } from "./due.ts";
import { createRuns } from "./runs.ts";

/** Implements core's `Retention` in Postgres. */
export function createRetention(pool: Pool): Retention {
  return { ...createRuns(pool), ...createDue(pool), ...createBatches(pool) };
}
