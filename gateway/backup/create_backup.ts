import { createReadStream, existsSync } from "node:fs";
import { resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { createZstdCompress } from "node:zlib";
import { noteBackup, readSnapshot, type Snapshot } from "../persistence/mod.ts";
import type { Configuration } from "../process/configuration.ts";
import { secretsPath } from "../process/secrets.ts";
import {
  completeBackup,
  createBackupFolder,
  discardBackup,
  type FileSum,
  writeBackupFile,
} from "./backup_folder.ts";
import { explained } from "./fault.ts";
import { formatVersion, type Manifest, manifestFile, secretsFile } from "./manifest.ts";
import { openPostgres } from "./open_postgres.ts";

const clone = fileURLToPath(new URL("../..", import.meta.url));

/** Options of `createBackup` and `restoreBackup`. */
export interface BackupOptions {
  configuration: Configuration;
  folder: string;
  progress(line: string): void;
  signal: AbortSignal;
}

/** What a backup contains. */
export interface BackupResult {
  /** The database that was read, without its password. */
  database: string;
  folder: string;
  takenAt: string;
  tables: number;
  rows: number;
  bytes: number;
  hasSecrets: boolean;
}

/**
 * Writes all data of one moment to a new folder, while the service runs. A backup that fails leaves nothing; one that is
 * killed leaves a folder without `SHA256SUMS`, which no restore accepts.
 */
export async function createBackup(
  options: BackupOptions & { withSecrets: boolean },
): Promise<BackupResult> {
  try {
    return await create(options);
  } catch (error) {
    throw explained(error, { action: "back up", signal: options.signal });
  }
}

async function create(
  { configuration, folder, progress, signal, withSecrets }: BackupOptions & {
    withSecrets: boolean;
  },
): Promise<BackupResult> {
  const secrets = withSecrets ? findGeneratedSecrets(configuration) : undefined;
  const path = resolve(folder);
  if (`${path}${sep}`.startsWith(clone)) {
    throw new Error(
      `Cannot back up to ${path}: it is inside the clone, ${clone}. An uninstall deletes it, and a commit may take ` +
        "the data along. Use a folder elsewhere, such as /var/backups/appointment-booking/NAME",
    );
  }
  await using postgres = await openPostgres(configuration, { signal, mustExist: true });
  progress(`Reading ${postgres.name} ...`);
  const result = await readSnapshot(postgres.urls, async (snapshot) => {
    const created = await createBackupFolder(path);
    try {
      const written = await writeBackup(path, snapshot, { secrets, progress, signal });
      return { database: postgres.name, ...written };
    } catch (error) {
      await discardBackup(path, created);
      throw error;
    }
  });
  try {
    await noteBackup(postgres.urls, result.takenAt);
  } catch {
    // The backup itself is complete.
    progress(
      "The time of this backup could not be saved in the database, so alerts may say it is missing",
    );
  }
  return result;
}

async function writeBackup(
  folder: string,
  snapshot: Snapshot,
  { secrets, progress, signal }: Pick<BackupOptions, "progress" | "signal"> & {
    secrets: string | undefined;
  },
): Promise<Omit<BackupResult, "database">> {
  const { copy: _, ...facts } = snapshot;
  const files: FileSum[] = [];
  const tables: Manifest["tables"] = [];
  for (const table of facts.tables) {
    progress(`Writing ${table.name} ...`);
    const file = `${table.name}.copy.zst`;
    let bytes = 0;
    const rows = await snapshot.copy(table, async (content) => {
      const transforms = [createZstdCompress()];
      const written = await writeBackupFile(folder, file, content, { transforms, signal });
      files.push(written);
      bytes = written.bytes;
    });
    tables.push({ ...table, rows, file, bytes });
  }
  if (secrets !== undefined) {
    files.push(await writeBackupFile(folder, secretsFile, createReadStream(secrets)));
  }
  const hasSecrets = secrets !== undefined;
  const manifest: Manifest = { format: formatVersion, ...facts, hasSecrets, tables };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  files.push(await writeBackupFile(folder, manifestFile, Readable.from([text])));
  signal.throwIfAborted();
  await completeBackup(folder, files);
  return {
    folder,
    takenAt: facts.takenAt,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
    hasSecrets,
  };
}

function findGeneratedSecrets(configuration: Configuration): string {
  const path = secretsPath(configuration.dataDir);
  if (existsSync(path) && !configuration.isProduction) return path;
  throw new Error(
    `Cannot back up with secrets: the service has generated none in ${path}. If SESSION_SECRET and SECRETS_KEY come ` +
      "from the environment, keep a copy of them elsewhere and back up without --with-secrets",
  );
}
