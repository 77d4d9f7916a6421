import { defineEntity, p } from "@mikro-orm/core";
import { environments, Organization } from "../../../core/mod.ts";
import { InstantType } from "./temporal_types.ts";

export const OrganizationMapping = defineEntity({
  class: Organization,
  tableName: "organizations",
  properties: {
    id: p.integer().primary(),
    name: p.text(),
    timeZone: p.text(),
    createdAt: p.type(InstantType),
  },
});

/**
 * One row an organization and environment, in a table of its own, because its lock is the gate of all
 * bookings. Only the trigger of the ledger writes `balance`.
 */
export const BalanceMapping = defineEntity({
  name: "Balance",
  tableName: "balances",
  properties: {
    organization: () => p.manyToOne(OrganizationMapping).mapToPk().primary(),
    environment: p.enum(environments).primary(),
    balance: p.bigint("number").defaultRaw("0"),
  },
  checks: [{ name: "balances_balance_not_negative", expression: "balance >= 0" }],
});
