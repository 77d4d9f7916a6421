import { randomBytes, randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Configuration } from "./configuration.ts";
import type { EncryptionKey } from "../security/secret_box.ts";
import type { SigningSecret } from "../security/session_tokens.ts";
import { key32 } from "./fields.ts";

/** The secrets of the service. `sessionSecret` signs staff sessions, `secretsKey` encrypts webhook secrets. */
export interface Secrets {
  sessionSecret: SigningSecret;
  secretsKey: EncryptionKey;
}

/** The secrets that are being replaced. */
type PreviousSecrets = Partial<
  Pick<Configuration, "previousSessionSecret" | "previousSecretsKey">
>;

const kept = z.object({ sessionSecret: z.string().min(32), secretsKey: key32 });

/**
 * Returns the configured secrets. A missing one comes from `<dataDir>/secrets.json`, which the first start creates. If
 * this file is lost, staff are signed out and webhook secrets cannot be decrypted.
 */
export function keepSecrets(
  { sessionSecret, secretsKey, dataDir, ...previous }:
    & Pick<Configuration, "sessionSecret" | "secretsKey" | "dataDir">
    & PreviousSecrets,
): Secrets {
  if (sessionSecret !== undefined && secretsKey !== undefined) {
    return withPrevious({ sessionSecret, secretsKey }, previous);
  }
  closeFolder(dataDir);
  const path = secretsPath(dataDir);
  const text = readIfThere(path) ?? createFile(path);
  // A file restored from a backup may have another mode.
  chmodSync(path, 0o600);
  const found = kept.safeParse(parse(text));
  if (!found.success) throw unreadable(path);
  return withPrevious({
    sessionSecret: sessionSecret ?? found.data.sessionSecret,
    secretsKey: secretsKey ?? found.data.secretsKey,
  }, previous);
}

function withPrevious(
  { sessionSecret, secretsKey }: { sessionSecret: string; secretsKey: Uint8Array },
  { previousSessionSecret, previousSecretsKey }: PreviousSecrets,
): Secrets {
  return {
    sessionSecret: previousSessionSecret === undefined
      ? sessionSecret
      : [sessionSecret, previousSessionSecret],
    secretsKey: previousSecretsKey === undefined ? secretsKey : [secretsKey, previousSecretsKey],
  };
}

/**
 * Returns the service's signing secret for a command: the configured one, or the one in the service's data folder.
 * Never creates one, because the service would not use it.
 */
export function findSessionSecret(
  { sessionSecret, dataDir, isProduction }: Pick<
    Configuration,
    "sessionSecret" | "dataDir" | "isProduction"
  >,
): string {
  if (sessionSecret !== undefined) return sessionSecret;
  const path = secretsPath(dataDir);
  // In production the service reads it only from its environment.
  const text = isProduction ? undefined : readIfThere(path);
  if (text === undefined) throw noSecret(path, isProduction);
  const found = kept.safeParse(parse(text));
  if (!found.success) throw unreadable(path);
  return found.data.sessionSecret;
}

/** The secrets that the service would use, as a command finds them. */
export interface FoundSecrets {
  source: "environment" | "file";
  secretsKey: EncryptionKey;
  /** The key that encrypts. */
  currentKey: Uint8Array;
  /** The permissions of the file; undefined if it is not used. */
  mode: number | undefined;
}

/**
 * Finds the secrets that a start of the service would use. Returns undefined if it would create one. Throws if the file
 * is damaged. Creates nothing.
 */
export function findSecrets(
  { sessionSecret, secretsKey, dataDir, isProduction, ...previous }:
    & Pick<Configuration, "sessionSecret" | "secretsKey" | "dataDir" | "isProduction">
    & PreviousSecrets,
): FoundSecrets | undefined {
  const keysOf = (currentKey: Uint8Array) => ({
    currentKey,
    secretsKey: withPrevious({ sessionSecret: "", secretsKey: currentKey }, previous).secretsKey,
  });
  if (sessionSecret !== undefined && secretsKey !== undefined) {
    return { source: "environment", ...keysOf(secretsKey), mode: undefined };
  }
  const path = secretsPath(dataDir);
  const text = isProduction ? undefined : readIfThere(path);
  if (text === undefined) return undefined;
  const found = kept.safeParse(parse(text));
  if (!found.success) throw unreadable(path);
  const mode = statSync(path).mode & 0o777;
  return { source: "file", ...keysOf(secretsKey ?? found.data.secretsKey), mode };
}

/** Returns the path of the file with the generated secrets. */
export function secretsPath(dataDir: string): string {
  return join(dataDir, "secrets.json");
}

/** Writes the secrets of a backup into the data folder, unless it has some. */
export function installSecrets({ dataDir }: Pick<Configuration, "dataDir">, text: string): void {
  closeFolder(dataDir);
  createFile(secretsPath(dataDir), text);
}

function noSecret(path: string, isProduction: boolean): Error {
  const advice = "Set SESSION_SECRET to the service's value";
  return new Error(
    isProduction
      ? `Cannot sign for the service: SESSION_SECRET is not set. ${advice}`
      : `Cannot sign for the service: SESSION_SECRET is not set, and there is no ${path}. ${advice}, ` +
        "or DATA_DIR to the service's folder. The first start of the service creates the secret",
  );
}

/** Restricts a new or empty folder to this user. Does not change a folder with other content. */
function closeFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (readdirSync(dataDir).length === 0) chmodSync(dataDir, 0o700);
}

/**
 * Writes the file under another name and then links it, so that no process reads half a file. Of two concurrent starts
 * the second finds the name taken and uses the first one's file.
 */
function createFile(path: string, text = generateSecrets()): string {
  const candidate = `${path}.${randomUUID()}`;
  const file = openSync(candidate, "wx", 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
    linkSync(candidate, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    closeSync(file);
    rmSync(candidate, { force: true });
  }
  return readFileSync(path, "utf8");
}

function generateSecrets(): string {
  return JSON.stringify({
    sessionSecret: randomBytes(48).toString("base64url"),
    secretsKey: randomBytes(32).toString("base64"),
  });
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreadable(path: string): Error {
  return new Error(
    `Cannot use the secrets in ${path}: the file is damaged. Restore it from a backup, or set ` +
      "SESSION_SECRET and SECRETS_KEY. With other values staff are signed out and webhook secrets must " +
      "be rotated",
  );
}
