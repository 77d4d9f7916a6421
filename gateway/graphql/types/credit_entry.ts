import type { ListedCreditEntry } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { numberOf } from "../relay.ts";
import { AppointmentType } from "./appointment.ts";
import { CreditEntryKindType, EnvironmentType } from "./enums.ts";

const CreditEntryType = builder.loadableNodeRef("CreditEntry", {
  id: { resolve: ({ id }: ListedCreditEntry) => id, parse: numberOf },
  load: (ids: number[], { reports }) => reports.byIds("creditEntries", ids),
  toKey: ({ id }) => id,
  sort: true,
  cacheResolved: true,
});

CreditEntryType.implement({
  description: "One line of the ledger of credits; lines are added and never change.",
  fields: (t) => ({
    restId: t.exposeID("id", { description: "Its id outside of GraphQL." }),
    environment: t.expose("environment", {
      type: EnvironmentType,
      description: "Whose balance moved.",
    }),
    kind: t.expose("kind", { type: CreditEntryKindType, description: "Why the balance moved." }),
    amount: t.exposeFloat("amount", {
      description: "Credits, a whole number; negative where they were consumed.",
    }),
    balanceAfter: t.exposeFloat("balanceAfter", {
      description: "The balance that it left, a whole number of credits.",
    }),
    note: t.exposeString("note", { description: "What was noted with it; empty if nothing." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
    appointment: t.field({
      type: AppointmentType,
      nullable: true,
      description: "The appointment that it is for; null where credits were granted.",
      resolve: ({ appointmentId }) => appointmentId,
    }),
  }),
});

const CreditEntryFilter = builder.inputType("CreditEntryFilter", {
  description: "Which entries are listed; what is null or left out does not narrow the list.",
  fields: (t) => ({
    environment: t.field({ type: EnvironmentType, description: "Only those of this one." }),
    kind: t.field({ type: CreditEntryKindType, description: "Only those of this kind." }),
    from: t.field({ type: "DateTime", description: "Only those made then or later." }),
    to: t.field({ type: "DateTime", description: "Only those made before then." }),
  }),
});

builder.queryField("creditEntries", (t) =>
  t.connection(
    {
      type: CreditEntryType,
      description: "The ledgers of both environments, the latest entry first.",
      args: {
        filter: t.arg({ type: CreditEntryFilter, description: "Which of them; all if left out." }),
      },
      resolve: (_, asked, { reports }) => reports.page("creditEntries", asked),
    },
    builder.connectionObject({ type: CreditEntryType, name: "CreditEntryConnection" }),
  ));

builder.objectField(AppointmentType, "creditEntries", (t) =>
  t.loadableList({
    type: CreditEntryType,
    description: "What it cost and what was refunded, at most two entries, the earliest first.",
    complexity: { field: 1, multiplier: 2 },
    load: (ids: number[], { reports }) => reports.creditEntriesOf(ids),
    resolve: ({ id }) => id,
  }));

const CreditBalanceType = builder.objectRef<Record<"LIVE" | "TEST", number>>("CreditBalance")
  .implement({
    description: "The credits that are left, in whole numbers.",
    fields: (t) => ({
      live: t.exposeFloat("LIVE", { description: "For appointments that are meant." }),
      test: t.exposeFloat("TEST", { description: "For appointments that are tried out." }),
    }),
  });

builder.queryField("creditBalance", (t) =>
  t.field({
    type: CreditBalanceType,
    description: "The credits that are left.",
    resolve: (_, __, { reports }) => reports.balances(),
  }));
