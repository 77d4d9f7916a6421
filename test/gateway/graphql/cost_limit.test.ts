import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openLimits } from "../../../gateway/limits/mod.ts";
import { defaults } from "../limits/defaults.ts";
import { openGraphql } from "./support.ts";

// An hour stands still, so that nothing of it passes between two requests.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

const standing = ({ headers }: { headers: Headers }) =>
  ["Limit", "Remaining", "Reset"].map((name) => headers.get(`X-RateLimit-${name}`));

async function openLimited(reportingCostPerHour: number, staffRequestsPerMinute = 1200) {
  const limits = await openLimits({ ...defaults, reportingCostPerHour, staffRequestsPerMinute });
  return await openGraphql({}, limits);
}

test("a query takes what it costs from the token's hour, and says how that stands", async () => {
  await using graphql = await openLimited(100);
  // Three fields.
  const answer = await graphql.ask("{ organization { name timeZone } }");
  expect([answer.status, answer.headers.get("X-Query-Cost"), ...standing(answer)])
    .toEqual([200, "3", "100", "97", "3600"]);
  expect(standing(await graphql.ask("{ __typename }"))).toEqual(["100", "96", "3600"]);
});

test("what turns out to be no query takes one point", async () => {
  await using graphql = await openLimited(100);
  const refused = ["{", "{ nothing }", `{ ${"__typename ".repeat(100)} }`];
  for (const [i, query] of refused.entries()) {
    expect(standing(await graphql.ask(query))[1]).toBe(String(99 - i));
  }
});

test("a query beyond what is left is 429 and not run; a cheaper one is answered", async () => {
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
          /^The query costs 4 points, and \d are left of the 10 that a reporting token has an hour; wait as Retry-After says/,
        ),
        extensions: { code: "RATE_LIMIT_EXCEEDED" },
      }],
    });
    expect(answered.get("Retry-After")).toBe(answered.get("X-RateLimit-Reset"));
  }
  expect((await graphql.ask("{ __typename }")).status).toBe(200);
});

test("with no point left a token is refused before anything is read of the request", async () => {
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

test("each token has points of its own", async () => {
  await using graphql = await openLimited(1);
  const { organizationId } = graphql.own;
  const { token } = await graphql.application.createReportingToken(organizationId, { name: "B" });
  expect((await graphql.ask("{ __typename }")).status).toBe(200);
  expect((await graphql.ask("{ __typename }")).status).toBe(429);
  const other = { authorization: `Bearer ${token}` };
  expect((await graphql.ask("{ __typename }", {}, other)).status).toBe(200);
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

test("a session of the front desk counts as well before it is refused", async () => {
  await using graphql = await openLimited(1, 1);
  const headers = { cookie: await graphql.signedIn("STAFF") };
  const ask = () => graphql.ask("{ __typename }", {}, headers);
  expect([(await ask()).status, (await ask()).status]).toEqual([403, 429]);
});

test("Redis that is away limits in the process, and is no fault of anybody's", async () => {
  const limits = await openLimits({
    ...defaults,
    redisUrl: "redis://127.0.0.1:1",
    reportingCostPerHour: 2,
  });
  await using graphql = await openGraphql({}, limits);
  const ask = () => graphql.ask("{ __typename }");
  const statuses = [(await ask()).status, (await ask()).status, (await ask()).status];
  expect(statuses).toEqual([200, 200, 429]);
  await limits.close();
});
