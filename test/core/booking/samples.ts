import { operator } from "../../../core/audit/audit_record.ts";
import {
  Department,
  type DepartmentSettings,
  newDepartmentSettings,
} from "../../../core/departments/department.ts";
import type { BookingContext, BookingRequest } from "../../../core/booking/booking_gate.ts";
import type { Absence } from "../../../core/departments/absence.ts";
import type { WaitingEntry } from "../../../core/booking/waitlist.ts";
import { Worker } from "../../../core/departments/worker.ts";
import { parseLocalDateTime } from "../../../core/local_date_time.ts";
import { noContact } from "../../../core/contact.ts";

/** Noon of Sunday, 1 March 2026, UTC. */
export const now = Temporal.Instant.from("2026-03-01T12:00:00Z");

/** Parses a local date-time. */
export function at(text: string): Temporal.PlainDateTime {
  const dateTime = parseLocalDateTime(text);
  if (!dateTime) throw new Error(`${text} is no local date-time`);
  return dateTime;
}

/** Makes a department with default settings, except the given ones. */
export function departmentWith(
  { id = 1, ...settings }: Partial<DepartmentSettings> & { id?: number } = {},
): Department {
  const complete = newDepartmentSettings.parse({ name: "Desk", ...settings });
  return Object.assign(new Department(1, complete, now), { id });
}

/** Makes a worker of a department. */
export function workerWith(
  { id, departmentId = 1, isActive = true, absences = [] }: {
    id: number;
    departmentId?: number;
    isActive?: boolean;
    absences?: Absence[];
  },
): Worker {
  const worker = new Worker({ id: departmentId, organizationId: 1 }, `Worker ${id}`, now);
  return Object.assign(worker, { id, isActive, absences });
}

/** Makes a deep-frozen context of one empty department and ten credits, except for the given values. */
export function contextWith(
  { departments = [departmentWith()], ...given }:
    & Partial<Omit<BookingContext, "departments">>
    & { departments?: Department[] } = {},
): BookingContext {
  return deepFreeze({
    organizationId: 1,
    environment: "LIVE",
    timeZone: "UTC",
    now,
    monotonicMs: 0,
    balance: 10,
    lowCreditThreshold: null,
    departments: new Map(departments.map((department) => [department.id, department])),
    workers: [],
    occupancy: new Map(),
    remembered: new Map(),
    spending: new Map(),
    unconfirmed: new Set(),
    subscriptions: [],
    appointmentIds: [101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112],
    ...given,
  });
}

/** Makes a request for 10:00 on Monday, 2 March 2026, in department 1, except for the given values. */
export function requestWith(
  { dateTime = "2026-03-02T10:00", ...given }: Partial<Omit<BookingRequest, "dateTime">> & {
    dateTime?: string;
  } = {},
): BookingRequest {
  return deepFreeze({
    departmentId: 1,
    dateTime: at(dateTime),
    name: "Ada",
    phone: "",
    note: "",
    ...noContact,
    workerId: null,
    externalUserId: null,
    qrCode: "code",
    idempotency: null,
    actor: operator,
    usage: null,
    ...given,
  });
}

/** Freezes a value deeply and returns it. A change of it throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (value instanceof Map) {
    for (const one of value.values()) deepFreeze(one);
    Object.assign(value, { set: refuseChange, delete: refuseChange, clear: refuseChange });
  }
  for (const one of Object.values(value)) deepFreeze(one);
  return Object.freeze(value);
}

function refuseChange(): never {
  throw new TypeError("Cannot change a frozen map");
}

/** An entry of the waiting list that waits for any slot of 2 March 2026. */
export function entryWith(given: Partial<WaitingEntry> = {}): WaitingEntry {
  const date = Temporal.PlainDate.from("2026-03-02");
  return {
    id: 1,
    departmentId: 1,
    workerId: null,
    fromDate: date,
    toDate: date,
    fromTime: null,
    toTime: null,
    weekdays: [],
    holder: { apiKeyId: 1, lineageId: "a" },
    offeredWorkerIds: [],
    ...given,
  };
}
