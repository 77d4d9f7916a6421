import { expect, test } from "vitest";
import { noKeys, sortRows } from "../../../core/reporting/groups.ts";

test("counters are sorted by name, also if a name is that of a weekday or a status", () => {
  const desks = ["Room 1", null, "MONDAY", "SCHEDULED", "A", "LIVE"];
  const rows = desks.map((desk) => Object.assign({}, noKeys, { desk }));
  expect(sortRows(rows, ["DESK"]).map(({ desk }) => desk))
    .toEqual(["A", "LIVE", "MONDAY", "Room 1", "SCHEDULED", null]);
});
