import type { BackupMarks } from "../../persistence/mod.ts";
import { conclude, durationText, type Finding, warning } from "../finding.ts";

/** The list is written every hour. */
const maxAgeSeconds = 3 * 3600;

/** Checks that the list of erasures, which a restore repeats, is still written where it ever was. */
export function checkErasureList(
  { erasuresListedMs }: Pick<BackupMarks, "erasuresListedMs">,
  { nowSeconds }: { nowSeconds: number },
): Finding {
  if (erasuresListedMs === null) return conclude([], "no list of erasures was ever written");
  const age = nowSeconds - erasuresListedMs / 1000;
  const last = `the list of erasures was written ${durationText(age)} ago`;
  return conclude([
    age > maxAgeSeconds && warning(
      `${last}: a restore does not repeat later ones`,
      "Run systemctl start appointment-booking-task@erasures, and look why its timer did not: " +
        "journalctl -u appointment-booking-task@erasures (gateway/deployment/README.md 3.2)",
    ),
  ], last);
}
