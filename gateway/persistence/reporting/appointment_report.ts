import { environments, instantsAround, zoneOffsets } from "../../../core/ports.ts";
import { floatsOf, isIn, type ReportStatement } from "./grouped.ts";
import { dayAfter, groupsOfLocal, instantAt } from "./time_expressions.ts";

const notArchived = "not is_archived";

// The first columns of the index. Without conditions on them, the range of time could not be looked up.
const inEachPart = `environment in (${
  environments.map((environment) => `'${environment}'`).join(", ")
}) and is_archived in (false, true)`;

/** Counts appointments. The index `appointments_by_time` has every column that it reads. */
export const appointmentStatement: ReportStatement<"appointmentReport"> = (query, valueOf) => {
  const { from, to, environment, timeZone, withTimes } = query;
  const period = `date_time >= ${valueOf(from.toString())}::timestamp
    and date_time < ${valueOf(dayAfter(to))}::timestamp`;
  const within = isIn(environment, valueOf);
  // Offsets convert local times to instants. Only lead times need them.
  const bookedFor = () =>
    instantAt("date_time", zoneOffsets(timeZone, instantsAround(query, timeZone)), valueOf);
  return {
    keys: {
      ...groupsOfLocal("date_time"),
      DEPARTMENT: "department_id",
      WORKER: "worker_id",
      STATUS: "status",
      ENVIRONMENT: "environment",
    },
    sums: {
      booked: "count(*)",
      archived: "count(*) filter (where is_archived)",
      completed: `count(*) filter (where ${notArchived} and status = 'COMPLETED')`,
      cancelled: `count(*) filter (where ${notArchived} and status = 'CANCELLED')`,
      missed: `count(*) filter (where ${notArchived} and status = 'MISSED')`,
    },
    times: {
      leadSeconds: withTimes ? floatsOf(`${bookedFor()} - date_part('epoch', created_at)`) : "null",
    },
    from: `appointments
      where organization_id = $1 and ${inEachPart} and ${period} ${within}`,
  };
};
