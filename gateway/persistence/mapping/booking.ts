import { defineEntity, p } from "@mikro-orm/core";
import {
  Appointment,
  appointmentStatuses,
  CreditEntry,
  creditEntryKinds,
  environments,
} from "../../../core/mod.ts";
import { DepartmentMapping, WorkerMapping } from "./department.ts";
import { OrganizationMapping } from "./organization.ts";
import { InstantType, LocalDateTimeType } from "./temporal_types.ts";

const scope = "organization_id, environment";

/** A place is taken by what is neither cancelled nor archived (decisions 3). */
const taken = "status <> 'CANCELLED' and archived_at is null";

export const AppointmentMapping = defineEntity({
  class: Appointment,
  tableName: "appointments",
  properties: {
    id: p.bigint("number").primary(),
    organizationId: () => p.manyToOne(OrganizationMapping).mapToPk().joinColumn("organization_id"),
    environment: p.enum(environments),
    departmentId: () => p.manyToOne(DepartmentMapping).mapToPk().joinColumn("department_id"),
    dateTime: p.type(LocalDateTimeType),
    slotStart: p.type(LocalDateTimeType),
    slotMinutes: p.integer(),
    place: p.integer(),
    slotCapacity: p.integer(),
    status: p.enum(appointmentStatuses),
    name: p.text(),
    phone: p.text(),
    workerId: () =>
      p.manyToOne(WorkerMapping).mapToPk().joinColumn("worker_id").nullable().deleteRule(
        "no action",
      ),
    workerIsExclusive: p.boolean(),
    externalUserId: p.text().nullable(),
    qrCode: p.text(),
    createdAt: p.type(InstantType),
    archivedAt: p.type(InstantType).nullable(),
  },
  uniques: [{ name: "appointments_qr_code", properties: ["organizationId", "qrCode"] }],
  indexes: [
    // Each place of a slot is taken once; with the check below no slot exceeds its capacity. The slot's
    // length is part of it, so that a changed interval makes other slots. It begins with the slot, or the
    // planner takes it for occupancy while the table has no statistics, and reads a whole department.
    unique(
      "appointments_place",
      `(slot_start, department_id, environment, slot_minutes, place) where ${taken}`,
    ),
    unique(
      "appointments_worker",
      `(worker_id, environment, slot_start, slot_minutes) where ${taken} and worker_is_exclusive`,
    ),
    // Occupancy of a slot, and lists of one department.
    index("appointments_by_department", "(department_id, environment, date_time, id)"),
    // The list in its order, under each filter and under each sort.
    index("appointments_by_date_time", `(${scope}, date_time, id)`),
    index("appointments_by_status", `(${scope}, status, date_time, id)`),
    index("appointments_by_name", `(${scope}, name, date_time, id)`),
    index("appointments_by_creation", `(${scope}, created_at, date_time, id)`),
    index("appointments_by_id", `(${scope}, id)`),
    {
      name: "appointments_by_external_user",
      expression:
        `create index appointments_by_external_user on appointments (${scope}, external_user_id, date_time, id) where archived_at is null and external_user_id is not null`,
    },
    // The same for archived ones, which are read beside them.
    archived("department", "department_id, environment, date_time, id"),
    archived("date_time", `${scope}, date_time, id`),
    archived("status", `${scope}, status, date_time, id`),
    archived("name", `${scope}, name, date_time, id`),
    archived("creation", `${scope}, created_at, date_time, id`),
    archived("id", `${scope}, id`),
    archived(
      "external_user",
      `${scope}, external_user_id, date_time, id`,
      "external_user_id is not null",
    ),
    {
      name: "appointments_by_worker",
      expression:
        "create index appointments_by_worker on appointments (worker_id, environment, date_time, id) where worker_id is not null",
    },
    // All that reports count, so that they do not read the table.
    {
      name: "appointments_report",
      expression:
        "create index appointments_report on appointments (organization_id, date_time) include (environment, department_id, worker_id, status, created_at, archived_at)",
    },
  ],
  checks: [
    { name: "appointments_place_in_capacity", expression: "place >= 1 and place <= slot_capacity" },
    {
      name: "appointments_date_time_in_slot",
      expression:
        "date_time >= slot_start and date_time < (slot_start + make_interval(mins => slot_minutes))",
    },
  ],
});

