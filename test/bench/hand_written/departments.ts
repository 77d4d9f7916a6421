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
