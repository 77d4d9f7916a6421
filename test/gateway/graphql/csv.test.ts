import { getEventListeners } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DomainError, unpaced } from "../../../core/mod.ts";
import { readCsv } from "../../rest-adapter/read_csv.ts";
import { openLimits } from "../../../gateway/limits/mod.ts";
import { defaults } from "../limits/defaults.ts";
import { type ListRows, openListRows } from "./list_rows.ts";
import { openGraphql } from "./support.ts";

let graphql: Awaited<ReturnType<typeof openGraphql>>;
let rows: ListRows;
let ids: number[];
beforeAll(async () => {
  graphql = await openGraphql();
  rows = openListRows(graphql.databaseUrl);
  const { organizationId, departmentId } = graphql.own;
  ids = await rows.add(
    "appointments",
    organizationId,
    Array.from({ length: 620 }, (_, i) => ({
      department_id: departmentId,
      status: i % 3 === 0 ? "MISSED" : "COMPLETED",
      name: i === 0 ? "=1+1" : `Person ${i}`,
      date_time: `2026-03-05T10:${String(i % 60).padStart(2, "0")}:00`,
      created_at: "2026-03-06T10:00:00Z",
      worker_id: null,
    })),
  );
});
afterAll(async () => {
  await rows[Symbol.asyncDispose]();
  await graphql[Symbol.asyncDispose]();
});

const url = "http://reports.test/graphql";
const all = "{ appointments { edges { node { restId name department { name } } } } }";
const report = `query ($from: Date!) {
  appointmentReport(from: $from, to: "2026-03-31", groupBy: [STATUS, DAY]) {
    status day booked noShowRate medianLeadTimeHours
  }
}`;

test("a file that names people by a session needs a fresh proof; other files and a token do not", async () => {
  await using other = await openGraphql({}, { now: "2026-03-06T10:00:00Z" });
  const cookie = await other.signedIn("ADMIN");
  other.setNow("2026-03-06T10:09:59Z");
  const statusOf = async (query: string, headers: Record<string, string> = { cookie }) => {
    const parameters = new URLSearchParams({ query, format: "csv" });
    const response = await other.send({ headers }, `${url}?${parameters}`);
    return [response.status, /[A-Z_]{10,}/.exec(await response.text())?.[0]];
  };
  const edges = (fields: string) => `{ appointments { edges { node { ${fields} } } } }`;
  const personal = [
    all,
    edges("who: name"),
    edges("phone"),
    edges("externalUserId"),
    edges("qrCode"),
    "{ creditEntries { edges { node { appointment { name } } } } }",
  ];
  expect(await statusOf(all)).toEqual([200, undefined]);
  other.setNow("2026-03-06T10:10:00Z");
  for (const query of personal) {
    expect(await statusOf(query)).toEqual([403, "STEP_UP_REQUIRED"]);
  }
  expect(await statusOf(edges("restId department { name }"))).toEqual([200, undefined]);
  expect(await statusOf(all, { authorization: `Bearer ${other.token}` })).toEqual([200, undefined]);
});

function load(
  query: string,
  { variables, format, accept, to = graphql, signal }: {
    variables?: object;
    format?: string;
    accept?: string;
    to?: typeof graphql;
    signal?: AbortSignal;
  } = {},
) {
  const parameters = new URLSearchParams({
    query,
    ...(variables && { variables: JSON.stringify(variables) }),
    ...(format && { format }),
  });
  const headers = { authorization: `Bearer ${to.token}`, ...(accept && { accept }) };
  return to.send({ headers, ...(signal && { signal }) }, `${url}?${parameters}`);
}

