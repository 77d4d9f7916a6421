import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { isAway } from "../../../gateway/persistence/database/faults.ts";

/** Returns an error as Citus passes it on: with the SQLSTATE of a defect. */
function passedOn(message: string): DatabaseError {
  return Object.assign(new DatabaseError(message, 0, "error"), {
    code: "XX000",
    severity: "ERROR",
  });
}

test.each([
  "server closed the connection unexpectedly",
  "terminating connection due to unexpected postmaster exit",
  "terminating connection because of crash of another server process",
  "the database system is in recovery mode",
  "the database system is not yet accepting connections",
  "failure on connection marked as essential: 10.0.0.2:5432",
])("Citus has lost a node: %s", (message) => expect(isAway(passedOn(message))).toBe(true));

test("a defect with the same SQLSTATE is no lost node", () => {
  expect(isAway(passedOn("unexpected failure of the database system"))).toBe(false);
});
