import { expect } from "vitest";
import { reports } from "../../../core/mod.ts";
import { regroup, timeKeys } from "../recount.ts";
import { signIn } from "../staff_session.ts";
import { countVisits, visitPercentiles } from "../visit_recount.ts";
import type { VisitRow } from "./day_rows.ts";
import type { Office } from "./office.ts";

const query = `query ($from: Date!, $to: Date!, $groupBy: [VisitReportGroup!]!) {
  visitReport(from: $from, to: $to, groupBy: $groupBy) {
    day week month hourOfDay weekday department { restId } worker { restId } desk environment
    visits served left noShows open due punctuality
    p50WaitingSeconds p90WaitingSeconds p50HandlingSeconds p90HandlingSeconds
  }
}`;

type Group = (typeof reports.visitReport.groups)[number];

/**
 * Checks the report of the day over GraphQL against a recount of the rows: without groups, by each group, and by hour and
 * department. Returns the number of compared rows.
 */
export async function checkReport(office: Office, visits: readonly VisitRow[]): Promise<number> {
  const { clock: { date, timeZone } } = office;
  const ask = await openReporting(office);
  const counted = visits.filter(({ outcome }) => outcome !== "CANCELLED");
  const groupings: Group[][] = [
    [],
    ...reports.visitReport.groups.map((group) => [group]),
    ["HOUR_OF_DAY", "DEPARTMENT"],
  ];
  let compared = 0;
  for (const groupBy of groupings) {
    const rows = await ask({ from: date, to: date, groupBy });
    const expected = regroup(counted, groupBy, (row) => ({
      ...timeKeys(
        Temporal.PlainDate.from(row.date).toPlainDateTime({
          hour: row.arrivedAt.toZonedDateTimeISO(timeZone).hour,
        }),
      ),
      DEPARTMENT: row.departmentId,
      WORKER: row.workerId,
      DESK: row.desk,
      ENVIRONMENT: row.environment,
    })).map(({ keys, items }) =>
      Object.assign({ keys }, countVisits(items), visitPercentiles(items))
    );
    expect(
      rows.map((row) => Object.assign({ keys: keysOf(row, groupBy) }, figuresOf(row))),
      `by ${groupBy}`,
    )
      .toEqual(expected);
    compared += rows.length;
  }
  return compared;
}

interface ReportRow extends Record<string, unknown> {
  department: { restId: string } | null;
  worker: { restId: string } | null;
}

async function openReporting({ api, owner }: Office) {
  const { url } = api.services[0]!;
  const cookie = await signIn(url, owner);
  const made = await fetch(`${url}/trpc/reportingTokens.create`, {
    method: "POST",
    headers: { Cookie: cookie, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Recount", expiresDays: 30 }),
  });
  const { result } = await made.json() as { result: { data: { token: string } } };
  return async (variables: object): Promise<ReportRow[]> => {
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${result.data.token}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = await response.json() as { data: { visitReport: ReportRow[] } } & {
      errors?: unknown;
    };
    expect(errors).toBeUndefined();
    return data.visitReport;
  };
}

function keysOf(row: ReportRow, groupBy: readonly Group[]): unknown[] {
  const { department, worker } = row;
  const values: Record<Group, unknown> = {
    DAY: row["day"],
    WEEK: row["week"],
    MONTH: row["month"],
    HOUR_OF_DAY: row["hourOfDay"],
    WEEKDAY: row["weekday"],
    DEPARTMENT: department && Number(department.restId),
    WORKER: worker && Number(worker.restId),
    DESK: row["desk"],
    ENVIRONMENT: row["environment"],
  };
  return groupBy.map((group) => values[group]);
}

function figuresOf(row: ReportRow) {
  const { day: _1, week: _2, month: _3, hourOfDay: _4, weekday: _5, ...rest } = row;
  const { department: _6, worker: _7, desk: _8, environment: _9, ...figures } = rest;
  return figures;
}
