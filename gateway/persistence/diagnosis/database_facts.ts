import { readBackupMarks } from "../backup/backup_mark.ts";
import { type DeliveryQueueFacts, readDeliveryQueue } from "./work_facts.ts";
import type { Reader } from "./ask_server.ts";
import { readMigrationFacts } from "./schema_facts.ts";

/** What the public status page shows. Nothing of an organization. */
export interface DatabaseFacts {
  appliedMigrations: number;
  pendingMigrations: number;
  /** How long the oldest delivery has been due; null if none is due. */
  oldestWaitingSeconds: DeliveryQueueFacts["oldestDueSeconds"];
  /** The moment of the last backup by this service (ISO 8601); null if there was none. */
  lastBackupAt: string | null;
}

/** Reads what the public status page shows. */
export async function readDatabaseFacts(client: Reader): Promise<DatabaseFacts> {
  const { applied, missing } = await readMigrationFacts(client);
  const { oldestDueSeconds } = await readDeliveryQueue(client);
  const { takenMs } = await readBackupMarks(client);
  return {
    appliedMigrations: applied,
    pendingMigrations: missing.length,
    oldestWaitingSeconds: oldestDueSeconds,
    lastBackupAt: takenMs === null ? null : new Date(takenMs).toISOString(),
  };
}
