import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { secretContext } from "../../core/mod.ts";
import { checkMigrations, createDiagnosis, loadSnapshot } from "../persistence/mod.ts";
import { createSecretBox } from "../security/secret_box.ts";
import type { Configuration } from "../process/configuration.ts";
import { findSecrets, installSecrets, secretsPath } from "../process/secrets.ts";
import { readBackupFile, readBackupText, readSums } from "./backup_folder.ts";
import type { BackupOptions } from "./create_backup.ts";
import { explained } from "./fault.ts";
import { type Manifest, manifestFile, parseManifest, secretsFile } from "./manifest.ts";
import { openPostgres } from "./open_postgres.ts";

/** What a restore did, and what the operator must do. */
export interface RestoreResult {
  /** The database that was filled, without its password. */
  database: string;
  takenAt: string;
  tables: number;
  rows: number;
  newMigrations: number;
  /** What does not work, or not as at the moment of the backup, and how to fix it. */
  warnings: string[];
}

/**
 * Loads a backup into an empty database. All files are checked before the database is opened. The rows are loaded in one
 * transaction, so a restore that is interrupted changes nothing.
 */
export async function restoreBackup(options: BackupOptions): Promise<RestoreResult> {
  try {
    return await restore(options);
  } catch (error) {
    throw explained(error, { action: "restore", signal: options.signal });
  }
}

async function restore(
  { configuration, folder, progress, signal }: BackupOptions,
): Promise<RestoreResult> {
  const path = resolve(folder);
  const sums = await readSums(path);
  const manifest = parseManifest(await readBackupText(path, manifestFile, sums));
  await checkMigrations(manifest);
  const open = (file: string) =>
    readBackupFile(path, file, { sums, transforms: [createZstdDecompress()] });
  progress(`Checking the files of ${path} ...`);
  for (const { file } of manifest.tables) await pipeline(open(file), nowhere(), { signal });
  const secrets = manifest.hasSecrets ? await readBackupText(path, secretsFile, sums) : undefined;
  refuseOtherSecrets(configuration, secrets);

  await using postgres = await openPostgres(configuration, { signal });
  // Before the rows: a restored database without its secrets would be refused by a second restore.
  if (secrets !== undefined && usesGeneratedSecrets(configuration)) {
    installSecrets(configuration, secrets);
  }
  const { unknownTables, newMigrations } = await loadSnapshot(postgres.urls, {
    ...manifest,
    open: (name) => open(manifest.tables.find((table) => table.name === name)!.file),
  }, { progress, signal });
  const unopened = await countUnopenedSecrets(postgres.urls, configuration);
  return {
    database: postgres.name,
    takenAt: manifest.takenAt,
    tables: manifest.tables.length - unknownTables.length,
    rows: manifest.tables.filter(({ name }) => !unknownTables.includes(name))
      .reduce((sum, { rows }) => sum + rows, 0),
    newMigrations,
    warnings: warningsOf(manifest, { unknownTables, unopened, configuration }),
  };
}

function warningsOf(
  manifest: Manifest,
  { unknownTables, unopened, configuration }: {
    unknownTables: readonly string[];
    unopened: number;
    configuration: Configuration;
  },
): string[] {
  const warnings = [
    `The data is of ${manifest.takenAt}. Repeat what was revoked, disabled or erased after it, before you start the ` +
    "service: API keys, reporting tokens, staff users, passwords, erased appointments. All staff must sign in again, " +
    "because a backup has no sessions",
  ];
  if (unopened > 0) {
    warnings.push(
      `Webhook secrets that the present SECRETS_KEY cannot decrypt: ${unopened}. Their webhooks deliver nothing. ` +
        "Set SECRETS_KEY to the value at the time of the backup, or rotate the secret of each webhook",
    );
  }
  if (configuration.sessionSecret !== undefined) {
    warnings.push(
      "Unless SESSION_SECRET is that of the service that was backed up, all reporting tokens are invalid. Set it to " +
        "that value, or create new tokens",
    );
  } else if (!manifest.hasSecrets && usesGeneratedSecrets(configuration)) {
    warnings.push(
      `The backup has no secrets. Unless ${
        secretsPath(configuration.dataDir)
      } is that of the service that was ` +
        "backed up, all reporting tokens are invalid. Copy the file there, or create new tokens",
    );
  }
  if (unknownTables.length > 0) {
    warnings.push(`No table of the service, so not restored: ${unknownTables.join(", ")}`);
  }
  return warnings;
}

/** Returns whether a start of the service would use the secrets in DATA_DIR. */
function usesGeneratedSecrets({ sessionSecret, secretsKey, isProduction }: Configuration): boolean {
  return !isProduction && (sessionSecret === undefined || secretsKey === undefined);
}

function refuseOtherSecrets(configuration: Configuration, secrets: string | undefined): void {
  const path = secretsPath(configuration.dataDir);
  if (secrets === undefined || !usesGeneratedSecrets(configuration) || !existsSync(path)) return;
  if (readFileSync(path, "utf8") === secrets) return;
  throw new Error(
    `Cannot restore: ${path} differs from the secrets of the backup. Nothing was changed. ` +
      "Set DATA_DIR to a new folder, or move this file away if no service needs it",
  );
}

async function countUnopenedSecrets(
  urls: string | readonly string[],
  configuration: Configuration,
): Promise<number> {
  const [url] = [urls].flat();
  const sealed = await createDiagnosis(url!, { maxMs: 60_000 }).sealedSecrets();
  const secrets = findSecrets(configuration);
  const box = secrets && createSecretBox(secrets.secretsKey);
  return sealed.filter(({ sealed, organizationId }) => {
    try {
      return box === undefined || box.open(sealed, secretContext(organizationId)) === "";
    } catch {
      return true;
    }
  }).length;
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
