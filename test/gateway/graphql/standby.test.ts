import { expect, test } from "vitest";
import { DomainError } from "../../../core/mod.ts";
import { openLimits } from "../../../gateway/limits/mod.ts";
import { defaults } from "../limits/defaults.ts";
import { openGraphql } from "./support.ts";

const query = "{ organization { name } }";
const refusal = () =>
  new DomainError("SERVICE_UNAVAILABLE", "The standby is late", { retryAfterSeconds: 5 });
const refused = {
  errors: [{ message: "The standby is late", extensions: { code: "SERVICE_UNAVAILABLE" } }],
};
const asOf = Temporal.Instant.from("2026-11-23T20:00:00.123Z");

test("an answer from a standby has the age of its data, and an answer about the schema has none", async () => {
  await using graphql = await openGraphql({}, {
    replaced: (application) => ({
      openReports: (reader) => ({
        ...application.openReports(reader),
        age: async () => ({ asOf, lagSeconds: 1.25 }),
      }),
    }),
  });
  const answer = await graphql.ask(query);
  expect(answer.headers.get("X-Data-As-Of")).toBe("2026-11-23T20:00:00.123Z");
  expect(answer.body).toEqual({
    data: { organization: { name: "Test" } },
    extensions: { standby: { asOf: "2026-11-23T20:00:00.123Z", lagSeconds: 1.25 } },
  });
  const ofSchema = await graphql.ask("{ __typename __schema { queryType { name } } }");
  expect(ofSchema.status).toBe(200);
  expect(ofSchema.headers.get("X-Data-As-Of")).toBeNull();
  expect(ofSchema.body).not.toHaveProperty("extensions");
});

test("an answer from the primary has no age", async () => {
  await using graphql = await openGraphql();
  const { headers, body } = await graphql.ask(query);
  expect(headers.get("X-Data-As-Of")).toBeNull();
  expect(body).toEqual({ data: { organization: { name: "Test" } } });
});

test("while no standby can be used, a query is 503 and costs one point, and the schema is answered", async () => {
  const limits = await openLimits({ ...defaults, reportingCostPerHour: 100 });
  await using graphql = await openGraphql({}, {
    ...limits,
    replaced: () => ({ requireReports: () => Promise.reject(refusal()) }),
  });
  const fragment = "fragment F on Query { organization { name } } query { ...F }";
  for (const [i, text] of [query, fragment].entries()) {
    const { status, headers, body } = await graphql.ask(text);
    expect([status, headers.get("Retry-After"), body]).toEqual([503, "5", refused]);
    expect(headers.get("X-RateLimit-Remaining")).toBe(String(99 - i));
  }
  expect((await graphql.ask("{ __typename }")).status).toBe(200);
  expect(graphql.defects).toEqual([]);
});

test("a standby that is refused when its snapshot begins is 503, too", async () => {
  await using graphql = await openGraphql({}, {
    replaced: (application) => ({
      openReports: (reader) => ({
        ...application.openReports(reader),
        age: () => Promise.reject(refusal()),
      }),
    }),
  });
  const { status, headers, body } = await graphql.ask(query);
  expect([status, headers.get("Retry-After"), body]).toEqual([503, "5", refused]);
});
