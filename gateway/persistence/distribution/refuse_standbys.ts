import { ConnectError } from "../database/faults.ts";

/** Why reports are not read from standbys of a distributed database (gateway/persistence/distribution/README.md 6). */
export const whyNoStandbys =
  "the database is distributed, so its rows are not on a standby of the coordinator";

/** How to correct it. */
export const withoutStandbys =
  "Remove REPORTING_DATABASE_URL. Reports are then read from the nodes";

/** Refuses standbys of a distributed database. */
export function refuseStandbys(): never {
  throw new ConnectError(
    `Cannot read reports from a standby: ${whyNoStandbys}. ${withoutStandbys}`,
  );
}
