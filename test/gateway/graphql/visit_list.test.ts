import { isObjectType } from "graphql";
import { beforeAll, describe, expect, test } from "vitest";
import type { ListRequest } from "../../../core/mod.ts";
import { schema } from "../../../gateway/graphql/schema.ts";
import { readCsv } from "../../rest-adapter/read_csv.ts";
import { seedOrganization } from "../../support/seeded.ts";
import { statementsOf } from "../../support/statements.ts";
import { openListRows } from "./list_rows.ts";
import { openGraphql } from "./support.ts";
import { perFile } from "../../support/per_file.ts";

const graphql = await perFile(openGraphql());
const rows = await perFile(openListRows(graphql.databaseUrl));
const { organizationId, departmentId } = graphql.own;
const [rare] = await rows.add("departments", organizationId, [{}]);
const [worker] = await rows.add("workers", organizationId, [{ department_id: departmentId }]);
const [appointment] = await rows.add("appointments", organizationId, [
  { department_id: departmentId },
]);
const ended = {
  state: "ENDED",
  outcome: "SERVED",
  arrived_at: "2026-03-05T10:00:00Z",
  called_at: "2026-03-05T10:05:00.600Z",
  started_at: "2026-03-05T10:06:00Z",
  ended_at: "2026-03-05T10:16:00.400Z",
};
const [served, waiting] = await rows.add("visits", organizationId, [
  {
    ...ended,
    department_id: departmentId,
    worker_id: worker,
    appointment_id: appointment,
    number: 7,
    part: 2,
    desk: "Room 4",
    calls: 2,
    due_at: "2026-03-05T10:02:00Z",
    estimated_minutes: 6,
  },
  {
    department_id: departmentId,
    worker_id: null,
    appointment_id: null,
    environment: "TEST",
    number: 3,
    state: "WAITING",
    outcome: null,
    desk: null,
    calls: 0,
    called_at: null,
    started_at: null,
    ended_at: null,
    due_at: null,
    estimated_minutes: null,
    note: "Has a wheelchair",
  },
]);

const fields = `restId environment date number part state outcome desk calls dueAt arrivedAt
  calledAt startedAt endedAt estimatedMinutes waitingSeconds handlingSeconds
  department { restId } worker { restId } appointment { restId name }`;

test("a visit has its times, its outcome and its relations", async () => {
  const { body } = await graphql.ask(`{ visits { edges { node { ${fields} } } } }`);
  expect(body).toEqual({
    data: {
      visits: {
        edges: [
          {
            node: {
              restId: String(served),
              environment: "LIVE",
              date: "2026-03-05",
              number: 7,
              part: 2,
              state: "ENDED",
              outcome: "SERVED",
              desk: "Room 4",
              calls: 2,
              dueAt: "2026-03-05T10:02:00.000Z",
              arrivedAt: "2026-03-05T10:00:00.000Z",
              calledAt: "2026-03-05T10:05:00.600Z",
              startedAt: "2026-03-05T10:06:00.000Z",
              endedAt: "2026-03-05T10:16:00.400Z",
              estimatedMinutes: 6,
              waitingSeconds: 301,
              handlingSeconds: 600,
              department: { restId: String(departmentId) },
              worker: { restId: String(worker) },
              appointment: { restId: String(appointment), name: expect.any(String) },
            },
          },
          {
            node: expect.objectContaining({
              restId: String(waiting),
              environment: "TEST",
              outcome: null,
              desk: null,
              waitingSeconds: null,
              handlingSeconds: null,
              worker: null,
              appointment: null,
            }),
          },
        ],
      },
    },
  });
});

test("a visit shows neither its note nor its ticket nor its priority", () => {
  const type = schema.getType("Visit");
  const names = isObjectType(type) ? Object.keys(type.getFields()) : [];
  expect(names).toContain("number");
  expect(names.filter((name) => /note|ticket|priority|screen/i.test(name))).toEqual([]);
});

