import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Configuration } from "../process/configuration.ts";
import { openEmbedded } from "../process/database.ts";
import { createLog } from "../process/log.ts";

/** The database of a backup or a restore. No migration is applied to it. */
export interface OpenPostgres extends AsyncDisposable {
  urls: string | readonly string[];
}

/**
 * Opens the configured database, past a pooler, or the embedded one: that of the running service, or a server that is
 * started for this command. `mustExist` throws instead of creating an embedded database.
 */
export async function openPostgres(
  configuration: Configuration,
  { signal, mustExist = false }: { signal: AbortSignal; mustExist?: boolean },
): Promise<OpenPostgres> {
  const { databaseUrls, databaseDirectUrls, dataDir } = configuration;
  if (databaseUrls !== undefined) {
    return { urls: databaseDirectUrls ?? databaseUrls, [Symbol.asyncDispose]: async () => {} };
  }
  if (mustExist && !existsSync(join(dataDir, "postgres", "PG_VERSION"))) {
    throw new Error(
      `Cannot back up: there is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL to that of the service`,
    );
  }
  const postgres = await openEmbedded({
    configuration,
    log: createLog({ level: "warn" }),
    progress: () => {},
    signal,
    mode: "connect",
  });
  return { urls: postgres.localConnectionString, [Symbol.asyncDispose]: () => postgres.stop() };
}
