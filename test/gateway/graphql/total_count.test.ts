import fc from "fast-check";
import { parse } from "graphql";
import { expect, test } from "vitest";
import { costOf } from "../../../gateway/graphql/cost.ts";
import { readCsv } from "../../rest-adapter/read_csv.ts";
import { statementsOf } from "../../support/statements.ts";
import { openListRows } from "./list_rows.ts";
import { openGraphql } from "./support.ts";
import { perFile } from "../../support/per_file.ts";

const graphql = await perFile(openGraphql({}, { now: "2026-03-01T10:00:00Z" }));
const rows = await perFile(openListRows(graphql.databaseUrl));
const { organizationId } = graphql.own;
await rows.pool.query("delete from departments where organization_id = $1", [organizationId]);
const departments = await rows.add("departments", organizationId, [{}, {}, {}]);
await rows.add(
  "workers",
  organizationId,
  [0, 0, 1].map((i) => ({ department_id: departments[i] })),
);
const made = fc.sample(
  fc.record({
    environment: fc.constantFrom("LIVE", "TEST"),
    // The last department has none.
    department_id: fc.constantFrom(...departments.slice(0, 2)),
    status: fc.constantFrom("SCHEDULED", "COMPLETED", "CANCELLED", "MISSED"),
    date_time: fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom("01", "15", "28"))
      .map(([month, day]) => `2026-0${month}-${day}T00:00:00`),
    archived_at: fc.option(fc.constant("2026-03-05T10:00:00Z"), { freq: 2 }),
    worker_id: fc.constant(null),
  }),
  { numRuns: 200, seed: 4 },
);
await rows.add("appointments", organizationId, made);
// The triggers that keep the counts did not run.
await rows.pool.query(
  `insert into appointment_counts (organization_id, environment, department_id, status, month, count)
    select organization_id, environment, department_id, status, date_trunc('month', date_time), count(*)
    from appointments where archived_at is null group by 1, 2, 3, 4, 5`,
);
await graphql.ask("{ organization { name } }");

async function totalOf(args: string, list = "appointments"): Promise<number | null> {
  const { body } = await graphql.ask<Record<string, { totalCount: number | null }>>(
    `{ ${list}(${args}) { totalCount } }`,
  );
  expect(body.errors).toBeUndefined();
  return body.data![list]!.totalCount;
}

