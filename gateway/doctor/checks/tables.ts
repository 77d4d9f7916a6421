import type { TableFacts } from "../../persistence/mod.ts";
import { bytesText, conclude, type Finding, warning } from "../finding.ts";

const shownTables = 3;
// Autovacuum starts at a fifth of the rows. Small tables do not matter.
const maxDeadShare = 0.5;
const minDeadRows = 100_000;

/** Checks that autovacuum removes dead rows. `tables` has the largest first. */
export function checkTables(tables: readonly TableFacts[]): Finding {
  const bloated = tables.filter(({ liveRows, deadRows }) =>
    deadRows >= minDeadRows && deadRows > liveRows * maxDeadShare
  );
  const largest = tables.slice(0, shownTables).map(({ name, bytes }) =>
    `${name} ${bytesText(bytes)}`
  );
  return conclude([
    bloated.length > 0 && warning(
      `many dead rows: ${
        bloated.map(({ name, deadRows, liveRows }) =>
          `${name} has ${deadRows}, and ${liveRows} live ones`
        ).join(", ")
      }`,
      "Check that autovacuum is on, and end old transactions (oldest xact_start in pg_stat_activity)",
    ),
  ], `the largest are ${largest.join(", ")}`);
}
