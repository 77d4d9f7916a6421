import { punctualSeconds } from "../../../core/ports.ts";
import {
  floatsOf,
  inEachEnvironment,
  isIn,
  type ReportStatement,
  wholeSeconds,
} from "./grouped.ts";
import { clockIn, groupsOfClock, groupsOfLocal } from "./time_expressions.ts";

const isDue = "due_at is not null and called_at is not null";

/**
 * Counts visits by the date of the visit. Only the hour needs the time zone: it is that of the arrival.
 */
export const visitStatement: ReportStatement<"visitReport"> = (query, valueOf) => {
  const { from, to, environment, departmentId, groupBy } = query;
  const period = `date >= ${valueOf(from.toString())}::date and date <= ${
    valueOf(to.toString())
  }::date`;
  const inDepartment = departmentId === null ? "" : `and department_id = ${valueOf(departmentId)}`;
  const clock = groupBy.includes("HOUR_OF_DAY") ? clockIn("arrived_at", query, valueOf) : "0";
  return {
    keys: {
      ...groupsOfLocal("visits.date::timestamp"),
      HOUR_OF_DAY: groupsOfClock(clock).HOUR_OF_DAY,
      DEPARTMENT: "department_id",
      WORKER: "worker_id",
      DESK: "desk",
      ENVIRONMENT: "environment",
    },
    sums: {
      visits: "count(*)",
      served: "count(*) filter (where outcome = 'SERVED')",
      left: "count(*) filter (where outcome = 'LEFT')",
      noShows: "count(*) filter (where outcome = 'NO_SHOW')",
      due: `count(*) filter (where ${isDue})`,
      inTime: `count(*) filter (where ${isDue}
        and called_at <= greatest(due_at, arrived_at) + interval '${punctualSeconds} seconds')`,
    },
    times: {
      waitingSeconds: `${floatsOf(wholeSeconds("arrived_at", "called_at"))}
        filter (where called_at is not null)`,
      handlingSeconds: `${floatsOf(wholeSeconds("started_at", "ended_at"))}
        filter (where outcome = 'SERVED')`,
    },
    from: `visits
      where organization_id = $1 and ${inEachEnvironment} and ${period}
        and outcome is distinct from 'CANCELLED' ${isIn(environment, valueOf)} ${inDepartment}`,
  };
};
