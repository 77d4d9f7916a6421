import type { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { ClientBase, Pool } from "pg";
import { lazily, loadInSteps } from "../../lazily.ts";

/** Opens a unit of work of the ORM. Its statements run on `client`, or else on any connection of the pool. */
export type UnitsOfWork = (client?: ClientBase) => Promise<EntityManager>;

/** `LockMode.PESSIMISTIC_WRITE`. The enum itself would load the ORM. */
export const forUpdate: LockMode.PESSIMISTIC_WRITE = 3;

/** Loads the modules of the ORM. */
export async function loadOrm() {
  await loadInSteps(() => import("@mikro-orm/core"), () => import("@mikro-orm/postgresql"));
  return await import("../mapping/orm.ts");
}

/**
 * Creates the units of work of a pool. The first one loads the ORM, which takes about 0.2 s of a core: processes that
 * only book never load it (gateway/process/README.md 3).
 */
export function createUnitsOfWork(pool: Pool): UnitsOfWork {
  const orm = lazily(async () => (await loadOrm()).createOrm());
  return async (client) => {
    const unit = (await orm()).em.fork();
    unit.setTransactionContext(executorOn(client ?? pool));
    return unit;
  };
}

/** Returns the transaction context that makes the ORM run its statements on this connection or pool. */
function executorOn(client: ClientBase | Pool): object {
  return {
    async executeQuery({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const { rows, rowCount } = await client.query(sql, [...parameters]);
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    },
  };
}
