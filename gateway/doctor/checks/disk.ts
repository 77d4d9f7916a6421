import { bytesText, conclude, failing, type Finding, warning } from "../finding.ts";

/** The file system of the data folder. */
export interface DiskFacts {
  dataDir: string;
  freeBytes: number;
  totalBytes: number;
}

const minFreeBytes = 512 * 1024 ** 2;
const lowFreeBytes = 2 * 1024 ** 3;
const lowFreeShare = 0.1;

/** Checks the free space for the embedded Postgres. Undefined: the database has a machine of its own. */
export function checkDisk(facts: DiskFacts | undefined): Finding {
  if (!facts) {
    return conclude([], "not checked: with DATABASE_URL, the data is on the disk of that server");
  }
  const { dataDir, freeBytes, totalBytes } = facts;
  const finding = `${bytesText(freeBytes)} of ${bytesText(totalBytes)} are free for ${dataDir}`;
  const fix = "Free some space, or move DATA_DIR to a larger disk while the service is stopped";
  return conclude([
    freeBytes < minFreeBytes
      ? failing(finding, fix)
      : freeBytes < Math.min(lowFreeBytes, totalBytes * lowFreeShare) && warning(finding, fix),
  ], finding);
}
