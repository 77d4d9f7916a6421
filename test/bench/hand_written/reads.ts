import type { Pool } from "pg";
import { type Answer, type Caller, refuse } from "./refusal.ts";
import { findDepartment, occupancyOf, slotOf, unavailableReason } from "./slot.ts";

interface AppointmentRow {
  id: string;
  externalUserId: string | null;
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
    name: "find",
    text: `${select("$4")} where a.organization_id = $1 and a.environment = $2 and a.id = $3`,
    values: [caller.organizationId, caller.environment, id, caller.timeZone],
  });
  return row
    ? { status: 200, body: viewOf(row) }
    : refuse(404, "APPOINTMENT_NOT_FOUND", "There is no such appointment");
}

/** GET /appointments, by date-time: how many there are, and the page. */
export async function listAppointments(
  pool: Pool,
  { organizationId, environment, timeZone }: Caller,
  query: URLSearchParams,
): Promise<Answer> {
  const page = wholeNumber(query, "page", "0");
  const size = Math.min(wholeNumber(query, "size", "20") || 1, 100);
  const values: unknown[] = [organizationId, environment];
  const conditions = ["a.organization_id = $1", "a.environment = $2", "a.archived_at is null"];
  for (const [name, condition] of Object.entries(filters)) {
    const value = query.get(name);
    if (value !== null) conditions.push(`${condition} $${values.push(value)}`);
  }
  const where = conditions.join(" and ");
  const { rows: [counted] } = await pool.query<{ total: number }>(
    `select count(*)::int as total from appointments a where ${where}`,
    values,
  );
  const [zone, limit, offset] = [1, 2, 3].map((after) => `$${values.length + after}`);
  const { rows } = await pool.query<AppointmentRow>(
    `${select(zone!)} where ${where} order by a.date_time, a.id limit ${limit} offset ${offset}`,
    [...values, timeZone, size, page * size],
  );
  const totalElements = counted!.total;
  const totalPages = Math.ceil(totalElements / size);
  const isLast = page >= totalPages - 1;
  const appointments = rows.map(viewOf);
  return { status: 200, body: { appointments, page, size, totalElements, totalPages, isLast } };
}

/** GET /departments/{id}/availability. */
export async function checkAvailability(
  pool: Pool,
  caller: Caller,
  { departmentId, time }: { departmentId: number; time: Temporal.PlainDateTime },
): Promise<Answer> {
  const department = await findDepartment(pool, caller, departmentId);
  const taken = await occupancyOf(pool, caller, { department, slot: slotOf(time, department) });
  const reason = unavailableReason(department, { time, taken, timeZone: caller.timeZone });
  return {
    status: 200,
    body: {
      slotTime: time.toString(),
      available: reason === null,
      remainingSlots: reason === null ? department.slotCapacity - taken.length : 0,
      unavailabilityReason: reason,
    },
  };
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

function viewOf({ externalUserId, archivedAt, ...row }: AppointmentRow) {
  return {
    ...row,
    id: Number(row.id),
    ...(externalUserId !== null && { externalUserId }),
    ...(archivedAt !== null && { archivedAt }),
  };
}

function wholeNumber(query: URLSearchParams, name: string, otherwise: string): number {
  const text = query.get(name) ?? otherwise;
  return /^\d{1,9}$/.test(text)
    ? Number(text)
    : refuse(400, "VALIDATION_ERROR", `Not valid: ${name}`);
}
