import { Client } from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openLimits } from "../../../gateway/limits/mod.ts";
import { defaults } from "../limits/defaults.ts";
import { openGraphql } from "./support.ts";

// The clock of the hour is stopped, so that no time passes between two requests.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

const standing = ({ headers }: { headers: Headers }) =>
  ["Limit", "Remaining", "Reset"].map((name) => headers.get(`X-RateLimit-${name}`));

async function openLimited(reportingCostPerHour: number, staffRequestsPerMinute = 1200) {
  const limits = await openLimits({ ...defaults, reportingCostPerHour, staffRequestsPerMinute });
  return await openGraphql({}, limits);
}

test("a query takes its cost from the token's hour and returns the rest in headers", async () => {
  await using graphql = await openLimited(100);
  // Three fields.
  const answer = await graphql.ask("{ organization { name timeZone } }");
  expect([answer.status, answer.headers.get("X-Query-Cost"), ...standing(answer)])
    .toEqual([200, "3", "100", "97", "3600"]);
  expect(standing(await graphql.ask("{ __typename }"))).toEqual(["100", "96", "3600"]);
});

test("an invalid query takes one point", async () => {
  await using graphql = await openLimited(100);
  const refused = ["{", "{ nothing }", `{ ${"__typename ".repeat(100)} }`];
  for (const [i, query] of refused.entries()) {
    expect(standing(await graphql.ask(query))[1]).toBe(String(99 - i));
  }
});

test("a query that costs more points than are left is 429 and does not run; a cheaper one is answered", async () => {
  await using graphql = await openLimited(10);
  await graphql.ask("{ organization { name timeZone createdAt } }");
  await graphql.ask("{ organization { name timeZone } }");
  const query = "{ organization { name timeZone createdAt } }";
  for (const accept of ["application/json", "application/graphql-response+json"]) {
    const headers = { authorization: `Bearer ${graphql.token}`, accept };
    const { status, body, headers: answered } = await graphql.ask(query, {}, headers);
    expect(status).toBe(429);
    expect(body).toEqual({
      errors: [{
        message: expect.stringMatching(
          /^The query costs 4 points\. The reporting token has \d of its 10 points per hour left\. Wait for Retry-After seconds/,
        ),
        extensions: { code: "RATE_LIMIT_EXCEEDED" },
      }],
    });
    expect(answered.get("Retry-After")).toBe(answered.get("X-RateLimit-Reset"));
  }
  expect((await graphql.ask("{ __typename }")).status).toBe(200);
});

test("a token without points is refused before the request is read", async () => {
  await using graphql = await openLimited(1);
  expect((await graphql.ask("{ __typename }")).status).toBe(200);
  const response = await graphql.send({
    method: "POST",
    headers: { authorization: `Bearer ${graphql.token}`, "content-type": "text/plain" },
    body: "{",
  });
  expect(response.status).toBe(429);
  expect(standing(response)).toEqual(["1", "0", "3600"]);
  expect(response.headers.get("Retry-After")).toBe("3600");
});

test("a session counts as a request of staff, and in no points", async () => {
  await using graphql = await openLimited(1, 3);
  const headers = { cookie: await graphql.signedIn("ADMIN") };
  const ask = () => graphql.ask("{ organization { name } }", {}, headers);
  const answers = [await ask(), await ask(), await ask(), await ask()];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(answers.map((answer) => standing(answer)[1])).toEqual(["2", "1", "0", "0"]);
  expect(answers[3]!.body.errors![0]!.extensions).toEqual({ code: "RATE_LIMIT_EXCEEDED" });
});

test("a report costs more with more departments, and is refused if it costs too much", async () => {
  await using graphql = await openLimited(1_000_000);
  const ask = (years: number) =>
    graphql.ask(
      `{ utilizationReport(from: "2027-01-01", to: "${
        2026 + years
      }-12-31", groupBy: [MONTH]) { capacity booked } }`,
    );
  expect((await ask(1)).headers.get("X-Query-Cost")).toBe("521");
  await addDepartments(graphql, 999);
  expect((await ask(1)).headers.get("X-Query-Cost")).toBe("886");
  await addDepartments(graphql, 4000);
  expect((await ask(10)).body.errors![0]!.extensions).toEqual({
    code: "QUERY_TOO_COSTLY",
    limit: 10_000,
    actual: 18_805,
  });
});

test("a session's query counts as a request of staff for each 100 points that it costs", async () => {
  await using graphql = await openLimited(100, 20);
  const headers = { cookie: await graphql.signedIn("ADMIN") };
  const report = `{ creditReport(from: "2027-01-01", to: "2027-01-02") { consumed } }`;
  expect(standing(await graphql.ask(report, {}, headers)).slice(0, 2)).toEqual(["20", "14"]);
  for (const left of ["8", "2"]) {
    expect(standing(await graphql.ask(report, {}, headers))[1]).toBe(left);
  }
  expect((await graphql.ask(report, {}, headers)).status).toBe(429);
});

async function addDepartments(
  { databaseUrl, own }: Awaited<ReturnType<typeof openGraphql>>,
  count: number,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into departments (organization_id, name, address, phone_number, slot_interval,
       working_hours, show_admins_in_booking, slot_capacity, slot_offset, closures, is_active, created_at)
     select $1, 'Desk', '', '', 30, '', false, 1, 0, '[]', true, now() from generate_series(1, $2)`,
    [own.organizationId, count],
  );
  await client.end();
}
