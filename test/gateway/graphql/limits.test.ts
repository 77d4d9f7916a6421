import { getIntrospectionQuery } from "graphql";
import { describe, expect, test } from "vitest";
import { schema } from "../../../gateway/graphql/schema.ts";
import { patience, timed } from "../../support/time_bounds.ts";
import { openGraphql } from "./support.ts";
import { perFile } from "../../support/per_file.ts";

// These queries are valid except for their size. The test counts readings, and there must be none.
let readings = 0;
const graphql = await perFile(openGraphql({}, {
  replaced: (application) => ({
    openReports(reader) {
      readings += 1;
      return application.openReports(reader);
    },
  }),
}));
// The first request compiles code, so it is not measured.
await graphql.ask("{ organization { name } }");

const times = (count: number, text: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join(" ");
/** Nested fields of any depth: introspection has types within types. */
const nested = (levels: number, name: string, leaf: string) =>
  `${`${name} { `.repeat(levels)}${leaf}${" }".repeat(levels)}`;

const abusive: [string, string, { code: string; limit?: number; actual?: number }][] = [
  ["of 10,000 repeated fields", `{ ${times(10_000, () => "name")} }`, {
    code: "QUERY_TOO_LONG",
    limit: 2000,
    actual: 10_002,
  }],
  ["of 60,000 braces", "{".repeat(60_000), { code: "QUERY_TOO_LONG", actual: 60_000 }],
  ["of 600 aliases", `{ ${times(600, (i) => `a${i}: __typename`)} }`, {
    code: "QUERY_TOO_MANY_ALIASES",
    limit: 30,
    actual: 600,
  }],
  ["of the same in fragments without a name", `{ ${times(50, () => "... { a: __typename }")} }`, {
    code: "QUERY_TOO_MANY_ALIASES",
    actual: 50,
  }],
  ["of 1,990 unknown names", `{ ${times(1990, (i) => `f${i}`)} }`, {
    code: "GRAPHQL_VALIDATION_FAILED",
  }],
  ["of 600 levels", `{ ${nested(600, "organization", "name")} }`, {
    code: "QUERY_TOO_DEEP",
    limit: 12,
    actual: 601,
  }],
  [
    "of levels hidden in fragments",
    `{ ...F0 } ${
      times(20, (i) => `fragment F${i} on Query { organization { ...F${i + 1} } }`)
    } fragment F20 on Query { organization { name } }`,
    { code: "QUERY_TOO_DEEP", actual: 22 },
  ],
  [
    "of fragments that double 25 times",
    `{ ...F0 } ${
      times(25, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)
    } fragment F25 on Query { organization { name } }`,
    { code: "QUERY_TOO_MANY_FRAGMENTS", limit: 60, actual: 77 },
  ],
  [
    "of fragments that triple 14 times",
    `{ ...F0 } ${
      times(14, (i) => `fragment F${i} on Query { ${`...F${i + 1} `.repeat(3)} }`)
    } fragment F14 on Query { organization { name } }`,
    { code: "QUERY_TOO_COSTLY", limit: 10_000, actual: 2 * 3 ** 14 },
  ],
  [
    "of fragments within each other",
    `{ ...F0 } ${times(7, (i) => `fragment F${i} on Query { ${times(7, (j) => `...F${j}`)} }`)}`,
    { code: "GRAPHQL_VALIDATION_FAILED" },
  ],
  ["of 250 fragments", `{ __typename } ${times(250, (i) => `fragment F${i} on Query { a }`)}`, {
    code: "QUERY_TOO_MANY_FRAGMENTS",
    actual: 250,
  }],
  ["of 300 operations", times(300, (i) => `query Q${i} { __typename }`), {
    code: "QUERY_TOO_MANY_OPERATIONS",
    limit: 10,
    actual: 300,
  }],
  [
    "of 900 values in lists in lists",
    `{ organization(a: ${"[".repeat(900)}${"]".repeat(900)}) { name } }`,
    {
      code: "GRAPHQL_VALIDATION_FAILED",
    },
  ],
  [
    "of the schema 20 times",
    `{ ${times(20, (i) => `s${i}: __schema { types { fields { name } } }`)} }`,
    { code: "QUERY_TOO_COSTLY", actual: 20_020 },
  ],
  [
    "of types within types",
    "{ __schema { types { fields { type { fields { name } } } } } }",
    { code: "QUERY_TOO_COSTLY", actual: 50_001 },
  ],
];

/** Returns the minimum processor time of five answers. Other work of the machine only adds to it. */
async function minWork(query: string, variables: Record<string, unknown> = {}) {
  let ms = Infinity;
  for (let i = 0; i < 5; i += 1) {
    const from = process.cpuUsage();
    const { status, body } = await graphql.ask(query, variables);
    const { user, system } = process.cpuUsage(from);
    ms = Math.min(ms, (user + system) / 1000);
    if (i === 4) return { ms, status, body };
  }
  throw new Error("nothing was asked");
}

describe("a query is refused within 50 ms of work and before any reading", () => {
  test.each(abusive)("%s", timed, async (_, query, refusal) => {
    readings = 0;
    const { ms, status, body } = await minWork(query);
    expect(status).toBe(200);
    expect(body).not.toHaveProperty("data");
    expect(body.errors![0]!.extensions).toMatchObject(refusal);
    expect(readings).toBe(0);
    expect(ms).toBeLessThan(patience(50));
  });

  const many = Object.fromEntries(Array.from({ length: 4_000 }, (_, i) => [`v${i}`, i]));
  test.each<[string, Record<string, unknown>]>([
    ["of 15,000 values that are wrong", { ids: Array.from({ length: 15_000 }, () => ({})) }],
    ["of 15,000 values that are right", { ids: Array(15_000).fill(1) }],
    ["of 4,000 variables that it does not have", many],
  ])("%s", async (_, variables) => {
    const query = "query ($ids: [ID!]) { __typename @skip(if: $ids) }";
    const { ms, body } = await minWork(query, variables);
    expect(body.errors![0]!.extensions).toMatchObject({ code: "GRAPHQL_VALIDATION_FAILED" });
    expect(body.errors).toHaveLength(1);
    expect(ms).toBeLessThan(patience(50));
  });
});

test("a refusal names the limit, the excess and how to stay below; it is 400 in its own media type", async () => {
  const query = `{ ${times(40, (i) => `a${i}: __typename`)} }`;
  const { status, body } = await graphql.ask(query, {}, {
    authorization: `Bearer ${graphql.token}`,
    accept: "application/graphql-response+json",
  });
  expect(status).toBe(400);
  expect(body).toEqual({
    errors: [{
      message: "The query has 40 aliases and repeated fields, 10 more than the maximum of 30. " +
        "Split it into several requests, or use groupBy instead of one field for each group",
      extensions: { code: "QUERY_TOO_MANY_ALIASES", limit: 30, actual: 40 },
    }],
  });
});

describe("a query within the limits is answered", () => {
  test.each([
    ["2,000 tokens", `{ organization { name } } ${"#".repeat(50)}\n # comments are none`],
    ["30 aliases", `{ ${times(30, (i) => `a${i}: __typename`)} }`],
    ["12 levels, the schema's apart", `{ __schema { types { ${nested(9, "ofType", "name")} } } }`],
    ["60 uses of fragments", `{ ${times(59, () => "...F")} } fragment F on Query { __typename }`],
    ["10 operations", `${times(9, (i) => `query Q${i} { __typename }`)} query X { __typename }`],
  ])("%s", async (_, query) => {
    const response = await graphql.send({
      method: "POST",
      headers: { authorization: `Bearer ${graphql.token}`, "content-type": "application/json" },
      body: JSON.stringify({ query, ...(query.includes("query X") && { operationName: "X" }) }),
    });
    expect(await response.json()).not.toHaveProperty("errors");
  });

  test("the introspection of tools", async () => {
    const query = getIntrospectionQuery({
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    });
    const { body } = await graphql.ask<Record<string, { types: unknown[] }>>(query);
    expect(body.errors).toBeUndefined();
    expect(body.data!["__schema"]!.types).toHaveLength(Object.keys(schema.getTypeMap()).length);
  });
});
