import { GraphQLError } from "graphql";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Application, DomainError, validationError } from "../../../core/mod.ts";
import { shownError } from "../../../gateway/graphql/errors.ts";
import { useAdmission } from "../../../gateway/graphql/admission.ts";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { openReading } from "../../../gateway/persistence/reporting/reading.ts";
import {
  openReportingPool,
  primarySnapshots,
} from "../../../gateway/persistence/reporting/snapshots.ts";
import { openGraphql } from "./support.ts";

const query = "{ organization { name } }";
const inOwnType = (token: string) => ({
  authorization: `Bearer ${token}`,
  accept: "application/graphql-response+json",
});

type Reports = ReturnType<Application["openReports"]>;

/** Reports that really read, and then throw. */
function failing(fault: () => unknown) {
  return (application: Application): Partial<Application> => ({
    openReports(reader) {
      const reports = application.openReports(reader);
      return {
        ...reports,
        async organization() {
          await reports.organization();
          throw fault();
        },
      };
    },
  });
}

describe("what a reading throws", () => {
  test.each<[string, () => unknown, number, object, string | null]>([
    [
      "as a refusal keeps its words, its code and the invalid fields",
      () => validationError({ field: "to", message: "Must not be before from" }),
      200,
      {
        message: "The request is not valid: see to",
        extensions: {
          code: "VALIDATION_ERROR",
          details: [{ field: "to", message: "Must not be before from" }],
        },
      },
      null,
    ],
    [
      "as SERVICE_UNAVAILABLE is 503, to be tried again in a second",
      () => new DomainError("SERVICE_UNAVAILABLE", "The service cannot reach its database"),
      503,
      {
        message: "The service cannot reach its database",
        extensions: { code: "SERVICE_UNAVAILABLE" },
      },
      "1",
    ],
  ])("%s", async (_, fault, status, error, retryAfter) => {
    await using graphql = await openGraphql({}, { replaced: failing(fault) });
    for (const headers of [undefined, inOwnType(graphql.token)]) {
      const answer = await graphql.ask(query, {}, headers);
      expect([answer.status, answer.body]).toEqual([status, {
        data: null,
        errors: [{
          ...error,
          path: ["organization"],
          locations: [{ line: 1, column: 3 }],
        }],
      }]);
      expect(answer.headers.get("Retry-After")).toBe(retryAfter);
    }
    expect(graphql.defects).toEqual([]);
  });

  test.each<[string, () => unknown]>([
    ["an error with SQL", () => new Error('select secret from "api_keys"', { cause: "secret" })],
    ["a text", () => "secret"],
  ])(
    "that is %s is a defect: it is logged once, and the answer does not show it",
    async (_, fault) => {
      await using graphql = await openGraphql({}, { replaced: failing(fault) });
      const text = "{ organization { name } again: organization { name } }";
      const { status, headers, body } = await graphql.ask(text, {}, inOwnType(graphql.token));
      expect([status, body]).toEqual([500, {
        data: null,
        errors: [{
          message: "The service failed to process this request. Try again later.",
          path: ["organization"],
          locations: [{ line: 1, column: 3 }],
          extensions: { code: "INTERNAL_ERROR" },
        }],
      }]);
      expect(graphql.defects).toEqual([{
        error: expect.anything(),
        path: "/graphql#organization",
        requestId: headers.get("X-Request-Id"),
      }]);
      const logged = graphql.defects[0]!.error as Error;
      expect(`${logged.message} ${logged.cause}`).toContain("secret");
    },
  );

  test("that does not fit the schema is a defect, too", async () => {
    await using graphql = await openGraphql({}, {
      replaced: (application) => ({
        openReports: (reader) => ({
          ...application.openReports(reader),
          organization: async () =>
            ({ name: { secret: 1 }, timeZone: null }) as unknown as Awaited<
              ReturnType<Reports["organization"]>
            >,
        }),
      }),
    });
    for (const text of ["{ organization { name } }", "{ organization { timeZone } }"]) {
      const { status, body } = await graphql.ask(text);
      expect([status, body.errors![0]!.extensions]).toEqual([500, { code: "INTERNAL_ERROR" }]);
      expect(JSON.stringify(body)).not.toContain("secret");
    }
    expect(graphql.defects.map(({ path }) => path)).toEqual([
      "/graphql#organization.name",
      "/graphql#organization.timeZone",
    ]);
  });
});

