import { setTimeout as delay } from "node:timers/promises";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { DomainError } from "../../../core/ports.ts";
import type { Pooler } from "../database/connections.ts";
import { repeat } from "../database/repeat.ts";
import type { RequestTrace } from "../database/request_trace.ts";
import { createHeartbeatWriter } from "../database/heartbeat.ts";
import type { Snapshots } from "./snapshots.ts";
import { openStandby, type Standby, UnusableStandby } from "./standby.ts";

/** The standbys that reports are read from (gateway/persistence/reporting/README.md 6). */
export interface Standbys extends Snapshots {
  pools: readonly Pool[];
  /**
   * Writes heartbeats and checks the standbys every second, until the end. Resolves when one can be used, or after 2 s.
   */
  follow(): Promise<void>;
  status(): ReportingStatus;
  close(): Promise<void>;
}

/** Whether reports are served. */
export interface ReportingStatus {
  isAvailable: boolean;
  /** The lag of the standby that is least behind; null if it is unknown. */
  lagSeconds: number | null;
}

/** How the standbys are used. */
export interface StandbysOptions {
  /** One URL for each host, in the order of preference. */
  urls: readonly string[];
  pooler: Pooler;
  trace: RequestTrace | undefined;
  poolSize: number;
  maxLagSeconds: number;
  primary: Pool;
  now(): Temporal.Instant;
  log: Pick<Logger, "warn"> | undefined;
}

const everyMs = 1000;
const firstChecksMs = 50;
const maxFirstChecksMs = 2000;
const retryAfterSeconds = 5;
const conflicts = new Set(["40001", "40P01"]);

/** Opens the standbys. Nothing is connected before `follow` or the first report. */
export function openStandbys(options: StandbysOptions): Standbys {
  const { urls, primary, now, log, ...others } = options;
  const heartbeat = createHeartbeatWriter("lag");
  const present = () => ({
    timeline: heartbeat.timeline(),
    monotonicMs: performance.now(),
    databaseMs: now().epochMilliseconds,
  });
  const standbys = urls.map((url) =>
    openStandby({ ...others, url, writer: heartbeat.id, present })
  );
  const logState = stateLogger(standbys, log);
  const repeated: { stop(): Promise<void> }[] = [];

  function usable(): Standby[] {
    return standbys.filter((standby) => standby.state().isUsable);
  }
  async function check(standby: Standby): Promise<void> {
    await standby.check();
    logState();
  }
  let isFailing = false;
  /** Writes a heartbeat. Logs the first of several failures, because it is repeated every second. */
  async function writeHeartbeat(): Promise<void> {
    try {
      await heartbeat.write(primary);
      isFailing = false;
    } catch (error) {
      if (!isFailing) {
        log?.warn({ err: error }, "writing the reporting heartbeat failed, will retry");
      }
      isFailing = true;
    }
  }
  function refused(): string[] {
    const states = standbys.map((standby) => standby.state());
    return states.flatMap((state) => state.isUsable ? [] : [state.reason]);
  }
  function refusal(reasons: readonly string[]): DomainError {
    const text = [...new Set(reasons)].join("; ");
    return refuse(`Reports are read from a standby, and none can be used: ${text}`);
  }

  return {
    areCopies: true,
    pools: standbys.map(({ pool }) => pool),
    requireAvailable() {
      if (usable().length > 0) return;
      logState();
      throw refusal(refused());
    },
    async begin() {
      const reasons = refused();
      for (const standby of usable()) {
        try {
          return await standby.begin();
        } catch (error) {
          if (!(error instanceof UnusableStandby)) throw error;
          reasons.push(error.message);
          logState();
        }
      }
      throw refusal(reasons);
    },
    faultOf(error) {
      return conflicts.has(String((error as { code?: unknown }).code))
        ? refuse("The standby cancelled this query, because it had to apply changes of the primary")
        : refuse("The connection to the standby was lost");
    },
    async follow() {
      await writeHeartbeat();
      repeated.push(repeat(writeHeartbeat, { everyMs, onFault() {} }));
      const endMs = performance.now() + maxFirstChecksMs;
      while (usable().length === 0 && performance.now() < endMs) {
        await Promise.race([
          Promise.all(standbys.map((standby) => standby.check())),
          delay(endMs - performance.now()),
        ]);
        await delay(firstChecksMs);
      }
      logState();
      for (const standby of standbys) {
        repeated.push(repeat(() => check(standby), { everyMs, onFault() {} }));
      }
    },
    status() {
      const lags = standbys.map((standby) => standby.state().lagMs).filter((ms) => ms !== null);
      return {
        isAvailable: usable().length > 0,
        lagSeconds: lags.length === 0 ? null : Math.min(...lags) / 1000,
      };
    },
    async close() {
      await Promise.all(repeated.map((one) => one.stop()));
      await Promise.all(standbys.map((standby) => standby.close()));
    },
  };
}

function refuse(message: string): DomainError {
  const text = `${message}. Try again in ${retryAfterSeconds} s`;
  return new DomainError("SERVICE_UNAVAILABLE", text, { retryAfterSeconds });
}

/** Returns a function that logs each change of whether a standby is usable. All are assumed to be usable at first. */
function stateLogger(standbys: readonly Standby[], log: Pick<Logger, "warn"> | undefined) {
  const refused = new Set<Standby>();
  return () => {
    for (const standby of standbys) {
      const state = standby.state();
      if (state.isUsable === !refused.has(standby)) continue;
      const { host } = standby;
      if (state.isUsable) {
        refused.delete(standby);
        log?.warn({ host }, "the standby is used for reports again");
      } else {
        refused.add(standby);
        const fields = { host, reason: state.reason, err: standby.fault() };
        log?.warn(fields, "the standby is not used for reports");
      }
    }
  };
}
