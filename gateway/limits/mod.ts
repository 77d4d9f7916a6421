import type { Logger } from "pino";
import type {
  HeavyWork,
  HourlyLimits,
  ReportingLimits,
  SignInLimits,
  StaffLimits,
} from "../../core/mod.ts";
import { type Counter, createLocalCounter, type Windows } from "./counter.ts";
import { createHeavyWork } from "./heavy_work.ts";
import { openRedisCounters } from "./redis_counters.ts";
import {
  createHourlyLimits,
  createReportingLimits,
  createStaffLimits,
  hourWindows,
  reportingWindows,
  staffWindows,
} from "./request_limits.ts";
import { accountWindows, addressWindows, createSignInLimits } from "./sign_in_limits.ts";

export { networkOf } from "./request_limits.ts";

/** Where limits are counted, and those that are the same for everyone. */
export interface LimitOptions {
  redisUrl?: string | undefined;
  /** How long an answer of Redis is waited for; 100 ms unless it is said. */
  redisAnswerMs?: number | undefined;
  log: Logger;
  staffRequestsPerMinute: number;
  reportingCostPerHour: number;
  signInFailuresPerAccount: number;
  signInFailuresPerAddress: number;
  /** Connections for reports: so many run at a time. */
  reportingPoolSize: number;
}

const maxAtDesk = 2;

/** Core's ports, and how to let go of what they hold. */
export interface OpenLimits {
  hourlyLimits: HourlyLimits;
  staffLimits: StaffLimits;
  reportingLimits: ReportingLimits;
  signInLimits: SignInLimits;
  heavyWork: HeavyWork;
  /** Ends the connection to Redis at once; what is counted after it is counted in this process. */
  close(): Promise<void>;
}

/**
 * Opens the limits of every door: in Redis, where every process counts together, or in this process without
 * a `redisUrl` and for as long as Redis is away. Waits a second or so at most for a Redis that does not
 * answer.
 */
export async function openLimits(
  { redisUrl, redisAnswerMs: answerMs, log, ...options }: LimitOptions,
): Promise<OpenLimits> {
  const redis = redisUrl === undefined
    ? undefined
    : await openRedisCounters(redisUrl, { log, answerMs });
  function counter(windows: Windows): Counter {
    const local = createLocalCounter(windows);
    const shared = redis?.counter(windows);
    return {
      count: async (key, amount) =>
        await shared?.count(key, amount) ?? await local.count(key, amount),
    };
  }
  return {
    hourlyLimits: createHourlyLimits(counter(hourWindows)),
    staffLimits: createStaffLimits(counter(staffWindows), options.staffRequestsPerMinute),
    reportingLimits: createReportingLimits(
      counter(reportingWindows),
      options.reportingCostPerHour,
    ),
    signInLimits: createSignInLimits(
      { byAddress: counter(addressWindows), byAccount: counter(accountWindows) },
      {
        perAccount: options.signInFailuresPerAccount,
        perAddress: options.signInFailuresPerAddress,
      },
    ),
    heavyWork: createHeavyWork({
      bounds: {
        report: halfEach(options.reportingPoolSize),
        desk: halfEach(maxAtDesk),
      },
    }),
    close: async () => redis?.close(),
  };
}

/** Half of the places for one organization, so that there is one for another. */
function halfEach(maxAtOnce: number) {
  return { maxAtOnce, maxPerOrganization: Math.ceil(maxAtOnce / 2) };
}