async function refusal(answer: Response) {
  expect(answer.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  expect(answer.headers.get("Content-Disposition")).toBeNull();
  const { errors, ...others } = await answer.json() as {
    errors: { message: string; extensions: { code: string; details?: { message: string }[] } }[];
  };
  expect(others).toEqual({});
  const [{ message, extensions: { code, details } }] = errors as [(typeof errors)[0]];
  return [answer.status, code, details?.[0]?.message ?? message];
}

describe("a report as CSV", () => {
  test.each([{ format: "csv" }, { accept: "text/csv" }, {
    accept: "application/json;q=0.5, text/csv",
  }])("is answered to a GET with %j", async (how) => {
    const answer = await load(report, { variables: { from: "2026-03-01" }, ...how });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("Content-Disposition"))
      .toBe('attachment; filename="appointmentReport_2026-03-01_2026-03-31.csv"');
    expect(await answer.text()).toBe([
      "status,day,booked,noShowRate,medianLeadTimeHours",
      "COMPLETED,2026-03-05,413,0,-23.516666666666666",
      "MISSED,2026-03-05,207,1,-23.55",
      "",
    ].join("\r\n"));
  });

  test("starts with a byte order mark only for Excel", async () => {
    const variables = { from: "2026-03-01" };
    const bytes = async (
      format: string,
    ) => [...new Uint8Array(await (await load(report, { variables, format })).arrayBuffer())];
    expect((await bytes("excel")).slice(0, 4)).toEqual([0xef, 0xbb, 0xbf, 0x73]);
    expect((await bytes("csv"))[0]).toBe(0x73);
  });

  test("is also answered to a POST, and a HEAD has its headers without rows", async () => {
    const body = JSON.stringify({ query: report, variables: { from: "2026-03-01" } });
    const headers = {
      authorization: `Bearer ${graphql.token}`,
      "content-type": "application/json",
    };
    const answer = await graphql.send({ method: "POST", headers, body }, `${url}?format=csv`);
    expect(readCsv(await answer.text())).toHaveLength(3);
    const head = await graphql.send(
      { method: "HEAD", headers },
      `${url}?format=csv&query=${encodeURIComponent(all)}`,
    );
    expect([head.status, head.headers.get("Content-Type"), await head.text()])
      .toEqual([200, "text/csv; charset=utf-8", ""]);
  });

  test("has the header row if there is nothing else", async () => {
    const answer = await load("{ webhooks { edges { node { url events } } } }", { format: "csv" });
    expect(await answer.text()).toBe("url,events\r\n");
  });
});

describe("a list as CSV", () => {
  test.each([all, all.replace("appointments", "appointments(first: 7)")])(
    "is followed to its end: %s",
    async (query) => {
      const answer = await load(query, { format: "csv" });
      const [header, ...found] = readCsv(await answer.text());
      expect(header).toEqual(["restId", "name", "department.name"]);
      expect(found).toHaveLength(620);
      expect(found.map(([id]) => Number(id)).toSorted((a, b) => a - b)).toEqual(ids);
      expect(new Set(found.map((row) => row[2])).size).toBe(1);
      expect(found.find(([id]) => id === String(ids[0]))![1]).toBe("'=1+1");
    },
  );

  test("begins after a cursor, ends before one, and keeps its order", async () => {
    const query = (args: string) =>
      `{ appointments(orderBy: {field: CREATED_AT}, ${args}) { edges { cursor node { restId } } } }`;
    const whole = readCsv(await (await load(query("first: 1"), { format: "csv" })).text()).slice(1);
    const [after, before] = [whole[9]![0], whole[610]![0]];
    const answer = await load(query(`after: "${after}", before: "${before}"`), { format: "csv" });
    expect(readCsv(await answer.text()).slice(1)).toEqual(whole.slice(10, 610));
  });

  test("costs the points that its pages would cost", async () => {
    const limits = await openLimits({ ...defaults, reportingCostPerHour: 5000 });
    await using own = await openGraphql({}, limits);
    await using ownRows = openListRows(own.databaseUrl);
    const { organizationId, departmentId } = own.own;
    await ownRows.add(
      "appointments",
      organizationId,
      Array.from({ length: 201 }, () => ({ department_id: departmentId, worker_id: null })),
    );
    const ofList = (first: number) =>
      `{ appointments(first: ${first}) { edges { node { restId } } } }`;
    const points = async (format: "json" | "csv", first: number) =>
      Number((await load(ofList(first), { format, to: own })).headers.get("X-Query-Cost"));
    const page = await points("json", 100);
    const answer = await load(ofList(100), { format: "csv", to: own });
    expect(answer.headers.get("X-Query-Cost")).toBe(String(3 * page));
    expect(answer.headers.get("X-RateLimit-Remaining")).toBe(String(5000 - 4 * page));
    expect(await points("csv", 10)).toBe(21 * await points("json", 10));
  });

  test("that costs more than the token has left is 429, and more than it ever has is 400", async () => {
    const limits = await openLimits({ ...defaults, reportingCostPerHour: 3000 });
    await using own = await openGraphql({}, limits);
    await using ownRows = openListRows(own.databaseUrl);
    const { organizationId, departmentId } = own.own;
    const added = Array.from({ length: 600 }, () => ({
      department_id: departmentId,
      worker_id: null,
    }));
    await ownRows.add("appointments", organizationId, added);
    const ever = await load(
      "{ appointments { edges { node { restId name phone qrCode createdAt } } } }",
      { format: "csv", to: own },
    );
    expect((await refusal(ever)).slice(0, 2)).toEqual([400, "QUERY_TOO_COSTLY"]);
    expect(ever.headers.get("Retry-After")).toBeNull();
    const query = "{ appointments { edges { node { restId name phone } } } }";
    expect((await load(query, { format: "csv", to: own })).status).toBe(200);
    const costly = await load(query, { format: "csv", to: own });
    const [status, code] = await refusal(costly);
    expect([status, code, costly.headers.get("Retry-After")])
      .toEqual([429, "RATE_LIMIT_EXCEEDED", costly.headers.get("X-RateLimit-Reset")]);
  });
});

