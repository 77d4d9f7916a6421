import type { Configuration } from "../process/configuration.ts";
import { databaseName, hasEmbeddedPostgres, openEmbedded } from "../process/database.ts";
import { createLog } from "../process/log.ts";

/** The database of a backup or a restore. No migration is applied to it. */
export interface OpenPostgres extends AsyncDisposable {
  /** Where it is, without a password. */
  name: string;
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
    const urls = databaseDirectUrls ?? databaseUrls;
    const name = databaseName({ databaseUrls: urls, dataDir });
    return { name, urls, [Symbol.asyncDispose]: async () => {} };
  }
  if (mustExist && !hasEmbeddedPostgres(dataDir)) {
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
  return {
    name: databaseName(configuration),
    urls: postgres.localConnectionString,
    [Symbol.asyncDispose]: () => postgres.stop(),
  };
}
