import {
  type FoundScreen,
  maxListed,
  Organization,
  Screen,
  type Screens,
} from "../../../core/ports.ts";
import { addAudited } from "../audit/audited.ts";
import { changeLocked, lockedRow } from "../audit/change_locked.ts";
import type { Database } from "../database/database.ts";
import { orUnavailable } from "../database/faults.ts";
import { rowsOf, type Statement } from "../database/statement.ts";

// Postgres checks the condition again after it waited for the row lock. So of many simultaneous requests only the
// first one writes.
const noteUse: Statement<never> = {
  name: "note the use of a screen",
  text: `
    update screens set last_used_at = $2::timestamptz
    where organization_id = $3 and id = $1
      and (last_used_at is null or last_used_at <= $2::timestamptz - interval '1 minute')`,
};

/** Implements core's `Screens` in Postgres. */
export function createScreens(database: Database): Screens {
  const { openUnit, pool } = database;
  return {
    findByToken: (tokenHash) =>
      orUnavailable(async (): Promise<FoundScreen | undefined> => {
        const em = await openUnit();
        const screen = await em.findOne(Screen, { tokenHash });
        if (!screen) return undefined;
        const { organizationId: id } = screen;
        const open = await em.findOne(Organization, { id, closedAt: null });
        return open ? { screen, organizationName: open.name, timeZone: open.timeZone } : undefined;
      }),
    list: (organizationId) =>
      orUnavailable(async () =>
        (await openUnit()).find(Screen, { organizationId }, {
          orderBy: [{ revokedAt: "desc nulls first" }, { id: "desc" }],
          limit: maxListed,
        })
      ).then((screens) => screens.toSorted((a, b) => a.id - b.id)),
    add: (screen, audit) => orUnavailable(() => addAudited(database, screen, audit)),
    change: (ref, change, audit) =>
      changeLocked(database, lockedRow(Screen, ref), { change, audit }),
    noteUse: async ({ id, organizationId }, at) =>
      void await rowsOf(pool, noteUse, [id, at.toString(), organizationId]),
  };
}
