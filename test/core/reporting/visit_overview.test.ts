import { expect, test } from "vitest";
import type { Ports } from "../../../core/ports.ts";
import type { ReportingSource } from "../../../core/reporting/reporting.ts";
import type { ReportQuery } from "../../../core/reporting/report.ts";
import { getVisitOverview } from "../../../core/reporting/visit_overview.ts";
import { unpaced } from "../../../core/heavy_work.ts";
import { refusalOf, untouchable } from "../refusal.ts";

const caller = { organizationId: 1, timeZone: "Europe/Berlin" };
const monday = "2026-03-02";

/** Ports that note what is done with them. Only department 3 exists. */
function notingPorts() {
  const done: string[] = [];
  const queries: ReportQuery[] = [];
  const ports = {
    departments: { findWithWorkers: async (_: number, id: number) => id === 3 ? {} : undefined },
    heavyWork: {
      async enter({ kind }: { kind: string }) {
        done.push(`enter ${kind}`);
        return { ...unpaced, [Symbol.dispose]: () => void done.push("leave") };
      },
    },
    reporting: {
      requireAvailable: () => void done.push("available"),
      open: () => ({
        ...untouchable<ReportingSource>(),
        age: async () => null,
        async readReport(_name: string, query: ReportQuery) {
          queries.push(query);
          return { rows: [], total: 0 };
        },
        byIds: async () => [],
        close: async () => void done.push("close"),
      }),
    },
  } as unknown as Ports;
  return { ports, done, queries };
}

const daysOf = (queries: ReportQuery[]) => new Set(queries.map(({ from, to }) => `${from}/${to}`));

test("a day is compared with the same weekday of the week before", async () => {
  const { ports, queries } = notingPorts();
  const input = { period: "DAY", date: "2026-03-04", environment: "TEST", departmentId: 3 };
  const overview = await getVisitOverview(ports, caller, input);
  expect(overview).toMatchObject({ from: "2026-03-04", to: "2026-03-04", days: [] });
  expect(daysOf(queries)).toEqual(new Set(["2026-03-04/2026-03-04", "2026-02-25/2026-02-25"]));
  for (const query of queries) {
    expect(query).toMatchObject({ environment: "TEST", departmentId: 3 });
  }
});

test.each([monday, "2026-03-08"])("the week of %s is from Monday to Sunday", async (date) => {
  const { ports, queries } = notingPorts();
  const overview = await getVisitOverview(ports, caller, { period: "WEEK", date });
  expect(overview).toMatchObject({ from: monday, to: "2026-03-08", beforeFrom: "2026-02-23" });
  expect(overview.days.map((day) => day.date)).toHaveLength(7);
  expect(daysOf(queries)).toEqual(new Set(["2026-03-02/2026-03-08", "2026-02-23/2026-03-01"]));
  for (const query of queries) expect(query).toMatchObject({ environment: "LIVE" });
});

test("an overview waits for its turn among the reports and gives its snapshot back", async () => {
  const { ports, done } = notingPorts();
  await getVisitOverview(ports, caller, { period: "DAY", date: monday });
  expect(done).toEqual(["available", "enter report", "close", "leave"]);
});

test.each([
  [{ period: "MONTH", date: monday }, "VALIDATION_ERROR", ["period"]],
  [{ period: "DAY", date: "2026-02-30" }, "INVALID_DATE_FORMAT", []],
  [{}, "VALIDATION_ERROR", ["period", "date"]],
  [{ period: "DAY", date: "0001-01-07" }, "VALIDATION_ERROR", ["date"]],
  [{ period: "WEEK", date: "9999-12-31" }, "VALIDATION_ERROR", ["date"]],
  [{ period: "DAY", date: monday, departmentId: 4 }, "DEPARTMENT_NOT_FOUND", []],
])("%j is refused before anything is read", async (input, code, fields) => {
  const { ports, done } = notingPorts();
  const refusal = await refusalOf(() => getVisitOverview(ports, caller, input));
  expect(refusal.code).toBe(code);
  expect(refusal.faults.map(({ field }) => field)).toEqual(fields);
  expect(done).toEqual([]);
});
