import type { Connection } from "../../core/mod.ts";
import { builder } from "./builder.ts";

const maxInt = 2 ** 31 - 1;

builder.globalConnectionField("totalCount", (t) =>
  t.int({
    nullable: true,
    description:
      "The number of items on all pages of the list with its filter. Null where no count is kept, because a count would " +
      "read the whole list. Kept are the counts of departments, workers, API keys and webhooks (null above 10,000), of " +
      "API calls, and of appointments with `archived: false` over whole months, filtered by environment, department and " +
      "status at most.",
    // It is read once for each place in the query and not for each item (cost.ts).
    complexity: { field: 0, multiplier: 0 },
    async resolve(connection) {
      const total = await (connection as Partial<Connection<unknown>>).totalCount?.() ?? null;
      return total !== null && total > maxInt ? null : total;
    },
  }));
