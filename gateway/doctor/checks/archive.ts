import type { ArchiveFacts } from "../../persistence/mod.ts";
import { conclude, durationText, type Finding, warning } from "../finding.ts";

/** Checks that the archive of point-in-time recovery takes WAL. Null: the server archives nothing. */
export function checkArchive(
  archive: ArchiveFacts | null,
  { nowSeconds }: { nowSeconds: number },
): Finding {
  if (!archive) return conclude([], "the server archives no WAL");
  const { isFailing, lastSeconds, dueSeconds } = archive;
  const last = lastSeconds === 0
    ? "none was archived since the statistics of the server began"
    : `the last was archived ${durationText(nowSeconds - lastSeconds)} ago`;
  const fix = "Read the log of Postgres, correct archive_command or what it writes to, and watch " +
    "pg_stat_archiver (gateway/backup/README.md 3)";
  return conclude([
    isFailing && warning(
      `the archive takes no WAL, ${last}: a recovery ends there, and the disk fills`,
      fix,
    ),
    !isFailing && dueSeconds !== null && nowSeconds > dueSeconds &&
    warning(`no WAL is archived, although none fails: ${last}`, fix),
  ], `the archive takes WAL, ${last}`);
}
