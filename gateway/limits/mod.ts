import type { Logger } from "pino";
import type {
  HeavyWork,
  HourlyLimits,
  ReportingLimits,
  SignInLimits,
  StaffLimits,
} from "../../core/ports.ts";
import { type Counter, createLocalCounter, type Windows } from "./counter.ts";
import type { RedisFacts, RedisReader } from "./redis_facts.ts";
import { createHeavyWork } from "./heavy_work.ts";
import type { RedisCounters } from "./redis_counters.ts";
import {
  createHourlyLimits,
  createReportingLimits,
  createStaffLimits,
  hourWindows,
  reportingWindows,
  staffWindows,
} from "./request_limits.ts";
import { createCounterHost, type RemoteCounters } from "./shared_counters.ts";
import { accountWindows, addressWindows, createSignInLimits } from "./sign_in_limits.ts";

export type { RedisFacts };
export { networkOf } from "./request_limits.ts";
export {
  type CountAnswer,
  type CountRequest,
  createRemoteCounters,
  type RemoteCounters,
} from "./shared_counters.ts";

/** Creates the counters of all limits for other processes of this service (gateway/limits/README.md 3). */
export function createLimitHost() {
  return createCounterHost([
    hourWindows,
    staffWindows,
    reportingWindows,
    addressWindows,
    accountWindows,
  ]);
}

/** Options of the limits. */
export interface LimitOptions {
  redisUrl?: string | undefined;
  /** How long to wait for an answer of Redis. The default is 100 ms. */
  redisAnswerMs?: number | undefined;
  /** Counts without Redis. This process counts by itself if left out. */
  remoteCounters?: RemoteCounters | undefined;
  /** Called for each count that is made without Redis although there is a `redisUrl`. */
  onLocalCount?: (() => void) | undefined;
  log: Logger;
  staffRequestsPerMinute: number;
  reportingCostPerHour: number;
  signInFailuresPerAccount: number;
  signInFailuresPerAddress: number;
  /** The number of connections for reports, and so the maximum number of concurrent reports. */
  reportingPoolSize: number;
}

const maxAtDesk = 2;

/** Core's ports for limits. */
export interface OpenLimits {
  hourlyLimits: HourlyLimits;
  staffLimits: StaffLimits;
  reportingLimits: ReportingLimits;
  signInLimits: SignInLimits;
  heavyWork: HeavyWork;
  /** Whether counts are made in Redis now. Absent without `redisUrl`. */
  isRedisUp?: () => boolean;
  /** Closes the connection to Redis at once. Later counts are made in this process. */
  close(): Promise<void>;
}

/**
 * Opens the limits of all surfaces. All processes count in Redis. Without `redisUrl`, or while Redis is unreachable, each
 * service counts for itself. Waits at most about a second for a Redis that does not answer.
 */
export async function openLimits(
  { redisUrl, redisAnswerMs: answerMs, remoteCounters, log, onLocalCount, ...options }:
    LimitOptions,
): Promise<OpenLimits> {
  const redis = redisUrl === undefined ? undefined : await openRedis(redisUrl, { log, answerMs });
  function counter(windows: Windows): Counter {
    const local = remoteCounters?.counter(windows) ?? createLocalCounter(windows);
    const shared = redis?.counter(windows);
    if (!shared) return local;
    return {
      async count(key, amount) {
        const counted = await shared.count(key, amount);
        if (counted) return counted;
        onLocalCount?.();
        return await local.count(key, amount);
      },
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
    ...(redis && { isRedisUp: () => redis.isUp() }),
    close: async () => redis?.close(),
  };
}

/** Connects to Redis. Loads its client only here, because most processes have no Redis. */
async function openRedis(
  url: string,
  options: { log: Logger; answerMs: number | undefined },
): Promise<RedisCounters> {
  const { openRedisCounters } = await import("./redis_counters.ts");
  return await openRedisCounters(url, options);
}

/** Returns bounds with half of the places for one organization, so that there is a place for another. */
function halfEach(maxAtOnce: number) {
  return { maxAtOnce, maxPerOrganization: Math.ceil(maxAtOnce / 2) };
}

/** Calls `use` with reads of a Redis, for the operator. Throws if it does not answer within `maxMs`. */
export async function askRedis<T>(
  url: string,
  use: (redis: RedisReader) => Promise<T>,
  options: { maxMs: number },
): Promise<T> {
  return await (await import("./redis_facts.ts")).askRedis(url, use, options);
}
