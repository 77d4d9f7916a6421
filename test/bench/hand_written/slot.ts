import type { ClientBase, Pool } from "pg";
import { type Caller, refuse } from "./refusal.ts";

/** What of a department decides whether a time can be booked. */
export interface Department {
  id: number;
  name: string;
  slotInterval: number;
  slotOffset: number;
  slotCapacity: number;
  /** Whether each booking names a worker. */
  byWorker: boolean;
  openingHours: Record<string, { opens: string; closes: string }[]> | null;
  closures: { from: string; to: string; reason: string }[];
  window: { minLeadMinutes?: number; maxDaysAhead?: number; refusePast?: boolean } | null;
}

/** A place of a slot that is taken. */
export interface Taken {
  place: number;
  workerId: number | null;
}

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** The active department of an id, or 404. */
export async function findDepartment(
  database: Pool | ClientBase,
  { organizationId }: Caller,
  id: number,
): Promise<Department> {
  const { rows } = await database.query<Department>({
    name: "department",
    text: `select id, name, slot_interval as "slotInterval", slot_offset as "slotOffset",
        slot_capacity as "slotCapacity", show_admins_in_booking as "byWorker",
        opening_hours as "openingHours", closures, booking_window as "window"
      from departments where id = $1::bigint and organization_id = $2 and is_active`,
    values: [id, organizationId],
  });
  return rows[0] ?? refuse(404, "DEPARTMENT_NOT_FOUND", "There is no such department");
}

/** Start and length in minutes of the slot in which a time lies. */
export function slotOf(time: Temporal.PlainDateTime, { slotInterval, slotOffset }: Department) {
  const minute = time.hour * 60 + time.minute;
  const steps = Math.floor((minute - slotOffset) / slotInterval);
  const from = minute < slotOffset ? 0 : slotOffset + steps * slotInterval;
  const to = minute < slotOffset ? slotOffset : Math.min(from + slotInterval, 1440);
  const start = time.with({ hour: Math.floor(from / 60), minute: from % 60, second: 0 });
  return { start: start.toString(), minutes: to - from };
}

/** The places of a slot that are taken. */
export async function occupancyOf(
  database: Pool | ClientBase,
  { environment }: Caller,
  { department, slot }: { department: Department; slot: ReturnType<typeof slotOf> },
): Promise<Taken[]> {
  const { rows } = await database.query<Taken>({
    name: "occupancy",
    text: `select place, worker_id as "workerId" from appointments
      where department_id = $1 and environment = $2 and date_time >= $3::timestamp
        and date_time < $3::timestamp + make_interval(mins => $4)
        and status <> 'CANCELLED' and archived_at is null`,
    values: [department.id, environment, slot.start, slot.minutes],
  });
  return rows;
}

/** Why a time cannot be booked, or null when it can. */
export function unavailableReason(
  department: Department,
  { time, taken, timeZone }: { time: Temporal.PlainDateTime; taken: Taken[]; timeZone: string },
): string | null {
  const { openingHours, closures, window, slotCapacity } = department;
  const zoned = time.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  if (!zoned.toPlainDateTime().equals(time)) return `${time} does not exist in ${timeZone}`;
  const date = time.toPlainDate().toString();
  const closure = closures.find(({ from, to }) => from <= date && date <= to);
  if (closure) return `Closed on ${date}: ${closure.reason}`;
  const clock = time.toPlainTime().toString({ smallestUnit: "minute" });
  const hours = openingHours?.[weekdays[time.dayOfWeek - 1]!] ?? [];
  if (openingHours && !hours.some(({ opens, closes }) => opens <= clock && clock < closes)) {
    return `Closed at ${clock}`;
  }
  if (window) {
    const now = Temporal.Now.zonedDateTimeISO(timeZone);
    const { minLeadMinutes = 0, maxDaysAhead = 100_000, refusePast } = window;
    const isEarly = (refusePast || minLeadMinutes > 0) &&
      Temporal.ZonedDateTime.compare(zoned, now.add({ minutes: minLeadMinutes })) < 0;
    const last = now.toPlainDate().add({ days: maxDaysAhead });
    const isFar = Temporal.PlainDate.compare(time.toPlainDate(), last) > 0;
    if (isEarly || isFar) return "Outside the booking window";
  }
  if (taken.length < slotCapacity) return null;
  return `Slot is full (${taken.length}/${slotCapacity} booked)`;
}
