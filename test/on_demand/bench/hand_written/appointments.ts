import type { Pool } from "pg";
import { type Answer, refuse } from "./answer.ts";
import type { Caller } from "./callers.ts";

interface AppointmentRow {
  id: string;
  dateTime: string;
  status: string;
  name: string;
  qrCode: string;
  departmentId: number;
  departmentName: string;
  externalUserId: string | null;
  createdAt: string;
  archivedAt: string | null;
}

const filters = {
  status: "a.status =",
  departmentId: "a.department_id =",
  externalUserId: "a.external_user_id =",
  startDate: "a.date_time >=",
  endDate: "a.date_time <=",
};

/** GET /appointments/{id}. */
export async function findAppointment(pool: Pool, caller: Caller, id: number): Promise<Answer> {
  const { rows: [row] } = await pool.query<AppointmentRow>({
    name: "appointment by id",
    text: `${select("$4")} where a.id = $1 and a.organization_id = $2 and a.environment = $3`,
    values: [id, caller.organizationId, caller.environment, caller.timeZone],
  });
  if (!row) refuse(404, "APPOINTMENT_NOT_FOUND", "There is no such appointment");
  return { status: 200, body: toView(row) };
}

/** GET /appointments: the count and the page, in the order of their times. */
export async function listAppointments(
  pool: Pool,
  { organizationId, environment, timeZone }: Caller,
  query: URLSearchParams,
): Promise<Answer> {
  const page = wholeNumber(query, "page", "0");
  const size = Math.min(wholeNumber(query, "size", "20") || 1, 100);
  const values: unknown[] = [organizationId, environment];
  const conditions = ["a.organization_id = $1", "a.environment = $2", "a.archived_at is null"];
  // Each combination of filters is one prepared statement.
  let combination = "";
  for (const [name, condition] of Object.entries(filters)) {
    const value = query.get(name);
    if (value === null) continue;
    conditions.push(`${condition} $${values.push(value)}`);
    combination += ` ${name}`;
  }
  const where = conditions.join(" and ");
  const { rows: [counted] } = await pool.query<{ total: number }>({
    name: `count${combination}`,
    text: `select count(*)::int as total from appointments a where ${where}`,
    values,
  });
  const [zone, limit, offset] = [1, 2, 3].map((after) => `$${values.length + after}`);
  const { rows } = await pool.query<AppointmentRow>({
    name: `page${combination}`,
    text: `${select(zone!)} where ${where}
      order by a.date_time, a.id limit ${limit} offset ${offset}`,
    values: [...values, timeZone, size, page * size],
  });
  const totalElements = counted!.total;
  const totalPages = Math.ceil(totalElements / size);
  const isLast = page >= totalPages - 1;
  const appointments = rows.map(toView);
  return { status: 200, body: { appointments, page, size, totalElements, totalPages, isLast } };
}

function select(timeZone: string): string {
  const form = `'YYYY-MM-DD"T"HH24:MI:SS'`;
  return `select a.id, to_char(a.date_time, ${form}) as "dateTime", a.status, a.name,
      a.qr_code as "qrCode", a.department_id as "departmentId", d.name as "departmentName",
      a.external_user_id as "externalUserId",
      to_char(a.created_at at time zone ${timeZone}, ${form}) as "createdAt",
      to_char(a.archived_at at time zone ${timeZone}, ${form}) as "archivedAt"
    from appointments a join departments d on d.id = a.department_id`;
}

function toView({ id, externalUserId, createdAt, archivedAt, ...fields }: AppointmentRow) {
  return {
    id: Number(id),
    ...fields,
    ...(externalUserId !== null && { externalUserId }),
    createdAt,
    ...(archivedAt !== null && { archivedAt }),
  };
}

function wholeNumber(query: URLSearchParams, name: string, otherwise: string): number {
  const text = query.get(name) ?? otherwise;
  if (!/^\d{1,9}$/.test(text)) refuse(400, "VALIDATION_ERROR", `Not valid: ${name}`);
  return Number(text);
}
