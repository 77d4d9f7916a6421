import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile, syncFolder } from "./data_folder.ts";

/** The content of `postgres.json`. It has port and pid only while the server runs. */
export type ServerRecord = { password: string; port?: number; pid?: number };

/** Returns the stored password of the cluster, or a new one if there is no cluster yet. */
export function keepPassword(dataDir: string): string {
  const kept = readRecord(dataDir)?.password;
  if (kept === undefined && existsSync(join(dataDir, "postgres", "PG_VERSION"))) {
    throw new Error(
      `Cannot open the database in ${dataDir}: its password was in postgres.json, which is ` +
        "missing or damaged. Restore that file, or move the folder postgres away to start with an empty database",
    );
  }
  const password = kept ?? randomBytes(24).toString("base64url");
  // Stored before the cluster is created: a crash in between must not leave a cluster without a known password.
  // Without a port, so that no command tries the server of an earlier, killed service.
  writeRecord(dataDir, { password });
  syncFolder(dataDir);
  return password;
}

export function writeRecord(dataDir: string, record: ServerRecord): void {
  replaceFile(join(dataDir, "postgres.json"), `${JSON.stringify(record)}\n`);
}

/** Returns the record, or undefined if it is missing or damaged. */
export function readRecord(dataDir: string): ServerRecord | undefined {
  const path = join(dataDir, "postgres.json");
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, "utf8");
  try {
    const record = JSON.parse(text) as ServerRecord;
    return typeof record.password === "string" ? record : undefined;
  } catch {
    return undefined;
  }
}

export function connectionString(password: string, port: number): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/appointments`;
}
