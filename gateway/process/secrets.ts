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
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Configuration } from "./configuration.ts";
import { key32 } from "./fields.ts";

/** What signs the sessions of staff, and what encrypts the secrets of webhooks. */
export interface Secrets {
  sessionSecret: string;
  secretsKey: Uint8Array;
}

const kept = z.object({ sessionSecret: z.string().min(32), secretsKey: key32 });

/**
 * The secrets that were configured; one that was not comes from `<dataDir>/secrets.json`, which is made at
 * the first start and must be kept, or staff are signed out and webhook secrets cannot be read.
 */
export function keepSecrets(
  { sessionSecret, secretsKey, dataDir }: Pick<
    Configuration,
    "sessionSecret" | "secretsKey" | "dataDir"
  >,
): Secrets {
  if (sessionSecret !== undefined && secretsKey !== undefined) return { sessionSecret, secretsKey };
  closeFolder(dataDir);
  const path = join(dataDir, "secrets.json");
  const text = readIfThere(path) ?? make(path);
  // A backup that was put back may have lost its mode.
  chmodSync(path, 0o600);
  const found = kept.safeParse(parse(text));
  if (!found.success) throw unreadable(path);
  return {
    sessionSecret: sessionSecret ?? found.data.sessionSecret,
    secretsKey: secretsKey ?? found.data.secretsKey,
  };
}

/**
 * The secret with which the service signs, for a command: the configured one, or the one that the service made
 * in its folder. None is ever made here, since no service would know it.
 */
export function findSessionSecret(
  { sessionSecret, dataDir, isProduction }: Pick<
    Configuration,
    "sessionSecret" | "dataDir" | "isProduction"
  >,
): string {
  if (sessionSecret !== undefined) return sessionSecret;
  const path = join(dataDir, "secrets.json");
  // In production the service takes it from its environment alone.
  const text = isProduction ? undefined : readIfThere(path);
  if (text === undefined) throw noSecret(path, isProduction);
  const found = kept.safeParse(parse(text));
  if (!found.success) throw unreadable(path);
  return found.data.sessionSecret;
}

function noSecret(path: string, isProduction: boolean): Error {
  const mend = "Set SESSION_SECRET to what the service has";
  return new Error(
    isProduction
      ? `Cannot sign for the service: SESSION_SECRET is not set. ${mend}`
      : `Cannot sign for the service: SESSION_SECRET is not set, and there is no ${path}. ${mend}, ` +
        "or DATA_DIR to its folder; where it never ran, start it once, and it makes the secret",
  );
}

/** A folder that is ours from now on is closed to others; one that serves others too is left alone. */
function closeFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (readdirSync(dataDir).length === 0) chmodSync(dataDir, 0o700);
}

/**
 * Written in full under another name and then linked: nobody reads half a file, and of two starts at once
 * the second finds the name taken and uses the first one's.
 */
function make(path: string): string {
  const text = JSON.stringify({
    sessionSecret: randomBytes(48).toString("base64url"),
    secretsKey: randomBytes(32).toString("base64"),
  });
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
    `Cannot use the secrets in ${path}: the file is damaged. Put it back from a backup, or set ` +
      "SESSION_SECRET and SECRETS_KEY. Without the old ones staff are signed out and the secrets of " +
      "webhooks must be made anew",
  );
}
