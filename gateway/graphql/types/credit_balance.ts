import { builder } from "../builder.ts";

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
