import { defineEntity, p } from "@mikro-orm/core";
import { Webhook } from "../../../core/mod.ts";
import { OrganizationMapping } from "./organization.ts";
import { InstantType } from "./temporal_types.ts";

export const WebhookMapping = defineEntity({
  class: Webhook,
  tableName: "webhooks",
  properties: {
    id: p.integer().primary(),
    organizationId: () => p.manyToOne(OrganizationMapping).mapToPk().joinColumn("organization_id"),
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
  indexes: [
    {
      name: "webhooks_by_organization",
      properties: ["organizationId", "id"],
      where: "deleted_at is null",
    },
  ],
  checks: [
    { name: "webhooks_events", expression: "cardinality(events) >= 1" },
    { name: "webhooks_consecutive_failures", expression: "consecutive_failures >= 0" },
  ],
});
