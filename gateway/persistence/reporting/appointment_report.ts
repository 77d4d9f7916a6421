import {
  environments,
  instantsAround,
  leadTimes,
  type ReportQuery,
  zoneOffsets,
} from "../../../core/ports.ts";
import { floatsOf, isIn, type ReportStatement, type ValueOf } from "./grouped.ts";
import { clockAt, dayAfter, groupsOfLocal, instantAt } from "./time_expressions.ts";

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
      LEAD_TIME: leadTimeIn(query, valueOf),
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

/**
 * Returns SQL for the range of days from the creation to the appointment. The day of the creation needs the offsets of
 * the time zone from the first creation on, and not those of the period.
 */
function leadTimeIn(
  { to, timeZone, groupBy }: ReportQuery,
  valueOf: ValueOf,
): string {
  if (!groupBy.includes("LEAD_TIME")) return "''";
  const offsets = zoneOffsets(timeZone, instantsAround(creationsUntil(to), timeZone));
  const createdOn = `floor(${clockAt("created_at", offsets, valueOf)} / 86400)::int`;
  const days = `date_time::date - date '1970-01-01' - ${createdOn}`;
  const ranges = Object.entries(leadTimes);
  const names = ranges.map(([name]) => `'${name}'`).join(", ");
  const starts = ranges.slice(1).map(([, { fromDays }]) => fromDays).join(", ");
  return `(array[${names}])[1 + width_bucket(${days}, array[${starts}])]`;
}

/** Returns the days of possible creations. After the year 2099 nobody knows the changes of the clocks. */
function creationsUntil(to: Temporal.PlainDate) {
  const last = to.year > 2099 ? to.with({ year: 2099 }) : to;
  return { from: Temporal.PlainDate.from("2000-01-01"), to: last };
}
