import { MikroORM } from "@mikro-orm/postgresql";
import { entities } from "./entities.ts";

/** Creates the ORM over the mapped tables. It has no connections: a unit of work says where its statements run. */
export function createOrm(): MikroORM {
  return new MikroORM({
    dbName: "not used",
    entities,
    driverOptions: noConnections,
    ensureDatabase: false,
    // The statement on a lost connection reports the loss.
    logger: () => {},
  });
}

/** A kysely dialect. Without it, a statement outside a unit of work would go to a Postgres on the default port. */
const noConnections = {
  createDriver: () => ({ acquireConnection: refuse, init: refuse }),
  createQueryCompiler: () => ({}),
  createAdapter: () => ({}),
};

function refuse(): never {
  throw new Error("A statement of the ORM is outside a unit of work");
}
