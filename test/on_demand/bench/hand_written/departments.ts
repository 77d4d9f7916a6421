import { createHash } from "node:crypto";
import type { ClientBase, Pool } from "pg";
import { type Answer, refuse } from "./answer.ts";
import type { Caller } from "./callers.ts";

/** The columns of a department that a booking needs. */
export interface Department {
  id: number;
  name: string;
  slotInterval: number;
  slotCapacity: number;
  showAdminsInBooking: boolean;
}

/** Returns an active department of the caller. Throws 404. */
export async function findDepartment(
  database: Pool | ClientBase,
  { organizationId }: Caller,
  id: number,
): Promise<Department> {
  const { rows } = await database.query<Department>({
    name: "department",
    text: `select id, name, slot_interval as "slotInterval", slot_capacity as "slotCapacity",
        show_admins_in_booking as "showAdminsInBooking"
      from departments where id = $1::bigint and organization_id = $2 and is_active`,
    values: [id, organizationId],
  });
  return rows[0] ?? refuse(404, "DEPARTMENT_NOT_FOUND", "There is no such department");
}

/** Counts the appointments in a slot. */
export async function countBooked(
  database: Pool | ClientBase,
  { environment }: Caller,
  { departmentId, slotStart }: { departmentId: number; slotStart: string },
): Promise<number> {
  const { rows } = await database.query<{ booked: number }>({
    name: "booked",
    text: `select count(*)::int as booked from appointments
      where department_id = $1 and environment = $2 and slot_start = $3
        and status <> 'CANCELLED' and archived_at is null`,
    values: [departmentId, environment, slotStart],
  });
  return rows[0]!.booked;
}

/** Returns the reason why a slot takes no booking, or null. */
export function fullReason({ slotCapacity }: Department, booked: number): string | null {
  return booked < slotCapacity ? null : `Slot is full (${booked}/${slotCapacity} booked)`;
}

/** GET /departments/{id}/availability. */
export async function checkAvailability(
  pool: Pool,
  caller: Caller,
  { departmentId, dateTime }: { departmentId: number; dateTime: string },
): Promise<Answer> {
  const department = await findDepartment(pool, caller, departmentId);
  const slotStart = slotStartOf(dateTime, department);
  const booked = await countBooked(pool, caller, { departmentId, slotStart });
  const reason = fullReason(department, booked);
  return {
    status: 200,
    body: {
      slotTime: dateTime,
      available: reason === null,
      remainingSlots: Math.max(0, department.slotCapacity - booked),
      unavailabilityReason: reason,
    },
  };
}

/** GET /departments/{id}/slots, each slot with the answer of an availability check. */
export async function listSlots(
  pool: Pool,
  caller: Caller,
  { departmentId, startDate, endDate, known }: {
    departmentId: number;
    startDate: string;
    endDate: string;
    /** The header `If-None-Match`. */
    known: string | undefined;
  },
): Promise<Answer> {
  const department = await findDepartment(pool, caller, departmentId);
  const { slotInterval, slotCapacity } = department;
  const { rows } = await pool.query<{ slotStart: string; booked: number }>({
    name: "booked slots",
    text: `select to_char(slot_start, 'YYYY-MM-DD"T"HH24:MI:SS') as "slotStart",
        count(*)::int as booked
      from appointments
      where department_id = $1 and environment = $2
        and slot_start >= $3::date and slot_start < $4::date + 1
        and status <> 'CANCELLED' and archived_at is null
      group by slot_start`,
    values: [departmentId, caller.environment, startDate, endDate],
  });
  const bookedAt = new Map(rows.map(({ slotStart, booked }) => [slotStart, booked]));
  const slots: object[] = [];
  const endMs = Date.parse(endDate) + 86_400_000;
  for (let ms = Date.parse(startDate); ms < endMs; ms += slotInterval * 60_000) {
    const slotTime = new Date(ms).toISOString().slice(0, 19);
    const booked = bookedAt.get(slotTime) ?? 0;
    const reason = skippedReason(slotTime, caller.timeZone) ?? fullReason(department, booked);
    slots.push({
      slotTime,
      available: reason === null,
      remainingSlots: reason === null ? slotCapacity - booked : 0,
      unavailabilityReason: reason,
    });
  }
  const body = { slots };
  const text = JSON.stringify(body);
  const tag = `W/"${createHash("sha1").update(text).digest("base64url")}"`;
  const headers = { ETag: tag, "Cache-Control": "private, no-cache" };
  const isKnown = known === "*" || known === tag;
  return isKnown ? { status: 304, body: null, headers } : { status: 200, body, text, headers };
}

/** Returns why a time does not exist, or null. Only the hour before 03:00 can be skipped in the zones of the bench. */
function skippedReason(slotTime: string, timeZone: string): string | null {
  if (!slotTime.startsWith("02", 11)) return null;
  const asked = Temporal.PlainDateTime.from(slotTime);
  if (asked.toZonedDateTime(timeZone).toPlainDateTime().equals(asked)) return null;
  return `${asked.toString()} does not exist in ${timeZone}: the clocks go forward over it`;
}

/** Returns the start of the slot that contains a time. Slots repeat from midnight. */
export function slotStartOf(
  dateTime: string,
  { slotInterval }: Pick<Department, "slotInterval">,
): string {
  const minute = Number(dateTime.slice(11, 13)) * 60 + Number(dateTime.slice(14, 16));
  const start = minute - minute % slotInterval;
  const two = (number: number) => `${number}`.padStart(2, "0");
  return `${dateTime.slice(0, 10)}T${two(Math.floor(start / 60))}:${two(start % 60)}:00`;
}
