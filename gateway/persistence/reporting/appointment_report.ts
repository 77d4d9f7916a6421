import {
  type AppointmentCountsRow,
  type AppointmentReportQuery,
  environments,
  type ReportingSource,
  type RowKeys,
} from "../../../core/ports.ts";
import { floatsFrom, groupedText, groupsIn, isIn, numberedValues } from "./grouped.ts";
import { dayAfter, groupsOfLocal, instantAt } from "./time_expressions.ts";
import type { Reading } from "./reading.ts";

interface CountRow {
  booked: string;
  archived: string;
  completed: string;
  cancelled: string;
  missed: string;
  leads?: Uint8Array | null;
}

const kept = "not is_archived";

// The first columns of the index. Without conditions on them, the range of time could not be looked up.
const inEachPart = `environment in (${
  environments.map((environment) => `'${environment}'`).join(", ")
}) and is_archived in (false, true)`;

/**
 * Counts appointments. The index `appointments_by_time` has every column that it reads. Lead times are returned
 * unsorted, 4 bytes each: sorting them, or counting them in buckets, takes the database several times as long.
 */
export function appointmentReportReads(
  reading: Reading,
  organizationId: number,
): Pick<ReportingSource, "countAppointments"> {
  return {
    countAppointments: (query) =>
      groupsIn<CountRow, Omit<AppointmentCountsRow, keyof RowKeys>>(
        reading,
        statementOf(query, organizationId),
        countsOf,
      ),
  };
}

function statementOf(
  { from, to, environment, groupBy, offsets }: AppointmentReportQuery,
  organizationId: number,
) {
  const { values, valueOf } = numberedValues(organizationId, from.toString(), dayAfter(to));
  const leads = offsets && `, string_agg(float4send((
    ${instantAt("date_time", offsets, valueOf)} - date_part('epoch', created_at)
  )::float4), ''::bytea) as leads`;
  const text = groupedText({
    groupBy,
    expressions: {
      ...groupsOfLocal("date_time"),
      DEPARTMENT: "department_id",
      WORKER: "worker_id",
      STATUS: "status",
      ENVIRONMENT: "environment",
    },
    sums: `count(*) as booked, count(*) filter (where is_archived) as archived,
      count(*) filter (where ${kept} and status = 'COMPLETED') as completed,
      count(*) filter (where ${kept} and status = 'CANCELLED') as cancelled,
      count(*) filter (where ${kept} and status = 'MISSED') as missed${leads ?? ""}`,
    from: `appointments
      where organization_id = $1 and ${inEachPart} and date_time >= $2::timestamp and date_time < $3::timestamp
        ${isIn(environment, valueOf)}`,
  });
  return { text, values };
}

function countsOf({ leads, ...row }: CountRow) {
  const booked = Number(row.booked);
  const archived = Number(row.archived);
  const completed = Number(row.completed);
  const cancelled = Number(row.cancelled);
  const missed = Number(row.missed);
  const scheduled = booked - archived - completed - cancelled - missed;
  const counts = { booked, archived, scheduled, completed, cancelled, missed };
  return { ...counts, leadSeconds: floatsFrom(leads ?? null) };
}
