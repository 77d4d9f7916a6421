import { parse } from "graphql";
import { describe, expect, test } from "vitest";
import { rowsOf, tableOf } from "../../../gateway/graphql/table.ts";

const table = (query: string, variables = {}) => tableOf({ document: parse(query), variables });
const columns = (query: string, variables = {}) =>
  table(query, variables).columns.map(({ name }) => name);

describe("the columns of a query", () => {
  test("of a report are its fields in their order, with a dot within a department", () => {
    const query = `{ appointmentReport(from: "2026-01-01", to: "2026-01-31") {
      booked department { name restId } noShowRate } }`;
    expect(columns(query)).toEqual([
      "booked",
      "department.name",
      "department.restId",
      "noShowRate",
    ]);
  });

  test("of a list are the fields of its items, and the cursor", () => {
    const query = `{ appointments { pageInfo { hasNextPage } edges { cursor node {
      restId department { name } } } } }`;
    expect(columns(query)).toEqual(["cursor", "restId", "department.name"]);
  });

  test("have aliases as names, come from fragments, and do not contain skipped fields", () => {
    const query = `query ($no: Boolean!) { list: webhooks { rows: edges { item: node {
      ...Id kind: __typename url @include(if: $no) ... on Webhook { id: restId events } } } } }
      fragment Id on Webhook { id: restId createdAt @skip(if: true) }`;
    expect(columns(query, { no: false })).toEqual(["id", "kind", "events"]);
    const [row] = rowsOf(table(query, { no: false }), {
      list: { rows: [{ item: { id: "7", kind: "Webhook", events: ["A", "B"] } }] },
    });
    expect(row).toEqual(["7", "Webhook", "A, B"]);
  });

  test("of merged fields are there once", () => {
    const query = `{ workers { edges { node { department { name } } } }
      workers { edges { node { department { name restId } name } } } }`;
    expect(columns(query)).toEqual(["department.name", "department.restId", "name"]);
  });
});

test("numbers stay numbers, null and missing objects are empty, and the other values are text", () => {
  const query = `{ appointmentReport(from: "2026-01-01", to: "2026-01-31") {
    day booked noShowRate department { name } worker { name isActive } } }`;
  const data = {
    appointmentReport: [
      {
        day: "2026-01-02",
        booked: 0,
        noShowRate: 0.25,
        department: { name: "=A" },
        worker: { name: "W", isActive: false },
      },
      { day: null, booked: 3, noShowRate: null, department: null, worker: null },
    ],
  };
  expect(rowsOf(table(query), data)).toEqual([
    ["2026-01-02", 0, 0.25, "=A", "W", "false"],
    ["", 3, "", "", "", ""],
  ]);
});

test.each([
  [
    'query ($from: Date!) { a: creditReport(from: $from, to: "2026-01-31") { consumed } }',
    { from: "2026-01-01" },
    "creditReport_2026-01-01_2026-01-31",
  ],
  [
    `{ appointments(filter: {dateTimeFrom: "2026-01-01T00:00:00", createdTo: "2026-02-01T12:00:00Z"}) {
      edges { node { id } } } }`,
    {},
    "appointments_2026-01-01_2026-02-01",
  ],
  ["{ departments { edges { node { id } } } }", {}, "departments"],
])("the name of %s says what it is and its dates", (query, variables, name) => {
  expect(table(query, variables).name).toBe(name);
});

test.each([
  ["{ organization { name } }", "organization is not a report or a list"],
  ['{ nodes(ids: ["1"]) { id } }', "nodes is not a report or a list"],
  ["{ workers { edges { cursor } } departments { edges { cursor } } }", "one report or one list"],
  ["{ __typename workers { edges { cursor } } }", "one report or one list"],
  ["{ workers { pageInfo { hasNextPage } } }", "Select edges"],
  ["{ workers { edges { cursor } more: edges { cursor } } }", "Select edges"],
  ["{ workers { edges { cursor @skip(if: true) } } }", "Select the fields of a row"],
  [
    "{ departments { edges { node { workers { edges { cursor } } } } } }",
    "workers is a list, which does not fit into a row",
  ],
  [
    "{ appointments { edges { node { creditEntries { amount } } } } }",
    "creditEntries is a list, which does not fit into a row",
  ],
])("%s is refused: its answer is not a table", (query, reason) => {
  expect(() => table(query)).toThrow(
    expect.objectContaining({
      message: expect.stringContaining(reason),
      extensions: expect.objectContaining({ code: "QUERY_NOT_TABULAR" }),
    }),
  );
});