test("the total of appointments of whole months is that of a recount, whatever page is read", async () => {
  const option = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
  const filters = fc.record({
    environment: option(fc.constantFrom("LIVE", "TEST")),
    department: option(fc.constantFrom(...departments)),
    status: option(fc.subarray(["SCHEDULED", "COMPLETED", "CANCELLED", "MISSED"])),
    from: option(fc.constantFrom("2026-02-01", "2026-03-01")),
    to: option(fc.constantFrom("2026-03-31", "2026-04-30", "9999-12-31")),
    first: fc.constantFrom(0, 1, 100),
  });
  await fc.assert(
    fc.asyncProperty(filters, async ({ environment, department, status, from, to, first }) => {
      const expected = made.filter((one) =>
        one.archived_at === null && (!environment || one.environment === environment) &&
        (!department || one.department_id === department) &&
        (!status || status.includes(one.status)) &&
        (!from || one.date_time >= from) && (!to || one.date_time.slice(0, 10) <= to)
      );
      const filter = [
        "archived: false",
        environment && `environment: ${environment}`,
        department && `departmentId: "${department}"`,
        status && `status: [${status.join(", ")}]`,
      ].filter(Boolean).join(", ");
      const args = [`first: ${first}`, from && `from: "${from}"`, to && `to: "${to}"`];
      expect(await totalOf([...args, `filter: { ${filter} }`].filter(Boolean).join(", ")))
        .toBe(expected.length);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ["also archived ones", `first: 1`],
  ["only archived ones", `filter: { archived: true }`],
  ["a part of a month", `from: "2026-03-02", filter: { archived: false }`],
  ["until a part of a month", `to: "2026-03-30", filter: { archived: false }`],
  ["within a day", `filter: { archived: false, dateTimeFrom: "2026-03-01T00:00:01" }`],
  ["a worker", `filter: { archived: false, workerId: "1" }`],
  ["a person", `filter: { archived: false, externalUserId: "u" }`],
  ["a code", `filter: { archived: false, qrCode: "code 1" }`],
  ["days of creation", `filter: { archived: false, created: { from: "2026-03-01" } }`],
])("appointments have no total with %s, and no count is read", async (_, args) => {
  const texts = await statementsOf(async () => expect(await totalOf(args)).toBeNull());
  expect(texts.filter((text) => /appointment_counts|count\(/.test(text))).toEqual([]);
});

test("a total is read only if it is requested", async () => {
  const query = (field: string) =>
    `{ departments { edges { cursor } ${field} pageInfo { hasNextPage } } }`;
  const count = async (field: string) =>
    (await statementsOf(() => graphql.ask(query(field)))).length;
  expect(await count("totalCount")).toBe(await count("") + 1);
});

test("totals of nested lists are one statement for each list", async () => {
  const query = (first: number) =>
    `{ departments(first: ${first}) { edges { node {
      restId appointments(first: 0, filter: { archived: false }) { totalCount } workers { totalCount }
    } } } }`;
  const { body } = await graphql.ask<{
    departments: {
      edges: {
        node: {
          restId: string;
          appointments: { totalCount: number };
          workers: { totalCount: number };
        };
      }[];
    };
  }>(query(3));
  const listed = made.filter((one) => one.archived_at === null);
  expect(body.data!.departments.edges.map(({ node }) => node)).toEqual(
    departments.map((id, i) => ({
      restId: String(id),
      appointments: { totalCount: listed.filter((one) => one.department_id === id).length },
      workers: { totalCount: [2, 1, 0][i] },
    })),
  );
  const statements = async (first: number) =>
    (await statementsOf(() => graphql.ask(query(first)))).length;
  expect(await statements(3)).toBe(await statements(1));
  const ofWorkers = await graphql.ask(
    "{ workers(first: 1) { edges { node { appointments(filter: { archived: false }) { totalCount } } } } }",
  );
  expect(ofWorkers.body.data).toEqual({
    workers: { edges: [{ node: { appointments: { totalCount: null } } }] },
  });
});

test("a total costs 100 points at each place, whatever the size of the page", () => {
  const cost = (query: string) => costOf({ document: parse(query) }, { departmentCount: 1 });
  const items = "edges { node { id } }";
  for (const first of [1, 100]) {
    const list = (more: string) => `departments(first: ${first}) { ${items} ${more} }`;
    const plain = cost(`{ ${list("")} }`);
    expect(cost(`{ ${list("totalCount")} }`)).toBe(plain + 100);
    expect(cost(`{ ${list("pageInfo { hasNextPage } all: totalCount")} }`)).toBe(plain + 100);
  }
  const fragments = `fragment A on DepartmentConnection { totalCount ... { b: totalCount } }
    fragment B on DepartmentConnection { ...A ...A }`;
  const twice = "a: departments { ...B } b: departments { ...A }";
  expect(cost(`{ ${twice} } ${fragments}`)).toBe(2 + (4 + 2) * 100);
  const other = `query One { departments { ${items} } } query Two { departments { totalCount } }`;
  expect(costOf({ document: parse(other), operationName: "One" }, { departmentCount: 1 }))
    .toBe(cost(`{ departments { ${items} } }`));
});

test("a file has no total, and its parts do not read one", async () => {
  const query = "{ departments { totalCount edges { node { restId } } } }";
  const texts = await statementsOf(async () => {
    const answer = await graphql.send(
      { headers: { authorization: `Bearer ${graphql.token}` } },
      `http://reports.test/graphql?format=csv&query=${encodeURIComponent(query)}`,
    );
    expect(readCsv(await answer.text())).toEqual([
      ["restId"],
      ...departments.map((id) => [String(id)]),
    ]);
  });
  // The file itself counts its rows once.
  expect(texts.filter((text) => /count\(\*\)/.test(text))).toHaveLength(1);
});

test("a total that is too large for an Int is null", async () => {
  await using large = await openGraphql({}, {
    replaced: (application) => ({
      openReports(reader, pace) {
        const reports = application.openReports(reader, pace);
        const page: typeof reports.page = async (list, request) => ({
          ...await reports.page(list, request),
          totalCount: async () => list === "usageLogs" ? 2 ** 31 : 2 ** 31 - 1,
        });
        return { ...reports, page };
      },
    }),
  });
  const { body } = await large.ask("{ usageLogs { totalCount } workers { totalCount } }");
  expect(body).toEqual({
    data: { usageLogs: { totalCount: null }, workers: { totalCount: 2 ** 31 - 1 } },
  });
});
