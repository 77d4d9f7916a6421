import type { Organization } from "../../../core/mod.ts";
import { builder } from "../builder.ts";

const OrganizationType = builder.objectRef<Organization>("Organization").implement({
  description: "The organization that the caller reports on.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "What it is called." }),
    timeZone: t.exposeString("timeZone", {
      description: "The IANA name of its zone; every local time and every day is of it.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
  }),
});

builder.queryField("organization", (t) =>
  t.field({
    type: OrganizationType,
    description: "The organization that the caller reports on.",
    resolve: (_, __, { reports }) => reports.organization(),
  }));
