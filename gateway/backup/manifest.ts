import { z } from "zod";

/** The file that says what the other files are. */
export const manifestFile = "manifest.json";
/** A copy of the service's generated secrets, only in a backup with secrets. */
export const secretsFile = "secrets.json";
/** Grows with each change that older versions of the service cannot read. */
export const formatVersion = 1;

const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);

const manifest = z.object({
  format: z.literal(formatVersion),
  /** The moment of the backup, by the database's clock. */
  takenAt: z.string(),
  serverVersion: z.string(),
  hasSecrets: z.boolean(),
  /** The migrations that were applied. */
  migrations: z.array(z.object({ number: z.int(), name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(z.object({
    name,
    columns: z.array(name),
    months: z.array(z.string().regex(/^\d{4}-\d{2}$/)).optional(),
    rows: z.int(),
    /** Rows as text of COPY, compressed with zstd. */
    file: z.string().regex(/^[a-z0-9_]+\.copy\.zst$/),
    bytes: z.int(),
  })).min(1),
  sequences: z.array(z.object({ name, lastValue: z.string().regex(/^\d+$/) })),
});

/** The content of `manifest.json`. */
export type Manifest = z.infer<typeof manifest>;

/** Parses a manifest whose checksum is right. Throws if another version of the service wrote it. */
export function parseManifest(text: string): Manifest {
  const found = manifest.safeParse(JSON.parse(text));
  if (found.success) return found.data;
  throw new Error(
    "Cannot restore: this version of the service cannot read the manifest of the backup. " +
      `Restore it with the version that made it. The first problem: ${
        z.prettifyError(found.error).split("\n")[0]
      }`,
  );
}