export const CreditEntryMapping = defineEntity({
  class: CreditEntry,
  tableName: "credit_entries",
  properties: {
    id: p.bigint("number").primary(),
    organizationId: () => p.manyToOne(OrganizationMapping).mapToPk().joinColumn("organization_id"),
    environment: p.enum(environments),
    kind: p.enum(creditEntryKinds),
    amount: p.bigint("number"),
    balanceAfter: p.bigint("number"),
    appointmentId: () =>
      p.manyToOne(AppointmentMapping).mapToPk().joinColumn("appointment_id").nullable()
        .deleteRule("no action"),
    note: p.text(),
    createdAt: p.type(InstantType),
  },
  indexes: [
    { name: "credit_entries_by_ledger", properties: ["organizationId", "environment", "id"] },
    {
      name: "credit_entries_by_time",
      expression:
        "create index credit_entries_by_time on credit_entries (organization_id, environment, created_at, id) include (kind, amount)",
    },
    // Few entries are of another kind.
    {
      name: "credit_entries_by_kind",
      expression:
        "create index credit_entries_by_kind on credit_entries (organization_id, environment, kind, id) where kind <> 'CONSUMED'",
    },
    // An appointment costs one credit once, and is refunded once.
    {
      name: "credit_entries_once",
      expression:
        "create unique index credit_entries_once on credit_entries (appointment_id, kind) where appointment_id is not null",
    },
  ],
  checks: [
    { name: "credit_entries_balance_after", expression: "balance_after >= 0" },
    {
      name: "credit_entries_amount",
      expression: "case kind when 'GRANTED' then amount > 0 and appointment_id is null " +
        "when 'CONSUMED' then amount = -1 and appointment_id is not null " +
        "else amount = 1 and appointment_id is not null end",
    },
  ],
});

/** How many listed appointments of each kind a month has, kept by triggers, so that totals cost little. */
export const AppointmentCountMapping = defineEntity({
  name: "AppointmentCount",
  tableName: "appointment_counts",
  properties: {
    organization: () => p.manyToOne(OrganizationMapping).mapToPk().primary(),
    environment: p.enum(environments).primary(),
    department: () => p.manyToOne(DepartmentMapping).mapToPk().primary(),
    status: p.enum(appointmentStatuses).primary(),
    /** The first day of the month in which they lie. */
    month: p.date().primary(),
    count: p.bigint("number"),
  },
  checks: [{ name: "appointment_counts_not_negative", expression: "count >= 0" }],
});

export const IdempotencyKeyMapping = defineEntity({
  name: "IdempotencyKey",
  tableName: "idempotency_keys",
  properties: {
    organization: () => p.manyToOne(OrganizationMapping).mapToPk().primary(),
    environment: p.enum(environments).primary(),
    key: p.text().primary(),
    fingerprint: p.text(),
    /** `json`, not `jsonb`: the first answer is given again as it was, in its order. */
    answer: p.json().columnType("json"),
    createdAt: p.type(InstantType),
  },
  indexes: [{ name: "idempotency_keys_by_age", properties: ["createdAt"] }],
});

function index(name: string, columns: string) {
  const expression = `create index ${name} on appointments ${columns} where archived_at is null`;
  return { name, expression };
}

function archived(by: string, columns: string, ...more: string[]) {
  const name = `appointments_archived_by_${by}`;
  const where = ["archived_at is not null", ...more].join(" and ");
  return {
    name,
    expression: `create index ${name} on appointments (${columns}) where ${where}`,
  };
}

function unique(name: string, columns: string) {
  return { name, expression: `create unique index ${name} on appointments ${columns}` };
}
