import type { Pool } from "pg";
import type { Logger } from "pino";
import { warnOfEndingKeys } from "./access/key_warnings.ts";
import { keepAuditSealed } from "./audit/audit_seals.ts";
import type { Gates } from "./booking/gates.ts";
import { deleteOldRefusals } from "./email/email_stops.ts";
import { keepReminders } from "./booking/keep_reminders.ts";
import { deleteOldReminders, remind } from "./booking/reminders.ts";
import { deleteOldEntries } from "./booking/waitlist_passes.ts";
import { keepSearchIndex } from "./booking/search_index.ts";
import type { Connections } from "./database/connections.ts";
import {
  deleteEndedTokens,
  deleteExpiredIdempotencyKeys,
  deleteExpiredRequests,
  deleteExpiredSessions,
  deletePastSpending,
} from "./database/housekeeping.ts";
import { keepPartitions } from "./database/partitions.ts";
import { keepStatistics } from "./database/statistics.ts";
import { partitioned } from "./diagnosis/diagnosis.ts";
import { deleteOldHeartbeats } from "./database/heartbeat.ts";
import { keepUsageCompact } from "./usage/usage_compaction.ts";
import type { QueueClocks } from "./webhooks/queue_clocks.ts";
import { deleteOldOrigins } from "./webhooks/event_origins.ts";

/** The work that keeps the database small and fast. */
export interface Housekeeping {
  /**
   * Creates the next partitions, deletes expired rows, and publishes the warnings about keys that end soon. Each process
   * calls it regularly. A step that fails is logged with its name, and the other steps run. Returns the names of the
   * steps that failed.
   */
  clean(): Promise<string[]>;
  /** Adds the deltas of usage to the rollups in the background, until stopped. */
  keepUsageCompact(): { stop(): Promise<void> };
  /** Keeps the statistics of growing tables up to date in the background, until stopped. */
  keepStatistics(): { stop(): Promise<void> };
  /** Keeps text searches fast in the background, until stopped. */
  keepSearchIndex(): { stop(): Promise<void> };
  /** Publishes the reminders that are due. Returns their number; undefined if another process has just done it. */
  remind(): Promise<number | undefined>;
  /** Publishes reminders in the background, until stopped. */
  keepReminders(): { stop(): Promise<void> };
  /** Seals the audit log in the background, until stopped. */
  keepAuditSealed(): { stop(): Promise<void> };
}

/** The database to keep. */
export interface HousekeepingTools {
  pool: Pool;
  gates: Gates;
  /** Called after events were written. */
  onEvents(): void;
  /** Bypasses a pooler. */
  direct: Connections;
  now(): Temporal.Instant;
  clocks: QueueClocks;
  log: Pick<Logger, "warn" | "error"> | undefined;
  /** Gets the work that runs in the background, to stop it before the pool ends. */
  background: { stop(): Promise<void> }[];
}

/** Creates the housekeeping. Nothing runs before a method is called. */
export function createHousekeeping(
  { pool, gates, onEvents, direct, now, clocks, log, background }: HousekeepingTools,
): Housekeeping {
  function keep<W extends { stop(): Promise<void> }>(work: W): W {
    background.push(work);
    return work;
  }
  const reminders = { pool, gates, onEvents, now, clocks };

  async function keepMonths(): Promise<void> {
    const { missing, busy } = await keepPartitions(direct, partitioned, now());
    if (busy.length > 0) {
      log?.warn(
        { tables: busy },
        "old rows are kept: these tables are in use, will retry in an hour",
      );
    }
    for (const { table, month } of missing) {
      log?.warn(
        { table, month: month.toString() },
        "old rows are kept: this month has no partition, see npm run admin -- doctor",
      );
    }
  }
  const cleaning: Record<string, () => Promise<unknown>> = {
    "partitions": keepMonths,
    "idempotency keys": () => deleteExpiredIdempotencyKeys(pool, now()),
    "requests of staff": () => deleteExpiredRequests(pool, now()),
    "sessions": () => deleteExpiredSessions(pool, now()),
    "tokens of single sign-on": () => deleteEndedTokens(pool, now()),
    "spending of past days": () => deletePastSpending(pool, now()),
    "origins of events": () => deleteOldOrigins(pool, now()),
    "heartbeats": () => deleteOldHeartbeats(pool, now()),
    "reminders": () => deleteOldReminders(pool, now()),
    "refused e-mail addresses": () => deleteOldRefusals(pool, now()),
    "entries of waiting lists": () => deleteOldEntries(pool, now()),
    "warnings about keys": () => warnOfEndingKeys({ pool, gates, now, onEvents }),
  };
  return {
    remind: () =>
      remind(reminders, {
        onFault(error) {
          throw error;
        },
        onWrongClock(seconds) {
          throw new Error(`Cannot remind: the clocks differ by ${seconds} s`);
        },
      }),
    keepReminders: () => keep(keepReminders(reminders, log)),
    clean: () => runSteps(cleaning, log),
    keepUsageCompact: () => keep(keepUsageCompact(pool, log)),
    keepStatistics: () => keep(keepStatistics(pool, log)),
    keepSearchIndex: () => keep(keepSearchIndex(pool, log)),
    keepAuditSealed: () => keep(keepAuditSealed(pool, log)),
  };
}

/** Runs every step, also after one that fails. Returns the names of those that failed. */
async function runSteps(
  steps: Record<string, () => Promise<unknown>>,
  log: Pick<Logger, "warn"> | undefined,
): Promise<string[]> {
  const failed: string[] = [];
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run();
    } catch (error) {
      failed.push(step);
      log?.warn({ err: error, step }, "a step of the hourly cleanup failed, will retry in an hour");
    }
  }
  return failed;
}
