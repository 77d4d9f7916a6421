import type { ListedCreditEntry } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { numberOf } from "../relay.ts";
import { AppointmentType } from "./appointment.ts";
import { daysArgs, replacedByDays } from "./days.ts";
import { CreditEntryKindType, EnvironmentType } from "./enums.ts";

const CreditEntryType = builder.loadableNodeRef("CreditEntry", {
  id: { resolve: ({ id }: ListedCreditEntry) => id, parse: numberOf },
  load: (ids: number[], { reports }) => reports.byIds("creditEntries", ids),
  toKey: ({ id }) => id,
  sort: true,
  cacheResolved: true,
});

CreditEntryType.implement({
  description: "One entry of the credit ledger. Entries are never changed or deleted.",
  fields: (t) => ({
    restId: t.exposeID("id", { description: "The id outside GraphQL." }),
    environment: t.expose("environment", {
      type: EnvironmentType,
      description: "The environment whose balance changed.",
    }),
    kind: t.expose("kind", { type: CreditEntryKindType, description: "Why the balance changed." }),
    amount: t.exposeFloat("amount", {
      description: "The credits, a whole number. Negative if they were consumed.",
    }),
    balanceAfter: t.exposeFloat("balanceAfter", {
      description: "The balance after this entry, a whole number of credits.",
    }),
    note: t.exposeString("note", { description: "The note. Empty if there is none." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "The time of creation." }),
    appointment: t.field({
      type: AppointmentType,
      nullable: true,
      description:
        "The appointment that consumed or refunded the credits. Null if credits were granted.",
      resolve: ({ appointmentId }) => appointmentId,
    }),
  }),
});

const CreditEntryFilter = builder.inputType("CreditEntryFilter", {
  description: "Filters the ledger entries. Null or omitted fields do not filter.",
  fields: (t) => ({
    environment: t.field({
      type: EnvironmentType,
      description: "Returns only items of this environment.",
    }),
    kind: t.field({ type: CreditEntryKindType, description: "Returns only entries of this kind." }),
    from: t.field({
      type: "DateTime",
      description: "Returns only entries created at this time or later.",
      ...replacedByDays.from,
    }),
    to: t.field({
      type: "DateTime",
      description: "Returns only entries created before this time.",
      ...replacedByDays.to,
    }),
  }),
});

builder.queryField("creditEntries", (t) =>
  t.connection(
    {
      type: CreditEntryType,
      description: "The credit ledgers of both environments. The latest entry comes first.",
      args: {
        ...daysArgs("entries created"),
        filter: t.arg({ type: CreditEntryFilter, description: "The filter. The default is all." }),
      },
      resolve: (_, args, { reports }) => reports.page("creditEntries", args),
    },
    builder.connectionObject({ type: CreditEntryType, name: "CreditEntryConnection" }),
  ));

builder.objectField(AppointmentType, "creditEntries", (t) =>
  t.loadableList({
    type: CreditEntryType,
    description:
      "The consumed and the refunded credit: at most two entries. The earliest comes first.",
    complexity: { field: 1, multiplier: 2 },
    load: (ids: number[], { reports }) => reports.creditEntriesOf(ids),
    resolve: ({ id }) => id,
  }));

const CreditBalanceType = builder.objectRef<Record<"LIVE" | "TEST", number>>("CreditBalance")
  .implement({
    description: "The available credits, in whole numbers.",
    fields: (t) => ({
      live: t.exposeFloat("LIVE", { description: "For LIVE appointments." }),
      test: t.exposeFloat("TEST", { description: "For TEST appointments." }),
    }),
  });

builder.queryField("creditBalance", (t) =>
  t.field({
    type: CreditBalanceType,
    description: "The available credits.",
    resolve: (_, __, { reports }) => reports.balances(),
  }));
