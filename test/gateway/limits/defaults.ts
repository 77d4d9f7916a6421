import { pino } from "pino";

/**
 * Waits for Redis as long as it takes: for tests of what is counted. By default a Redis that the machine keeps
 * from running for a tenth of a second is taken to be away.
 */
export const patient = { redisAnswerMs: 60_000 };

/** The default limits, without a log. */
export const defaults = {
  log: pino({ level: "silent" }),
  staffRequestsPerMinute: 1200,
  reportingCostPerHour: 200_000,
  signInFailuresPerAccount: 5,
  signInFailuresPerAddress: 50,
  reportingPoolSize: 2,
};
