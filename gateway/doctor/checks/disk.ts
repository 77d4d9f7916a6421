import { bytesText, conclude, failing, type Finding, warning } from "../finding.ts";

/** The file system of the data folder, or what a server elsewhere shows of its own. */
export type DiskFacts = FolderFacts | { hasSpace: boolean | undefined };

interface FolderFacts {
  dataDir: string;
  freeBytes: number;
  totalBytes: number;
}

const minFreeBytes = 512 * 1024 ** 2;
const lowFreeBytes = 2 * 1024 ** 3;
const lowFreeShare = 0.1;

/** Checks the free space for the embedded Postgres. Of another server only a full disk is visible. */
export function checkDisk(facts: DiskFacts): Finding {
  if ("hasSpace" in facts) return checkServer(facts);
  const { dataDir, freeBytes, totalBytes } = facts;
  const finding = `${bytesText(freeBytes)} of ${bytesText(totalBytes)} are free for ${dataDir}`;
  const fix = "Free some space, or move DATA_DIR to a larger disk while the service is stopped";
  return conclude([
    freeBytes < minFreeBytes
      ? failing(finding, fix)
      : freeBytes < Math.min(lowFreeBytes, totalBytes * lowFreeShare) && warning(finding, fix),
  ], finding);
}

function checkServer({ hasSpace }: { hasSpace: boolean | undefined }): Finding {
  const left = "how much space is left on the disk of the database server is not visible from here";
  return conclude([
    hasSpace === false && failing(
      "the disk of the database server is full, so it refuses writes",
      "Free space there, or enlarge the disk",
    ),
  ], hasSpace ? `the database server can write files; ${left}` : left);
}
