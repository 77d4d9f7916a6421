import { defineEntity, p } from "@mikro-orm/core";
import {
  ApiKey,
  Department,
  environments,
  Organization,
  ReportingToken,
  roles,
  StaffUser,
  Webhook,
  Worker,
} from "../../../core/ports.ts";
import { InstantType } from "./instant_type.ts";

// The rows that the ORM's unit of work loads (gateway/persistence/README.md 6). Native SQL reads and writes all other
// tables, so they are not mapped. Foreign keys are mapped as numbers, because no relation is loaded. Keys,
// indexes and constraints are only in migrations/.

const organization = defineEntity({
  class: Organization,
  tableName: "organizations",
  properties: {
    id: p.integer().primary(),
    name: p.text(),
    timeZone: p.text(),
    createdAt: p.type(InstantType),
  },
});

const staffUser = defineEntity({
  class: StaffUser,
  tableName: "staff_users",
  properties: {
    id: p.integer().primary(),
    organizationId: p.integer(),
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
    id: p.integer().primary(),
    organizationId: p.integer(),
    name: p.text(),
    environment: p.enum(environments),
    keyHash: p.text(),
    maskedKey: p.text(),
    scopes: p.array(),
    rateLimitPerHour: p.integer(),
    lineageId: p.uuid(),
    createdAt: p.type(InstantType),
    lastUsedAt: p.type(InstantType).nullable(),
    revokedAt: p.type(InstantType).nullable(),
  },
});

const reportingToken = defineEntity({
  class: ReportingToken,
  tableName: "reporting_tokens",
  properties: {
    id: p.integer().primary(),
    organizationId: p.integer(),
    name: p.text(),
    createdBy: p.integer().nullable(),
    createdAt: p.type(InstantType),
    expiresAt: p.type(InstantType).nullable(),
    lastUsedAt: p.type(InstantType).nullable(),
    revokedAt: p.type(InstantType).nullable(),
  },
});

const department = defineEntity({
  class: Department,
  tableName: "departments",
  properties: {
    id: p.integer().primary(),
    organizationId: p.integer(),
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
  },
});

const worker = defineEntity({
  class: Worker,
  tableName: "workers",
  properties: {
    id: p.integer().primary(),
    organizationId: p.integer(),
    departmentId: p.integer(),
    name: p.text(),
    isActive: p.boolean(),
    createdAt: p.type(InstantType),
  },
});

const webhook = defineEntity({
  class: Webhook,
  tableName: "webhooks",
  properties: {
    id: p.integer().primary(),
    organizationId: p.integer(),
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
    deletedAt: p.type(InstantType).nullable(),
  },
});

/** Every mapped table. */
export const entities = [
  organization,
  staffUser,
  apiKey,
  reportingToken,
  department,
  worker,
  webhook,
];
