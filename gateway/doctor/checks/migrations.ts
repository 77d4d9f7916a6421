import type { MigrationFacts } from "../../persistence/mod.ts";
import { conclude, failing, type Finding, warning } from "../finding.ts";

/** Checks that the database has exactly the migrations of this version. */
export function checkMigrations({ applied, missing, unknown, changed }: MigrationFacts): Finding {
  return conclude([
    changed.length > 0 && failing(
      `applied with other statements: ${changed.join(", ")}`,
      "Restore the applied files and put the changes into new ones",
    ),
    missing.length > 0 && failing(
      `not applied: ${missing.join(", ")}`,
      "Apply them with: npm run migrate",
    ),
    unknown.length > 0 && warning(
      `the database has migrations of a newer version: ${unknown.join(", ")}`,
      "Update this installation to the version that applied them",
    ),
  ], `all ${applied} are applied`);
}