describe("refusals of a file", () => {
  const list = "workers { edges { node { name } } }";
  test.each<[string, { query: string; format?: string; accept?: string }, number, string]>([
    ["syntax", { query: "{", format: "csv" }, 400, "GRAPHQL_PARSE_FAILED"],
    ["an unknown field", { query: "{ x }", accept: "text/csv" }, 400, "GRAPHQL_VALIDATION_FAILED"],
    ["two lists", { query: `{ ${list} a: ${list} }`, format: "csv" }, 400, "QUERY_NOT_TABULAR"],
    ["an unknown format", { query: `{ ${list} }`, format: "xml" }, 400, "VALIDATION_ERROR"],
    [
      "days in the wrong order",
      {
        query: `{ creditReport(from: "2026-02-01", to: "2026-01-01") { consumed } }`,
        format: "csv",
      },
      400,
      "VALIDATION_ERROR",
    ],
    [
      "the end of a list",
      { query: `{ ${list.replace("{", "(last: 2) {")} }`, format: "csv" },
      400,
      "VALIDATION_ERROR",
    ],
    [
      "a broken cursor",
      { query: `{ ${list.replace("{", '(after: "x") {')} }`, format: "csv" },
      400,
      "VALIDATION_ERROR",
    ],
  ])("%s is JSON with the status of the error", async (_, { query, ...how }, status, code) => {
    expect((await refusal(await load(query, how))).slice(0, 2)).toEqual([status, code]);
  });

  test("a wrong token is 401, and 503 stays 503", async () => {
    const answer = await graphql.send(
      { headers: { authorization: "Bearer x" } },
      `${url}?format=csv&query={}`,
    );
    expect((await refusal(answer))[0]).toBe(401);
    await using busy = await openGraphql({}, {
      replaced: () => ({
        enterHeavyWork: () => Promise.reject(new DomainError("SERVICE_UNAVAILABLE", "Busy")),
      }),
    });
    expect(await refusal(await load(`{ ${list} }`, { format: "csv", to: busy })))
      .toEqual([503, "SERVICE_UNAVAILABLE", "Busy"]);
  });

  test("more than 100,000 rows are refused before the first row", async () => {
    await using large = await openGraphql({}, {
      replaced: (application) => ({
        openReports: (reader, pace) => ({
          ...application.openReports(reader, pace),
          count: async (_list, _request, max) => max,
        }),
      }),
    });
    const [status, code, message] = await refusal(await load(all, { format: "csv", to: large }));
    expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(message).toContain("at most 100,000 rows");
  });
});

