import { defineEntity, p } from "@mikro-orm/core";
import {
  ApiKey,
  Department,
  environments,
  Organization,
  ReportingToken,
  roles,
  Screen,
  screenKinds,
  StaffUser,
  Webhook,
  Worker,
} from "../../../core/ports.ts";
import { InstantType } from "./instant_type.ts";

// The rows that the ORM's unit of work loads (gateway/persistence/README.md 6). Native SQL reads and writes all other
// tables, so they are not mapped. Foreign keys are mapped as numbers, because no relation is loaded. Indexes,
// constraints and foreign keys are only in migrations/.

// The primary key of an organization's rows. The id is first, because the ORM sets the first one after an insert.
const key = {
  id: p.integer().primary().autoincrement(),
  organizationId: p.integer().primary(),
};

// A trigger raises the version. The ORM never writes it, and reads it back after each change.
const version = p.integer().generated("version");

const organization = defineEntity({
  class: Organization,
  tableName: "organizations",
  properties: {
    id: p.integer().primary(),
    name: p.text(),
    timeZone: p.text(),
    createdAt: p.type(InstantType),
    version,
  },
});

const staffUser = defineEntity({
  class: StaffUser,
  tableName: "staff_users",
  properties: {
    ...key,
    email: p.text(),
    name: p.text(),
    role: p.enum(roles),
    passwordHash: p.text().hidden(),
    mustChangePassword: p.boolean(),
    createdAt: p.type(InstantType),
    disabledAt: p.type(InstantType).nullable(),
  },
});

const apiKey = defineEntity({
  class: ApiKey,
  tableName: "api_keys",
  properties: {
    ...key,
    name: p.text(),
    environment: p.enum(environments),
    keyHash: p.text(),
    maskedKey: p.text(),
    scopes: p.array(),
    rateLimitPerHour: p.integer(),
    lineageId: p.uuid(),
    windowNumber: p.integer(),
    createdAt: p.type(InstantType),
    lastUsedAt: p.type(InstantType).nullable(),
    revokedAt: p.type(InstantType).nullable(),
    version,
  },
});

const reportingToken = defineEntity({
  class: ReportingToken,
  tableName: "reporting_tokens",
  properties: {
    ...key,
    name: p.text(),
    createdBy: p.integer().nullable(),
    createdAt: p.type(InstantType),
    expiresAt: p.type(InstantType).nullable(),
    lastUsedAt: p.type(InstantType).nullable(),
    revokedAt: p.type(InstantType).nullable(),
  },
});

const screen = defineEntity({
  class: Screen,
  tableName: "screens",
  properties: {
    ...key,
    environment: p.enum(environments),
    kind: p.enum(screenKinds),
    name: p.text(),
    departmentIds: p.array((id) => Number(id)).columnType("int[]").nullable(),
    givesTickets: p.boolean(),
    tokenHash: p.text(),
    createdAt: p.type(InstantType),
    lastUsedAt: p.type(InstantType).nullable(),
    revokedAt: p.type(InstantType).nullable(),
  },
});

const department = defineEntity({
  class: Department,
  tableName: "departments",
  properties: {
    ...key,
    name: p.text(),
    address: p.text(),
    phoneNumber: p.text(),
    slotInterval: p.integer(),
    workingHours: p.text(),
    showAdminsInBooking: p.boolean(),
    slotCapacity: p.integer(),
    slotOffset: p.integer(),
    openingHours: p.json().nullable(),
    closures: p.json(),
    bookingWindow: p.json().nullable(),
    isActive: p.boolean(),
    createdAt: p.type(InstantType),
    version,
  },
});

const worker = defineEntity({
  class: Worker,
  tableName: "workers",
  properties: {
    ...key,
    departmentId: p.integer(),
    name: p.text(),
    isActive: p.boolean(),
    absences: p.json(),
    createdAt: p.type(InstantType),
    version,
  },
});

const webhook = defineEntity({
  class: Webhook,
  tableName: "webhooks",
  properties: {
    ...key,
    url: p.text(),
    events: p.array(),
    isActive: p.boolean(),
    includeTest: p.boolean(),
    sealedSecret: p.text().hidden(),
    previousSealedSecret: p.text().nullable().hidden(),
    secretReplacedAt: p.type(InstantType).nullable(),
    createdAt: p.type(InstantType),
    lastTriggeredAt: p.type(InstantType).nullable(),
    consecutiveFailures: p.integer(),
    lastDeliveredAt: p.type(InstantType).nullable(),
    lastTestedAt: p.type(InstantType).nullable(),
    lastTestSucceeded: p.boolean().nullable(),
    deletedAt: p.type(InstantType).nullable(),
    version,
  },
});

/** Every mapped table. */
export const entities = [
  organization,
  staffUser,
  apiKey,
  reportingToken,
  screen,
  department,
  worker,
  webhook,
];
