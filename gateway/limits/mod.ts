import type { Logger } from "pino";
import type {
  HeavyWork,
  HourlyLimits,
  PublicLimits,
  ReportingLimits,
  SignInLimits,
  StaffLimits,
} from "../../core/ports.ts";
import { type Counter, createLocalCounter, type Windows } from "./counter.ts";
import type { RedisFacts, RedisReader, RedisState } from "./redis_facts.ts";
import { createHeavyWork } from "./heavy_work.ts";
import {
  createHourlyLimits,
  createPublicLimits,
  createReportingLimits,
  createStaffLimits,
  guessWindows,
  hourWindows,
  publicWindows,
  reportingWindows,
  staffWindows,
} from "./request_limits.ts";
import {
  type CountAnswers,
  type CountRequests,
  createCounterHost,
  type RemoteCounters,
} from "./shared_counters.ts";
import {
  accountWindows,
  addressWindows,
  createSignInLimits,
  delayedWindows,
  failureWindows,
  hourlyFailureWindows,
} from "./sign_in_limits.ts";

export type { RedisFacts, RedisState };
export { encryptedRedisHosts } from "./encrypted_hosts.ts";
export { parseRedisUrl, redisUrlText } from "./redis_address.ts";
export { networkOf } from "./request_limits.ts";
export { createRemoteCounters } from "./shared_counters.ts";
export type { CountAnswers, CountRequests, RemoteCounters } from "./shared_counters.ts";

/** Options of counting. */
export interface CountingOptions {
  /** Any form that `parseRedisUrl` accepts. Throws if it is invalid. */
  redisUrl?: string | undefined;
  /** How long to wait for an answer of Redis. The default is 100 ms. */
  redisAnswerMs?: number | undefined;
  /** Called for each count that is made without Redis although there is a `redisUrl`. */
  onLocalCount?: (() => void) | undefined;
  log: Logger;
}

/** The counters of this process. */
interface Counting {
  counter(windows: Windows): Counter;
  /** Whether counts are made in Redis now. Absent without `redisUrl`. */
  isRedisUp?: () => boolean;
  close(): void;
}

/** Counts in Redis, or in this process without `redisUrl`. Loads the client of Redis only if it is needed. */
async function openCounting(
  { redisUrl, redisAnswerMs: answerMs, ...options }: CountingOptions,
): Promise<Counting> {
  if (redisUrl === undefined) return { counter: createLocalCounter, close: () => {} };
  const { openRedisCounters } = await import("./redis_counters.ts");
  const { isUp: isRedisUp, ...counters } = await openRedisCounters(redisUrl, {
    ...options,
    answerMs,
  });
  return { ...counters, isRedisUp };
}

/** The counters of all limits, for other processes of this service (gateway/limits/README.md 3). */
export interface LimitHost extends Omit<Counting, "counter"> {
  answer(asked: CountRequests): Promise<CountAnswers>;
}

/** Waits at most about a second for a Redis that does not answer. */
export async function openLimitHost(options: CountingOptions): Promise<LimitHost> {
  const { counter, ...counting } = await openCounting(options);
  const windows = [
    hourWindows,
    staffWindows,
    reportingWindows,
    guessWindows,
    publicWindows,
    addressWindows,
    accountWindows,
    hourlyFailureWindows,
    delayedWindows,
    failureWindows,
  ];
  const answer = createCounterHost(new Map(windows.map((one) => [one.keyPrefix, counter(one)])));
  return { ...counting, answer };
}

/** Options of the limits. */
export interface LimitOptions extends CountingOptions {
  /** Another process counts, with its own Redis. `redisUrl` is not used. */
  remoteCounters?: RemoteCounters | undefined;
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
  publicLimits: PublicLimits;
  heavyWork: HeavyWork;
  /** Whether counts are made in Redis now. Absent without `redisUrl`. */
  isRedisUp?: () => boolean;
  /** Closes the connection to Redis at once. Later counts are made in this process. */
  close(): Promise<void>;
}

/**
 * Opens the limits of all surfaces. Services count together in Redis. Without `redisUrl`, or while Redis is
 * unreachable, each service counts for itself. Waits at most about a second for a Redis that does not answer.
 */
export async function openLimits(
  { remoteCounters, ...options }: LimitOptions,
): Promise<OpenLimits> {
  const { counter, isRedisUp, close }: Counting = remoteCounters
    ? { ...remoteCounters, close: () => {} }
    : await openCounting(options);
  return {
    hourlyLimits: createHourlyLimits(counter(hourWindows)),
    staffLimits: createStaffLimits(counter(staffWindows), options.staffRequestsPerMinute),
    reportingLimits: createReportingLimits(
      counter(reportingWindows),
      options.reportingCostPerHour,
    ),
    publicLimits: createPublicLimits(counter(publicWindows), counter(guessWindows)),
    signInLimits: createSignInLimits(
      {
        byAddress: counter(addressWindows),
        byAccount: counter(accountWindows),
        hourly: counter(hourlyFailureWindows),
        delayed: counter(delayedWindows),
        failures: counter(failureWindows),
      },
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
    ...(isRedisUp && { isRedisUp }),
    close: async () => close(),
  };
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