test("an error of all rows of a list is logged once, two different errors are both logged", () => {
  const reported: unknown[] = [];
  const plugin = useAdmission({
    admit: async () => {},
    begin: () => Promise.reject(new Error("Not run")),
    onDefect: (error, { path }) => reported.push([String(error), path]),
  });
  const faults = ["broken", "broken", "other"].map((message) => new Error(message));
  const errors = faults.map((originalError, row) =>
    shownError(new GraphQLError("", { path: ["rows", row], originalError }))
  );
  plugin.onResultProcess!(
    {
      result: { data: {}, errors },
      serverContext: { context: { request: new Request("http://reports.test") }, requestId: "1" },
    } as unknown as Parameters<NonNullable<typeof plugin.onResultProcess>>[0],
  );
  expect(reported).toEqual([
    ["Error: broken", "/graphql#rows.0"],
    ["Error: other", "/graphql#rows.2"],
  ]);
});

test("a defect before the query runs is masked and logged, too", async () => {
  await using graphql = await openGraphql({}, {
    replaced: () => ({ authenticateReportingToken: () => Promise.reject(new Error("secret")) }),
  });
  const { status, body } = await graphql.ask(query);
  expect([status, body]).toEqual([500, {
    errors: [{
      message: "The service failed to process this request. Try again later.",
      extensions: { code: "INTERNAL_ERROR" },
    }],
  }]);
  expect(graphql.defects).toMatchObject([{ error: new Error("secret"), path: "/graphql" }]);
});

test("one connection answers however many queries fail", async () => {
  let isFailing = true;
  await using graphql = await openGraphql({}, {
    reportingPoolSize: 1,
    replaced: (application) => ({
      openReports: (reader) =>
        isFailing
          ? failing(() => new Error("broken"))(application).openReports!(reader)
          : application.openReports(reader),
    }),
  });
  const answers = await Promise.all(Array.from({ length: 40 }, () => graphql.ask(query)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([500]));
  isFailing = false;
  const refused = ["{", "{ nothing }", "{ organization(a: 1) { name } }", "query ($a: Int!) { a }"];
  for (const text of [...refused, ...refused]) await graphql.ask(text);
  expect((await graphql.ask(query)).body).toEqual({ data: { organization: { name: "Test" } } });
});

describe("a caller that hangs up", () => {
  let graphql: Awaited<ReturnType<typeof openGraphql>>;
  let pool: Pool;
  let closed = 0;
  const ends: string[] = [];
  beforeAll(async () => {
    graphql = await openGraphql({}, {
      replaced: () => ({
        openReports: () => {
          const reading = openReading(primarySnapshots(pool));
          const asleep = () => {
            const slept = reading.rows({ text: "select pg_sleep(600)" }, []);
            slept.catch((error: Error) => ends.push(error.message));
            return slept;
          };
          return {
            age: async () => null,
            organization: asleep,
            close: async () => {
              await reading.close();
              closed += 1;
            },
          } as unknown as Reports;
        },
      }),
    });
    pool = openReportingPool(new Connections(graphql.databaseUrl), 1);
  });
  afterAll(async () => {
    await pool.end();
    await graphql[Symbol.asyncDispose]();
  });
  const isReading = async () => await expect.poll(() => pool.totalCount - pool.idleCount).toBe(1);
  const text = "{ organization { name } again: organization { name } }";
  const init = (signal: AbortSignal) => ({
    method: "POST",
    signal,
    headers: { authorization: `Bearer ${graphql.token}`, "content-type": "application/json" },
    body: JSON.stringify({ query: text }),
  });

  test("ends the query, gives the connection back and is no defect", async () => {
    const hangingUp = new AbortController();
    const answer = graphql.send(init(hangingUp.signal));
    await isReading();
    hangingUp.abort();
    expect((await answer).status).toBe(499);
    expect(closed).toBe(1);
    expect((await pool.query("select 1 as n")).rows).toEqual([{ n: 1 }]);
    await expect.poll(() => ends).toHaveLength(2);
    // Not the end that the statement itself would have come to.
    expect(new Set(ends)).toEqual(new Set(["Cannot read: the reading was closed"]));
    expect(graphql.defects).toEqual([]);
  });
});
