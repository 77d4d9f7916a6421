import { conclude, failing, type Finding, warning } from "../finding.ts";

/** The secrets of the service, without their values. */
export interface SecretsFacts {
  /** Where both come from: the environment, or the file in DATA_DIR; undefined if one is in neither. */
  source: "environment" | "file" | undefined;
  /** The file in DATA_DIR. */
  path: string;
  /** The permissions of the file; undefined if it is not used. */
  mode: number | undefined;
  /** Stored secrets of webhooks that were tried with the key; undefined if the database could not be read. */
  stored: { tried: number; unopened: number; needPrevious: number } | undefined;
  /** Whether SECRETS_KEY_PREVIOUS is set. */
  hasPrevious: boolean;
}

/** Checks that the secrets are there, that only this user can read them, and that the key decrypts stored secrets. */
export function checkSecrets(
  { source, path, mode, stored, hasPrevious }: SecretsFacts,
): Finding {
  if (source === undefined) {
    const isLoss = stored !== undefined && stored.tried > 0;
    const finding = `SESSION_SECRET or SECRETS_KEY is not set, and ${path} does not exist`;
    return isLoss
      ? failing(
        `${finding}, but the database has ${secretsText(stored.tried)}`,
        "Set SESSION_SECRET and SECRETS_KEY, or DATA_DIR, to those of the service",
      )
      : warning(finding, "Start the service once, which creates them, or set both variables");
  }
  return conclude([
    stored !== undefined && stored.unopened > 0 && failing(
      `SECRETS_KEY does not decrypt ${stored.unopened} of ${secretsText(stored.tried, "stored ")}`,
      "Restore the SECRETS_KEY that they were stored with, or rotate the secrets of these webhooks",
    ),
    stored !== undefined && stored.needPrevious > 0 && warning(
      `${stored.needPrevious} of ${
        secretsText(stored.tried, "stored ")
      } still need SECRETS_KEY_PREVIOUS`,
      "Run: npm run admin -- secrets rotate",
    ),
    stored?.needPrevious === 0 && hasPrevious && warning(
      "SECRETS_KEY_PREVIOUS is set, and no secret that was tried needs it",
      "Run npm run admin -- secrets rotate, which tries all, and remove it when it says so",
    ),
    mode !== undefined && (mode & 0o077) !== 0 && warning(
      `other users can read ${path} (mode ${mode.toString(8).padStart(4, "0")})`,
      `Restrict it with: chmod 600 ${path}`,
    ),
    stored === undefined && warning(
      "the stored webhook secrets were not tried, because the database cannot be read",
      "Make the database available and run this command again",
    ),
  ], `from the ${source}; the key decrypts ${secretsText(stored?.tried ?? 0, "stored ")}`);
}

function secretsText(count: number, kind = ""): string {
  return `${count} ${kind}webhook secret${count === 1 ? "" : "s"}`;
}
