import {
  divideDays,
  type Environment,
  environments,
  type ReportReads,
} from "../../../core/ports.ts";
import { maxClockDifference } from "../credits/credit_ledger.ts";
import { instantValue } from "../mapping/temporal_types.ts";
import type { Statement } from "../database/statement.ts";
import type { ReportStatement } from "./grouped.ts";
import type { Reading } from "./reading.ts";
import { groupsOfClock, secondsAt } from "./time_expressions.ts";

// Returns the balances at a time: the balance after an entry from at least 10 minutes before, plus the entries since.
// Why not the sum of all entries: it costs more with each entry. Why 10 minutes: the entries are in the order of the
// gate, and the clocks of two processes may differ by up to that much.
const balancesAt: Statement<{ environment: Environment; balance: string }> = {
  text: `
    select environment, coalesce(known.balance_after, 0) + coalesce((
      select sum(amount) from credit_entries e
      where e.organization_id = $1 and e.environment = requested.environment
        and e.created_at >= coalesce(known.created_at - ${maxClockDifference}, '-infinity')
        and e.created_at < $2::timestamptz and e.id > coalesce(known.id, 0)
    ), 0) as balance
    from unnest($3::text[]) as requested (environment)
    left join lateral (
      select e.id, e.created_at, e.balance_after from credit_entries e
      where e.organization_id = $1 and e.environment = requested.environment
        and e.created_at < $2::timestamptz - ${maxClockDifference}
      order by e.created_at desc, e.id desc limit 1
    ) known on true`,
};

/** Reads the balances at a time. */
export function balanceReads(
  reading: Reading,
  organizationId: number,
): Pick<ReportReads, "balancesAt"> {
  return {
    async balancesAt(instant) {
      const at = instantValue(instant);
      const rows = await reading.rows(balancesAt, [organizationId, at, environments]);
      const balanceOf = (environment: Environment) =>
        Number(rows.find((row) => row.environment === environment)!.balance);
      return { LIVE: balanceOf("LIVE"), TEST: balanceOf("TEST") };
    },
  };
}

/**
 * Sums up each range of days by itself from one index, and groups the few sums. Why not group the entries: computing the
 * local day of each entry takes several times as long as reading it.
 */
export const creditStatement: ReportStatement<"creditReport"> = (query, valueOf) => {
  const { environment, groupBy, timeZone } = query;
  const ranges = divideDays(query, groupBy, timeZone);
  const starts = valueOf(ranges.map(({ start }) => instantValue(start)));
  const stops = valueOf(ranges.map(({ stop }) => instantValue(stop)));
  const clocks = valueOf(ranges.map(({ day }) => secondsAt(day)));
  const requested = valueOf(environment === null ? environments : [environment]);
  return {
    keys: { ...groupsOfClock("clock"), ENVIRONMENT: "environment" },
    sums: {
      consumed: "coalesce(sum(found.consumed), 0)",
      refunded: "coalesce(sum(found.refunded), 0)",
      granted: "coalesce(sum(found.granted), 0)",
    },
    times: {},
    from: `unnest(${starts}::timestamptz[], ${stops}::timestamptz[], ${clocks}::float8[])
        as part (start, stop, clock)
      cross join unnest(${requested}::text[]) as requested (environment)
      cross join lateral (
        select count(*) filter (where kind = 'CONSUMED') as consumed,
          count(*) filter (where kind = 'REFUNDED') as refunded,
          sum(amount) filter (where kind = 'GRANTED') as granted, count(*) as entries
        from credit_entries e
        where e.organization_id = $1 and e.environment = requested.environment
          and e.created_at >= start and e.created_at < stop
      ) found`,
    having: "sum(found.entries) > 0",
  };
};
