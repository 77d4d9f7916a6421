import { NoDeprecatedCustomRule, parse, specifiedRules, validate } from "graphql";
import { expect, test } from "vitest";
import { schema } from "../../../gateway/graphql/schema.ts";
import { documentedQueries, queriesIn } from "../../support/reporting_tools/documented_queries.ts";

const queries = await documentedQueries();

test("queries are found in texts of every form", () => {
  const text = `-d '{"query":"{ organization { name } }"}' or query="query ($a: Date!) {
    workers(from: $a) { a { b } } }" and { appointments: 3 } [query { x: departments { id } }]`;
  expect(queriesIn(text)).toEqual([
    "{ organization { name } }",
    "query ($a: Date!) {\n    workers(from: $a) { a { b } } }",
    "query { x: departments { id } }",
  ]);
});

test.each(["README.md", "gateway/graphql/README.md", "rest-adapter/guides/reports.md"])(
  "%s has queries",
  (source) => {
    expect(queries.filter((one) => one.source === source).length).toBeGreaterThan(0);
  },
);

test.each(queries)(
  "a query of $source is valid and uses nothing deprecated: $query",
  ({ query }) => {
    const rules = [...specifiedRules, NoDeprecatedCustomRule];
    expect(validate(schema, parse(query), rules)).toEqual([]);
  },
);