describe("a file that is being sent", () => {
  /** Opens a service with one reporting connection, whose file has more rows than one statement reads. */
  async function openLarge(options: Parameters<typeof openGraphql>[1] = {}) {
    const large = await openGraphql({}, { reportingPoolSize: 1, ...options });
    await using rows = openListRows(large.databaseUrl);
    const { organizationId, departmentId } = large.own;
    const row = (i: number) => ({ department_id: departmentId, worker_id: null, name: `P${i}` });
    const added = await rows.add(
      "appointments",
      organizationId,
      Array.from({ length: 2300 }, (_, i) => row(i)),
    );
    return { ...large, added };
  }
  const isFree = async (large: typeof graphql) =>
    expect((await large.ask("{ organization { name } }")).status).toBe(200);

  test("is of one snapshot, also if its rows are removed meanwhile", async () => {
    await using large = await openLarge({
      replaced: (application) => ({
        openReports(reader, pace) {
          const reports = application.openReports(reader, pace);
          let parts = 0;
          return {
            ...reports,
            async part(list, request, size) {
              parts += 1;
              if (parts === 2) {
                await using rows = openListRows(large.databaseUrl);
                await rows.remove("appointments", reader.organizationId, large.added);
              }
              return await reports.part(list, request, size);
            },
          };
        },
      }),
    });
    const answer = await load("{ appointments { edges { node { name } } } }", {
      format: "csv",
      to: large,
    });
    const [, ...found] = readCsv(await answer.text());
    expect(new Set(found.map(([name]) => name)).size).toBe(2300);
    await isFree(large);
  });

  test("ends in the middle if the token is revoked meanwhile", async () => {
    await using large = await openLarge({
      replaced: (application) => ({
        openReports: (reader, pace) => {
          const reports = application.openReports(reader, pace);
          return {
            ...reports,
            async part(list, request, size) {
              const [token] = await application.listReportingTokens(reader.organizationId);
              const part = await reports.part(list, request, size);
              await application.revokeReportingToken(token!.id);
              return part;
            },
          };
        },
      }),
    });
    const answer = await load(all, { format: "csv", to: large });
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow("incomplete");
    expect(large.defects).toEqual([]);
  });

  test("reads the relations of its rows once for each statement of rows", async () => {
    const reads: string[] = [];
    await using large = await openLarge({
      replaced: (application) => ({
        openReports(reader, pace) {
          const reports = application.openReports(reader, pace);
          return {
            ...reports,
            byIds: (entity, ids) => (reads.push(entity), reports.byIds(entity, ids)),
            part: (list, request, size) => (reads.push(list), reports.part(list, request, size)),
          };
        },
      }),
    });
    expect(readCsv(await (await load(all, { format: "csv", to: large })).text())).toHaveLength(
      2301,
    );
    expect(reads.toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => "appointments"),
      ...Array.from({ length: 3 }, () => "departments"),
    ]);
  });

  test("leaves nothing on the signal of its turn, which would keep its last rows", async () => {
    const over = new AbortController();
    await using large = await openLarge({
      heavyWork: {
        enter: async () => ({
          ...unpaced,
          signal: over.signal,
          hasWaited: false,
          [Symbol.dispose]() {},
        }),
        nextTurn: async () => {},
      },
    });
    const answer = await load(all, { format: "csv", to: large });
    expect(getEventListeners(over.signal, "abort").length).toBeGreaterThan(0);
    await answer.text();
    expect(getEventListeners(over.signal, "abort")).toEqual([]);
  });

  test("gives its connection and its turn back if the client leaves or its time is over", async () => {
    const gone = new AbortController();
    const over = new AbortController();
    let turns = 0;
    await using large = await openLarge({
      heavyWork: {
        async enter({ signal }) {
          turns += 1;
          const ended = AbortSignal.any([signal!, over.signal]);
          return {
            ...unpaced,
            signal: ended,
            hasWaited: false,
            [Symbol.dispose]: () => void (turns -= 1),
          };
        },
        nextTurn: async () => {},
      },
    });
    for (const end of [gone, over]) {
      const signal = gone.signal.aborted ? undefined : gone.signal;
      const answer = await load(all, { format: "csv", to: large, ...(signal && { signal }) });
      expect(turns).toBe(1);
      end.abort(new DomainError("QUERY_TIMEOUT", "Too long"));
      await expect.poll(() => turns).toBe(0);
      await answer.body!.cancel().catch(() => {});
    }
    expect(large.defects).toEqual([]);
  });

  test("breaks off with a defect, which is logged once", async () => {
    let parts = 0;
    await using large = await openLarge({
      replaced: (application) => ({
        openReports: (reader, pace) => {
          const reports = application.openReports(reader, pace);
          return {
            ...reports,
            part: (list, request, size) => {
              parts += 1;
              if (parts === 2) return Promise.reject(new Error("broken"));
              return reports.part(list, request, size);
            },
          };
        },
      }),
    });
    await expect((await load(all, { format: "csv", to: large })).text()).rejects.toThrow(
      "incomplete",
    );
    expect(large.defects.map(({ error }) => String(error))).toEqual(["Error: broken"]);
    await isFree(large);
  });
});
