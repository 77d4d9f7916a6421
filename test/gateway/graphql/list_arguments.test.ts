import { complexityFromQuery } from "@pothos/plugin-complexity";
import { getNamedType, type GraphQLObjectType, isObjectType } from "graphql";
import { describe, expect, test } from "vitest";
import { schema } from "../../../gateway/graphql/schema.ts";
import { openListRows } from "./list_rows.ts";
import { openGraphql } from "./support.ts";
import { perFile } from "../../support/per_file.ts";

const graphql = await perFile(openGraphql());
const rows = await perFile(openListRows(graphql.databaseUrl));
const { organizationId } = graphql.own;
const departmentId = graphql.own.departmentId;
await rows.add(
  "appointments",
  organizationId,
  Array.from({ length: 101 }, () => ({ department_id: departmentId })),
);

interface Page {
  edges: { cursor: string }[];
  pageInfo: Record<string, unknown>;
}

async function page(args: string): Promise<Page> {
  const query = `{ appointments${args} {
    edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  } }`;
  const { body } = await graphql.ask<{ appointments: Page }>(query);
  expect(body.errors).toBeUndefined();
  return body.data!.appointments;
}

test("a page has 50 items by default, at most 100, and says whether the list continues", async () => {
  const info = async (args: string) => {
    const { edges, pageInfo: { hasNextPage, hasPreviousPage } } = await page(args);
    return [edges.length, hasPreviousPage, hasNextPage];
  };
  expect(await info("")).toEqual([50, false, true]);
  expect(await info("(first: null, last: null, after: null, filter: null)"))
    .toEqual([50, false, true]);
  expect(await info("(first: 100)")).toEqual([100, false, true]);
  expect(await info("(last: 100)")).toEqual([100, true, false]);
  const { pageInfo } = await page("(first: 100)");
  expect(await info(`(after: "${pageInfo["endCursor"]}")`)).toEqual([1, true, false]);
  expect(await info(`(last: 100, before: "${pageInfo["endCursor"]}")`)).toEqual([99, false, true]);
  expect(await info("(first: 0)")).toEqual([0, false, true]);
  for (const status of ["status: [MISSED]", 'status: [], createdTo: "2027-01-01T00:00:00Z"']) {
    expect(await page(`(filter: { ${status} })`)).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    });
  }
});

test("one list is read in different ways within another", async () => {
  const { body } = await graphql.ask<{ departments: { edges: { node: Record<string, Page> }[] } }>(
    `{
    departments(first: 1) { edges { node {
      one: appointments(first: 1) { edges { cursor } }
      two: appointments(last: 2) { edges { cursor } }
      none: appointments(filter: { archived: true }) { edges { cursor } }
    } } }
  }`,
  );
  const { one, two, none } = body.data!.departments.edges[0]!.node;
  expect([one, two, none].map((page) => page!.edges.length)).toEqual([1, 2, 0]);
});

describe("a list is refused with what to change:", () => {
  const cursorOf = (value: unknown) => btoa(JSON.stringify(value));
  const cursorAt = (...place: string[]) => cursorOf(["appointments", "DATE_TIME", "ASC", ...place]);
  const time = "2026-03-05T10:00:00";
  const noCursor = /must be an unchanged cursor from appointments .*orderBy/i;
  const size = /from 0 to 100.*(after: endCursor|before: startCursor)/;
  test.each([
    ["first: 101", "first", size],
    ["last: -1", "last", size],
    ["first: 1, last: 1", "last", /together with first\. Use one of the two/],
    ...["", "garbage", "🙂", btoa("null"), btoa("{}"), cursorAt()].map(
      (cursor): [string, string, RegExp] => [`after: "${cursor}"`, "after", noCursor],
    ),
    [`after: "${cursorOf(["departments", "ID", "ASC", "1"])}"`, "after", noCursor],
    [`after: "${cursorAt(time, "1")}", orderBy: { field: CREATED_AT }`, "after", noCursor],
    [`before: "${cursorAt(time, "9223372036854775808")}"`, "before", noCursor],
    [`after: "${cursorAt("2026-02-31T10:00:00", "1")}"`, "after", noCursor],
    [`after: "${cursorAt(time, "1", "2")}"`, "after", noCursor],
  ])("%s", async (args, field, message) => {
    const { body } = await graphql.ask(`{ appointments(${args}) { edges { cursor } } }`);
    expect(body.errors).toHaveLength(1);
    expect(body.errors![0]!.extensions).toMatchObject({
      code: "VALIDATION_ERROR",
      details: [{ field, message: expect.stringMatching(message) }],
    });
    expect(graphql.defects).toEqual([]);
  });

  test("everything at once, in nested lists, too", async () => {
    const { body } = await graphql.ask(
      `{ departments { edges { node { appointments(first: 101, after: "x") { edges { cursor } } } } } }`,
    );
    expect(body.errors![0]!.extensions).toMatchObject({
      code: "VALIDATION_ERROR",
      details: [{ field: "first" }, { field: "after" }],
    });
  });

  test("a time in a cursor that is no instant", async () => {
    for (const time of ["2026-02-31T10:00:00Z", "0000-01-01T00:00:00Z", "x"]) {
      const after = cursorOf(["webhookDeliveries", "CREATED_AT", "DESC", time, "1"]);
      const query = `{ webhookDeliveries(after: "${after}") { edges { cursor } } }`;
      const { body } = await graphql.ask(query);
      expect(body.errors![0]!.extensions).toMatchObject({ code: "VALIDATION_ERROR" });
    }
    expect(graphql.defects).toEqual([]);
  });

  test("more than 100 ids of nodes", async () => {
    const ids = Array.from({ length: 101 }, () => "x");
    const { body } = await graphql.ask("query ($ids: [ID!]!) { nodes(ids: $ids) { id } }", { ids });
    expect(body.errors![0]!.extensions).toMatchObject({
      code: "VALIDATION_ERROR",
      details: [{ field: "ids", message: expect.stringContaining("at most 100") }],
    });
  });
});

