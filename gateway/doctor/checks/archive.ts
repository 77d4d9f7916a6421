import type { ArchiveFacts } from "../../persistence/mod.ts";
import { conclude, durationText, type Finding, warning } from "../finding.ts";

const maxSilenceSeconds = 2 * 3600;

/** Checks that the archive of point-in-time recovery takes WAL. Null: the server archives nothing. */
export function checkArchive(
  archive: ArchiveFacts | null,
  { nowSeconds }: { nowSeconds: number },
): Finding {
  if (!archive) return conclude([], "the server archives no WAL");
  const { isFailing, lastSeconds, timeoutSeconds } = archive;
  const age = nowSeconds - lastSeconds;
  const last = lastSeconds === 0
    ? "none was archived yet"
    : `the last was archived ${durationText(age)} ago`;
  const fix = "Read the log of Postgres, correct archive_command or what it writes to, and watch " +
    "pg_stat_archiver (gateway/backup/README.md 3)";
  return conclude([
    isFailing && warning(
      `the archive takes no WAL, ${last}: a recovery ends there, and the disk fills`,
      fix,
    ),
    !isFailing && timeoutSeconds > 0 && age > maxSilenceSeconds &&
    warning(`no WAL is archived, although none fails: ${last}`, fix),
  ], `the archive takes WAL, ${last}`);
}
