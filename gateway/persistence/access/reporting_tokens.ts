import {
  maxListed,
  Organization,
  ReportingToken,
  type ReportingTokens,
} from "../../../core/ports.ts";
import { addAudited } from "../audit/audited.ts";
import { changeLocked, lockedRow } from "../audit/change_locked.ts";
import { type Database, maxInt } from "../database/database.ts";
import { orUnavailable } from "../database/faults.ts";
import { rowsOf, type Statement } from "../database/statement.ts";

// Postgres checks the condition again after it waited for the row lock. So of many simultaneous requests only the
// first one writes.
const noteUse: Statement<never> = {
  name: "note the use of a reporting token",
  text: `
    update reporting_tokens set last_used_at = $2::timestamptz
    where organization_id = $3 and id = $1
      and (last_used_at is null or last_used_at <= $2::timestamptz - interval '1 minute')`,
};

/** Implements core's `ReportingTokens` in Postgres. */
export function createReportingTokens(database: Database): ReportingTokens {
  const { openUnit, pool } = database;
  return {
    find: ({ id, organizationId }) =>
      orUnavailable(async () => {
        // The columns cannot hold larger ids, so no token has them.
        if (Math.max(id, organizationId) > maxInt) return undefined;
        const em = await openUnit();
        const reportingToken = await em.findOne(ReportingToken, { id, organizationId });
        if (!reportingToken) return undefined;
        const open = await em.findOne(Organization, { id: organizationId, closedAt: null });
        return open ? { reportingToken, timeZone: open.timeZone } : undefined;
      }),
    list: (organizationId) =>
      orUnavailable(async () =>
        (await openUnit()).find(ReportingToken, { organizationId }, {
          orderBy: [{ revokedAt: "desc nulls first" }, { id: "desc" }],
          limit: maxListed,
        })
      ).then((tokens) => tokens.toSorted((a, b) => a.id - b.id)),
    add: (token, audit) => orUnavailable(() => addAudited(database, token, audit)),
    change: (ref, change, audit) =>
      changeLocked(database, lockedRow(ReportingToken, ref), { change, audit }),
    noteUse: async ({ id, organizationId }, at) =>
      void await rowsOf(pool, noteUse, [id, at.toString(), organizationId]),
  };
}
