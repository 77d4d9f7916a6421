import { instantsOf } from "../../../core/ports.ts";
import { instantValue } from "../mapping/temporal_types.ts";
import {
  floatsOf,
  inEachEnvironment,
  isIn,
  type ReportStatement,
  wholeSeconds,
} from "./grouped.ts";
import { clockIn, groupsOfClock } from "./time_expressions.ts";

/** Counts entries by the time when they joined, and offers by the time when they were made. */
export const waitlistStatement: ReportStatement<"waitlistReport"> = (query, valueOf) => {
  const period = instantsOf(query, query.timeZone);
  const [from, to] = [period.from, period.to].map((at) => valueOf(instantValue(at)));
  const environment = `${inEachEnvironment} ${isIn(query.environment, valueOf)}`;
  const within = (time: string) =>
    `organization_id = $1 and ${environment} and ${time} >= ${from}::timestamptz
      and ${time} < ${to}::timestamptz`;
  return {
    keys: {
      ...groupsOfClock(clockIn("at", query, valueOf)),
      DEPARTMENT: "department_id",
      ENVIRONMENT: "environment",
    },
    sums: {
      joined: "count(*) filter (where not is_offer)",
      offered: "count(*) filter (where is_offer)",
      accepted: "count(*) filter (where outcome = 'ACCEPTED')",
      declined: "count(*) filter (where outcome = 'DECLINED')",
      expired: "count(*) filter (where outcome = 'EXPIRED')",
    },
    times: {
      acceptSeconds: `${floatsOf(wholeSeconds("at", "ended_at"))}
        filter (where outcome = 'ACCEPTED')`,
    },
    from: `(
      select created_at as at, environment, department_id, false as is_offer, null as outcome,
        null::timestamptz as ended_at
      from waitlist_entries where ${within("created_at")}
      union all
      select o.offered_at, o.environment, (
          select e.department_id from waitlist_entries e
          where e.organization_id = o.organization_id and e.environment = o.environment
            and e.id = o.entry_id
        ), true, o.outcome, o.ended_at
      from (select * from waitlist_offers where ${within("offered_at")}) o
    ) listed`,
  };
};
