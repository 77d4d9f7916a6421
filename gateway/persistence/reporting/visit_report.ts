import {
  environments,
  punctualSeconds,
  type ReportingSource,
  type RowKeys,
  type VisitCountsRow,
  type VisitReportQuery,
} from "../../../core/ports.ts";
import { floatsFrom, groupedText, groupsIn, isIn, numberedValues } from "./grouped.ts";
import type { Reading } from "./reading.ts";
import { clockAt, groupsOfClock, groupsOfLocal } from "./time_expressions.ts";

interface CountRow {
  visits: string;
  served: string;
  left: string;
  noShows: string;
  due: string;
  inTime: string;
  waits?: Uint8Array | null;
  services?: Uint8Array | null;
}

/** Counts visits. */
export function visitReportReads(
  reading: Reading,
  organizationId: number,
): Pick<ReportingSource, "countVisits"> {
  return {
    countVisits: (query) =>
      groupsIn<CountRow, Omit<VisitCountsRow, keyof RowKeys>>(
        reading,
        statementOf(query, organizationId),
        countsOf,
      ),
  };
}

// Indexes of visits have the environment before the date. Without a condition on it, the dates could not be looked up.
const inEachEnvironment = `environment in (${
  environments.map((environment) => `'${environment}'`).join(", ")
})`;

const isDue = "due_at is not null and called_at is not null";

/** Rounds like `Math.round`: `round` of a float8 would round a half to the even number. */
function wholeSeconds(from: string, to: string): string {
  return `floor(date_part('epoch', ${to} - ${from}) + 0.5)::float4`;
}

/**
 * Counts visits by the date of the visit. Only the hour needs the time zone: it is that of the arrival. Times are
 * returned unsorted, 4 bytes each.
 */
function statementOf(
  { from, to, environment, departmentId, groupBy, offsets, withTimes }: VisitReportQuery,
  organizationId: number,
) {
  const { values, valueOf } = numberedValues(organizationId, from.toString(), to.toString());
  const inDepartment = departmentId === null ? "" : `and department_id = ${valueOf(departmentId)}`;
  const clock = offsets ? clockAt("arrived_at", offsets, valueOf) : "0";
  const times = `, string_agg(float4send(${wholeSeconds("arrived_at", "called_at")}), ''::bytea)
      filter (where called_at is not null) as waits,
    string_agg(float4send(${wholeSeconds("started_at", "ended_at")}), ''::bytea)
      filter (where outcome = 'SERVED') as services`;
  const text = groupedText({
    groupBy,
    expressions: {
      ...groupsOfLocal("visits.date::timestamp"),
      HOUR_OF_DAY: groupsOfClock(clock).HOUR_OF_DAY,
      DEPARTMENT: "department_id",
      WORKER: "worker_id",
      DESK: "desk",
      ENVIRONMENT: "environment",
    },
    sums: `count(*) as visits, count(*) filter (where outcome = 'SERVED') as served,
      count(*) filter (where outcome = 'LEFT') as left,
      count(*) filter (where outcome = 'NO_SHOW') as "noShows",
      count(*) filter (where ${isDue}) as due,
      count(*) filter (where ${isDue}
        and called_at <= greatest(due_at, arrived_at) + interval '${punctualSeconds} seconds'
      ) as "inTime"${withTimes ? times : ""}`,
    from: `visits
      where organization_id = $1 and ${inEachEnvironment} and date >= $2::date and date <= $3::date
        and outcome is distinct from 'CANCELLED' ${isIn(environment, valueOf)}
        ${inDepartment}`,
  });
  return { text, values };
}

function countsOf({ waits, services, ...row }: CountRow): Omit<VisitCountsRow, keyof RowKeys> {
  const visits = Number(row.visits);
  const served = Number(row.served);
  const left = Number(row.left);
  const noShows = Number(row.noShows);
  return {
    visits,
    served,
    left,
    noShows,
    open: visits - served - left - noShows,
    due: Number(row.due),
    inTime: Number(row.inTime),
    waitingSeconds: floatsFrom(waits ?? null),
    handlingSeconds: floatsFrom(services ?? null),
  };
}
