import { type DeliveryQueueFacts, readDeliveryQueue } from "./work_facts.ts";
import type { Reader } from "./ask_server.ts";
import { readMigrationFacts } from "./schema_facts.ts";

/** What the public status page shows. Nothing of an organization. */
export interface DatabaseFacts {
  appliedMigrations: number;
  pendingMigrations: number;
  /** How long the oldest delivery has been due; null if none is due. */
  oldestWaitingSeconds: DeliveryQueueFacts["oldestDueSeconds"];
}

/** Reads what the public status page shows. */
export async function readDatabaseFacts(client: Reader): Promise<DatabaseFacts> {
  const { applied, missing } = await readMigrationFacts(client);
  const { oldestDueSeconds } = await readDeliveryQueue(client);
  return {
    appliedMigrations: applied,
    pendingMigrations: missing.length,
    oldestWaitingSeconds: oldestDueSeconds,
  };
}