test("visits are listed in both directions, by ids of either form, and as CSV", async () => {
  const idsOf = async (args: string) => {
    const query = `{ visits(${args}) { edges { node { restId } } } }`;
    const answer = await graphql.send(
      { headers: { authorization: `Bearer ${graphql.token}` } },
      `http://reports.test/graphql?format=csv&query=${encodeURIComponent(query)}`,
    );
    expect(answer.status).toBe(200);
    return readCsv(await answer.text()).slice(1).map(([id]) => Number(id));
  };
  expect(await idsOf("direction: ASC")).toEqual([waiting, served]);
  expect(await idsOf("first: 1")).toEqual([served, waiting]);
  for (const id of [String(worker), btoa(`Worker:${worker}`)]) {
    expect(await idsOf(`filter: { workerId: "${id}" }`)).toEqual([served]);
  }
  expect(await idsOf(`filter: { departmentId: "${rare}" }`)).toEqual([]);
  expect(await idsOf(`filter: { state: [WAITING, CALLED] }, from: "2026-03-05"`)).toEqual([
    waiting,
  ]);
  expect(await idsOf(`filter: { state: [] }, to: "2026-03-05"`)).toEqual([]);
});

describe("a page reads few blocks, however many visits there are:", () => {
  const dayOf = (i: number) => Temporal.PlainDate.from("2024-01-01").add({ days: i });
  let tenant: { organizationId: number; rare: number; away: number };

  beforeAll(async () => {
    const { organizationId, departmentId } = await seedOrganization(graphql);
    const [rare] = await rows.add("departments", organizationId, [{}]);
    const [busy, away] = await rows.add("workers", organizationId, [
      { department_id: departmentId },
      { department_id: departmentId },
    ]);
    // A year of 60 visits a day. What is rare is in the first days only. Without its index, a page would read all others.
    const year = Array.from({ length: 365 * 60 }, (_, i) => {
      const isRare = i < 300 && i % 6 === 0;
      return {
        ...ended,
        ...(i < 300 && i % 60 === 1 && { state: "CALLED", outcome: null, ended_at: null }),
        date: dayOf(Math.floor(i / 60)).toString(),
        number: 1 + i % 60,
        department_id: isRare ? rare : departmentId,
        worker_id: isRare ? away : busy,
      };
    });
    await rows.add("visits", organizationId, year);
    await rows.pool.query("vacuum analyze visits");
    tenant = { organizationId, rare: rare!, away: away! };
  });

  test.each<[string, (of: typeof tenant) => ListRequest<"visits">["filter"]]>([
    ["without a filter", () => ({})],
    ["of a department with few old visits", ({ rare }) => ({ departmentId: rare })],
    ["of a worker with few old visits", ({ away }) => ({ workerId: away })],
    ["of open visits of old days", () => ({ state: ["WAITING", "CALLED", "IN_SERVICE"] })],
    ["of a day", () => ({ from: dayOf(180), to: dayOf(180) })],
  ])("%s", async (_, filterOf) => {
    const { organizationId } = tenant;
    const filter = filterOf(tenant);
    const filterValues = Object.values(filter!).filter((value) => !Array.isArray(value)).map(
      String,
    );
    for (const direction of ["ASC", "DESC"] as const) {
      const texts = await statementsOf(async () => {
        const reports = graphql.application.openReports({ organizationId, timeZone: "UTC" });
        const request = { first: 50, filter, orderBy: { by: "NUMBER", direction } };
        const { edges } = await reports.page("visits", request).finally(() => reports.close());
        expect(edges.length).toBeGreaterThan(4);
      });
      const page = texts.find((text) => text.includes("from visits"))!;
      const explain = `explain (analyze, buffers, format json) ${page}`;
      const found = await rows.pool.query(explain, [organizationId, ...filterValues]);
      const { Plan: plan } = found.rows[0]["QUERY PLAN"][0];
      // The table has some hundred blocks, and every row would be looked up in it.
      expect(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]).toBeLessThan(200);
    }
  });
});
