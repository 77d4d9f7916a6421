import type { HeartbeatFacts } from "../../persistence/mod.ts";
import { conclude, durationText, failing, type Finding, warning } from "../finding.ts";

/** The standbys of REPORTING_DATABASE_URL, and their primary. */
export interface ReportingFacts {
  maxLagSeconds: number;
  /** Read after the standbys. */
  primary: HeartbeatFacts;
  standbys: (
    /** Such as `db2:5432`. */
    & { host: string }
    & (HeartbeatFacts | { fault: { why: string; fix: string } })
  )[];
}

/**
 * Checks that a standby can serve reports. The lag is the time between the newest heartbeats of standby and primary. Both
 * are times of the primary's clock, so the clocks of other machines do not matter.
 */
export function checkReporting(facts: ReportingFacts | undefined): Finding {
  if (!facts) return { state: "ok", finding: "reports are read from the primary" };
  const { standbys } = facts;
  const examined = standbys.map((standby) => ({ standby, problem: problemOf(standby, facts) }));
  const usable = examined.filter(({ problem }) => !problem).map(({ standby }) => standby.host);
  const state = usable.length === 0 ? failing : warning;
  return conclude(
    examined.map(({ standby, problem }) => {
      // Of all hosts of a replicated database, one is the primary.
      const isExpected = "isInRecovery" in standby && !standby.isInRecovery && usable.length > 0;
      if (!problem || isExpected) return undefined;
      return state(`${standby.host}: ${problem.why}`, problem.fix);
    }),
    `reports can be read from ${usable.join(", ")}`,
  );
}

function problemOf(
  standby: ReportingFacts["standbys"][number],
  { primary, maxLagSeconds }: ReportingFacts,
): { why: string; fix: string } | undefined {
  if ("fault" in standby) return standby.fault;
  if (!standby.isInRecovery) {
    return {
      why: "the server is not a standby",
      fix: "Name a standby in REPORTING_DATABASE_URL",
    };
  }
  const newest = newestOf(primary);
  if (newest === undefined) {
    return {
      why: "the primary has no heartbeat, so the standby cannot be compared with it",
      fix: "Start the service, which writes heartbeats",
    };
  }
  const shown = newestOf(standby);
  if (!shown || (primary.writtenMs[shown.writer] ?? -Infinity) < shown.ms) {
    return {
      why: "the standby shows no heartbeat of the primary",
      fix: "Name standbys of DATABASE_URL in REPORTING_DATABASE_URL, with the same database",
    };
  }
  const lagSeconds = (newest.ms - shown.ms) / 1000;
  if (lagSeconds <= maxLagSeconds) return undefined;
  return {
    why: `the standby is ${durationText(lagSeconds)} behind, more than ${maxLagSeconds} s`,
    fix: "Check its replication and its long statements, or raise REPORTING_MAX_LAG_SECONDS",
  };
}

function newestOf({ writtenMs }: HeartbeatFacts): { writer: string; ms: number } | undefined {
  return Object.entries(writtenMs)
    .map(([writer, ms]) => ({ writer, ms }))
    .toSorted((a, b) => b.ms - a.ms)[0];
}
