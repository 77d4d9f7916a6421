import type {
  Appointment,
  BookingScope,
  Department,
  Hold,
  Visit,
  Worker,
} from "../../../core/ports.ts";
import {
  bigInteger,
  boolean,
  instant,
  integer,
  json,
  localDate,
  localDateTime,
  nullable,
  Table,
  text,
  uuid,
} from "./columns.ts";

// The tables whose rows native statements convert to records of core. Select lists, inserts, updates and conversions
// come from here, and a test compares the columns with the migrated database.

export const appointments = new Table<Appointment>("appointments", {
  id: bigInteger,
  organizationId: integer,
  environment: text(),
  departmentId: integer,
  dateTime: localDateTime,
  slotStart: localDateTime,
  slotMinutes: integer,
  place: integer,
  slotCapacity: integer,
  status: text(),
  name: text(),
  phone: text(),
  workerId: nullable(integer),
  workerIsExclusive: boolean,
  externalUserId: nullable(text()),
  qrCode: text(),
  note: text(),
  createdAt: instant,
  archivedAt: nullable(instant),
});

export const visits = new Table<Visit>("visits", {
  id: bigInteger,
  organizationId: integer,
  environment: text(),
  departmentId: integer,
  date: localDate,
  number: integer,
  part: integer,
  ticket: text(),
  appointmentId: nullable(bigInteger),
  appointmentTime: nullable(localDateTime),
  appointmentDepartmentId: nullable(integer),
  dueAt: nullable(instant),
  screenId: nullable(integer),
  priority: nullable(text()),
  note: text(),
  state: text(),
  outcome: nullable(text()),
  desk: nullable(text()),
  workerId: nullable(integer),
  calls: integer,
  arrivedAt: instant,
  calledAt: nullable(instant),
  startedAt: nullable(instant),
  endedAt: nullable(instant),
  estimatedMinutes: nullable(integer),
});

/** The answer of a request with an `Idempotency-Key`. */
interface RememberedAnswer extends BookingScope {
  key: string;
  fingerprint: string;
  answer: object;
  createdAt: Temporal.Instant;
}

export const rememberedAnswers = new Table<RememberedAnswer>("idempotency_keys", {
  organizationId: integer,
  environment: text(),
  key: text(),
  fingerprint: text(),
  // Not jsonb: a repeat gets the same bytes.
  answer: { ...json(), type: "json" },
  createdAt: instant,
});

/** A hold with the request that placed it. `slot` is two columns. */
export interface StoredHold extends Omit<Hold, "slot"> {
  slotStart: Temporal.PlainDateTime;
  slotMinutes: number;
  idempotencyKey: string | null;
  fingerprint: string | null;
}

export const holds = new Table<StoredHold>("holds", {
  id: bigInteger,
  organizationId: integer,
  environment: text(),
  apiKeyId: integer,
  lineageId: nullable(uuid),
  departmentId: integer,
  dateTime: localDateTime,
  slotStart: localDateTime,
  slotMinutes: integer,
  place: integer,
  workerId: nullable(integer),
  idempotencyKey: nullable(text()),
  fingerprint: nullable(text()),
  createdAt: instant,
  expiresAt: instant,
});

export const departments = new Table<Department>("departments", {
  id: integer,
  organizationId: integer,
  name: text(),
  address: text(),
  phoneNumber: text(),
  slotInterval: integer,
  workingHours: text(),
  showAdminsInBooking: boolean,
  slotCapacity: integer,
  slotOffset: integer,
  openingHours: nullable(json()),
  closures: json(),
  bookingWindow: nullable(json()),
  isActive: boolean,
  createdAt: instant,
  version: integer,
});

export const workers = new Table<Worker>("workers", {
  id: integer,
  organizationId: integer,
  departmentId: integer,
  name: text(),
  isActive: boolean,
  absences: json(),
  createdAt: instant,
  version: integer,
});
