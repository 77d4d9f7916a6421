import { describe, expect, test } from "vitest";
import {
  type Migration,
  readMigrations,
  toMigration,
} from "../../../gateway/persistence/database/migrator.ts";
import { expandingMigration } from "../../support/versions/expanding_migration.ts";

/** The migrations of the first release. No older version runs on them. */
const firstRelease = 7;

const breaking: [RegExp, string][] = [
  [/\bdrop\b(?!\s+(?:constraint|not\s+null)\b)/, "drop"],
  [/\brename\b/, "rename"],
  [/\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/, "type"],
  [/\bset\s+not\s+null\b/, "set not null"],
  [
    /\badd\s+(?:column\s+)?(?!constraint\b)(?=[^,;]*\bnot\s+null\b)(?![^,;]*\bdefault\b)/,
    "not null",
  ],
];

/** Returns what is wrong with a migration after the first release (migrations/README.md). */
function faultsOf({ sql }: Pick<Migration, "sql">): string[] {
  const phase = /^-- (expand|contract)\b/.exec(sql)?.[1];
  if (phase === undefined) return ["the first line is neither -- expand nor -- contract"];
  if (phase === "contract") return [];
  const statements = sql.replaceAll(/--.*$/gm, "").toLowerCase();
  return breaking.filter(([pattern]) => pattern.test(statements)).map(([, name]) => name);
}

test("every migration after the first release says its phase, and an expanding one only adds", async () => {
  const all = await readMigrations(new URL("../../../migrations/", import.meta.url));
  expect(all.length).toBeGreaterThanOrEqual(firstRelease);
  const faults = all.slice(firstRelease).flatMap((migration) =>
    faultsOf(migration).map((fault) => `${migration.name}: ${fault}`)
  );
  expect(faults).toEqual([]);
});

describe("the check", () => {
  test.each([
    ["alter table a drop column b;", "drop"],
    ["drop index a;", "drop"],
    ["alter table a rename to b;", "rename"],
    ["alter table a alter column b type bigint;", "type"],
    ["alter table a alter b set data type bigint;", "type"],
    ["alter table a alter column b\n  set not null;", "set not null"],
    ["alter table a add column b int not null;", "not null"],
    ["alter table a add column b int default 1, add c int not null;", "not null"],
  ])("finds the fault in: %s", (sql, fault) => {
    expect(faultsOf(toMigration("0008_x.sql", `-- expand\n${sql}`))).toEqual([fault]);
    expect(faultsOf(toMigration("0008_x.sql", `-- contract\n${sql}`))).toEqual([]);
  });

  test("finds a missing phase", () => {
    expect(faultsOf(toMigration("0008_x.sql", "select 1;"))).toHaveLength(1);
  });

  test.each([
    expandingMigration,
    "alter table a drop constraint b, add constraint b check (c in (1, 2) and c is not null);",
    "alter table a alter column b drop not null; -- Does not drop the table.",
  ])("accepts: %s", (sql) => {
    expect(faultsOf(toMigration("0008_x.sql", `-- expand\n${sql}`))).toEqual([]);
  });
});
