import { defineEntity, p } from "@mikro-orm/core";
import {
  ApiKey,
  environments,
  ReportingToken,
  roles,
  Session,
  StaffUser,
} from "../../../core/mod.ts";
import { OrganizationMapping } from "./organization.ts";
import { InstantType } from "./temporal_types.ts";

export const ApiKeyMapping = defineEntity({
  class: ApiKey,
  tableName: "api_keys",
  properties: {
    id: p.integer().primary(),
    organizationId: () => p.manyToOne(OrganizationMapping).mapToPk().joinColumn("organization_id"),
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
  uniques: [{ name: "api_keys_key_hash", properties: ["keyHash"] }],
  indexes: [{ name: "api_keys_by_organization", properties: ["organizationId", "id"] }],
  checks: [
    { name: "api_keys_scopes", expression: "cardinality(scopes) >= 1" },
    {
      name: "api_keys_rate_limit",
      expression: "rate_limit_per_hour >= 1 and rate_limit_per_hour <= 1000000",
    },
  ],
});

export const StaffUserMapping = defineEntity({
  class: StaffUser,
  tableName: "staff_users",
  properties: {
    id: p.integer().primary(),
    organizationId: () => p.manyToOne(OrganizationMapping).mapToPk().joinColumn("organization_id"),
    email: p.text(),
    name: p.text(),
    role: p.enum(roles),
    passwordHash: p.text().hidden(),
    mustChangePassword: p.boolean(),
    createdAt: p.type(InstantType),
    disabledAt: p.type(InstantType).nullable(),
  },
  uniques: [{ name: "staff_users_email", properties: ["email", "organizationId"] }],
  indexes: [{ name: "staff_users_by_organization", properties: ["organizationId", "id"] }],
  checks: [{ name: "staff_users_email_lower_case", expression: "email = lower(email)" }],
});

export const SessionMapping = defineEntity({
  class: Session,
  tableName: "sessions",
  properties: {
    id: p.uuid().primary(),
    organizationId: () => p.manyToOne(OrganizationMapping).mapToPk().joinColumn("organization_id"),
    staffUserId: () => p.manyToOne(StaffUserMapping).mapToPk().joinColumn("staff_user_id"),
    createdAt: p.type(InstantType),
    lastActiveAt: p.type(InstantType),
  },
  indexes: [
    { name: "sessions_by_staff_user", properties: ["staffUserId"] },
    { name: "sessions_by_age", properties: ["createdAt"] },
  ],
});

export const ReportingTokenMapping = defineEntity({
  class: ReportingToken,
  tableName: "reporting_tokens",
  properties: {
    id: p.integer().primary(),
    organizationId: () => p.manyToOne(OrganizationMapping).mapToPk().joinColumn("organization_id"),
    name: p.text(),
    createdBy: () =>
      p.manyToOne(StaffUserMapping).mapToPk().joinColumn("created_by").nullable().deleteRule(
        "no action",
      ),
    createdAt: p.type(InstantType),
    expiresAt: p.type(InstantType).nullable(),
    lastUsedAt: p.type(InstantType).nullable(),
    revokedAt: p.type(InstantType).nullable(),
  },
  indexes: [{ name: "reporting_tokens_by_organization", properties: ["organizationId", "id"] }],
});
