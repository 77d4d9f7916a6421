import { pino } from "pino";

/** The limits of decisions 7 and 9, and no log. */
export const defaults = {
  log: pino({ level: "silent" }),
  staffRequestsPerMinute: 1200,
  reportingCostPerHour: 200_000,
  signInFailuresPerAccount: 5,
  signInFailuresPerAddress: 50,
};