describe("a value that is no date or time is refused with its argument and its place,", () => {
  const cases = [
    [
      "Date",
      "to",
      (value: string) =>
        `appointmentReport(from: "2026-03-01", to: ${value}, groupBy: [DAY]) { booked }`,
    ],
    [
      "LocalDateTime",
      "filter.dateTimeFrom",
      (value: string) => `appointments(filter: { dateTimeFrom: ${value} }) { edges { cursor } }`,
    ],
    [
      "DateTime",
      "filter.createdTo",
      (value: string) => `appointments(filter: { createdTo: ${value} }) { edges { cursor } }`,
    ],
  ] as const;

  test.each(cases)("as a literal %s", async (_, argument, fieldWith) => {
    for (const value of ['"tomorrow"', "5"]) {
      const { body } = await graphql.ask(`{\n  ${fieldWith(value)}\n}`);
      expect(body.errors).toEqual([{
        message: expect.stringMatching(`^Argument "${argument}": Must be a string such as "2026`),
        locations: [{ line: 2, column: expect.any(Number) }],
        extensions: { code: "GRAPHQL_VALIDATION_FAILED" },
      }]);
    }
  });

  test.each(cases)("as a variable %s", async (type, argument, fieldWith) => {
    const query = `query ($at: ${type}!) { ${fieldWith("$at")} }`;
    const { body } = await graphql.ask(query, { at: "tomorrow" });
    expect(body.errors).toEqual([{
      message: expect.stringMatching(
        `^Argument "${argument}": Variable "\\$at" has invalid value.*Must be a string such as`,
      ),
      locations: [{ line: 1, column: 8 }, { line: 1, column: query.lastIndexOf("$at") + 1 }],
      extensions: { code: "GRAPHQL_VALIDATION_FAILED" },
    }]);
  });

  test("as a variable of several arguments, one of them in a fragment", async () => {
    const query = `query ($day: Date!) { appointmentReport(from: $day, to: $day) { booked } ...F }
      fragment F on Query { appointments(filter: { created: { to: $day } }) { edges { cursor } } }
      query Other($day: Date!) { creditReport(from: $day, to: $day) { consumed } }`;
    const { body } = await graphql.send({
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${graphql.token}` },
      body: JSON.stringify({
        query: query.replace("query (", "query One("),
        operationName: "One",
        variables: { day: "x" },
      }),
    }).then(async (answer) => ({ body: await answer.json() }));
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0].message).toMatch(/^Argument "from", "to", "filter.created.to": Variable/);
    expect(body.errors[0].locations.map(({ line }: { line: number }) => line)).toEqual([
      1,
      1,
      1,
      2,
    ]);
  });

  test("unless a variable has the wrong type, which GraphQL names by itself", async () => {
    const query = "query ($at: DateTime!) { appointmentReport(from: $at, to: $at) { booked } }";
    const { body } = await graphql.ask(query, { at: "2027-03-01T00:00:00Z" });
    expect(body.errors!.map(({ message, locations }) => [message, locations!.length])).toEqual([
      ['Variable "$at" of type "DateTime!" used in position expecting type "Date!".', 2],
      ['Variable "$at" of type "DateTime!" used in position expecting type "Date!".', 2],
    ]);
  });

  test("in a fragment, and as a literal of another type", async () => {
    const fragment =
      'fragment F on Query { appointments(filter: { createdTo: "x" }) { edges { cursor } } }';
    const { body } = await graphql.ask(
      `{ ...F other: appointments(first: "x") { edges { cursor } } } ${fragment}`,
    );
    expect(body.errors!.map(({ message }) => message.split(":")[0]).toSorted())
      .toEqual(['Argument "filter.createdTo"', 'Argument "first"']);
  });
});

describe("cost", () => {
  const connections = Object.values(schema.getTypeMap()).filter(isObjectType).flatMap((on) =>
    Object.values(on.getFields())
      .filter(({ type }) => getNamedType(type).name.endsWith("Connection"))
      .map((field) => ({ on, field: field.name, name: `${on.name}.${field.name}` }))
  );
  const costOf = (query: string) =>
    complexityFromQuery(query, { schema, variables: {} }).complexity;
  const within = (on: GraphQLObjectType, asked: string) =>
    on === schema.getQueryType()
      ? `{ ${asked} }`
      : `{ node(id: "x") { ... on ${on.name} { ${asked} } } }`;

  test.each(connections)(
    "of $name is its page size times what one item costs",
    ({ on, field }) => {
      const around = costOf(within(on, "__typename")) - 1;
      const items = "{ edges { node { id restId } } pageInfo { hasNextPage endCursor } }";
      const costAt = (args: string) => costOf(within(on, `${field}${args} ${items}`)) - around;
      expect(costAt("")).toBe(1 + 50 * 3);
      expect(costAt("(first: 7)")).toBe(1 + 7 * 3);
      expect(costAt("(last: 100)")).toBe(1 + 100 * 3);
    },
  );

  test("multiplies from list to list", () => {
    const query = `{ departments(first: 20) { edges { node {
      appointments(first: 10) { edges { node { id creditEntries { id } } } }
    } } } }`;
    expect(costOf(query)).toBe(1 + 20 * (1 + 1 + 10 * (1 + 1 + 1 + 2 * 1)));
  });
});
