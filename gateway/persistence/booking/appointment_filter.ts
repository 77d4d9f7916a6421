import type {
  AppointmentQuery,
  BookingScope,
  PageRequest,
  ReadAppointment,
} from "../../../core/ports.ts";
import type { Columns } from "../database/lookup_query.ts";
import type { RowOf } from "../mapping/columns.ts";
import { readAppointments as read } from "../mapping/read_appointments.ts";

/** A row of `appointmentColumns`. */
export type AppointmentRow = RowOf<ReadAppointment> & { departmentName: string };

/** Selects an `AppointmentRow` from an appointment `a` and its department `d`. */
export const appointmentColumns = `(
    select w.name from workers w where w.organization_id = a.organization_id and w.id = a.worker_id
  ) as "workerName", d.name as "departmentName", ${read.select("a")}`;

/** Converts a row; columns beyond `AppointmentRow` stay in the result. */
export function appointmentFromRow<Row extends AppointmentRow>(
  row: Row,
): Omit<Row, keyof AppointmentRow> & ReadAppointment {
  return read.fromRow(row) as Omit<Row, keyof AppointmentRow> & ReadAppointment;
}

/** Converts a row of `appointmentColumns` whose columns are texts. */
export function appointmentFromColumns(
  [workerName, departmentName, ...columns]: Columns,
): ReadAppointment {
  return { ...read.fromTexts(columns), workerName: workerName!, departmentName: departmentName! };
}

type Filters = Omit<AppointmentQuery, keyof PageRequest>;

/** The filters of a query as SQL. */
export interface AppointmentFilter {
  values: unknown[];
  /** The conditions on `appointments`, without the one on `is_archived`. */
  where: string[];
  /** An expression for the number of matching appointments that are not archived. */
  total: string;
}

/**
 * Returns the filters of a query as SQL.
 *
 * The total adds up the counters of whole months (`appointment_counts`) and counts appointments only in the parts of
 * the first and the last month that the range covers. Why not count all: that costs more with each appointment. The
 * appointments of one external user are few and are counted.
 *
 *     range      2026-01-10 ............................ 2026-04-03
 *     counted    10 to 31 January                        1 to 3 April
 *     counters                     February, March
 */
export function filterBy(scope: BookingScope, query: AppointmentQuery): AppointmentFilter {
  const { values, kind, start, end, range, timestamp } = partsOf(scope, query);
  const count = (...conditions: string[]) =>
    `(select count(*) from appointments where ${all(...kind, ...conditions, "not is_archived")})`;
  const where = [...kind, ...range];
  const whole = wholeMonths(query);
  if (query.externalUserId !== null || !whole) return { values, where, total: count(...range) };
  const from = whole.from && timestamp(whole.from);
  const to = whole.to && timestamp(whole.to);
  const months = [...(from ? [`month >= ${from}`] : []), ...(to ? [`month < ${to}`] : [])];
  const total = [
    `(select coalesce(sum(count), 0) from appointment_counts where ${all(...kind, ...months)})`,
    ...(from ? [count(`date_time >= ${start}`, `date_time < ${from}`)] : []),
    ...(to ? [count(`date_time >= ${to}`, `date_time <= ${end}`)] : []),
  ].join(" + ");
  return { values, where, total };
}

/** Returns the filters of a query as a list of conditions, to which the caller can add more. */
export function conditionsOf(scope: BookingScope, query: Filters) {
  const { values, kind, range, valueOf } = partsOf(scope, query);
  return { values, valueOf, conditions: [...kind, ...range] };
}

function partsOf({ organizationId, environment }: BookingScope, query: Filters) {
  const values: unknown[] = [organizationId, environment];
  const valueOf = (value: unknown) => `$${values.push(value)}`;
  const kind = ["organization_id = $1", "environment = $2"];
  if (query.status?.length === 1) kind.push(`status = ${valueOf(query.status[0])}`);
  else if (query.status) kind.push(`status = any(${valueOf(query.status)}::text[])`);
  if (query.departmentId !== null) {
    kind.push(`department_id = ${valueOf(query.departmentId)}::bigint`);
  }
  if (query.departmentIds) {
    kind.push(`department_id = any(${valueOf(query.departmentIds)}::bigint[])`);
  }
  if (query.externalUserId !== null) {
    kind.push(`external_user_id = ${valueOf(query.externalUserId)}`);
  }
  // The month after December 9999 is after every appointment, and Postgres cannot read its year.
  const timestamp = (dateTime: Temporal.PlainDateTime) =>
    `${valueOf(dateTime.year > 9999 ? "infinity" : dateTime.toString())}::timestamp`;
  const { startDate, endDate } = query;
  const start = startDate && timestamp(startDate);
  const end = endDate && timestamp(endDate);
  const range = [
    ...(start ? [`date_time >= ${start}`] : []),
    ...(end ? [`date_time <= ${end}`] : []),
  ];
  return { values, valueOf, kind, start, end, range, timestamp };
}

/** Returns the whole months of a range, `to` exclusive; undefined if it has none. */
function wholeMonths({ startDate, endDate }: AppointmentQuery) {
  const from = startDate && monthOf(startDate.subtract({ seconds: 1 })).add({ months: 1 });
  const to = endDate && monthOf(endDate.add({ seconds: 1 }));
  const isNone = from && to && Temporal.PlainDateTime.compare(from, to) > 0;
  return isNone ? undefined : { from, to };
}

function monthOf(dateTime: Temporal.PlainDateTime): Temporal.PlainDateTime {
  return dateTime.with({ day: 1, hour: 0, minute: 0, second: 0 });
}

/** Joins conditions with `and`. */
export function all(...conditions: string[]): string {
  return conditions.join(" and ");
}
