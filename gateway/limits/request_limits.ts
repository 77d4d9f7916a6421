import type { HourlyLimits, LimitState, StaffLimits } from "../../core/mod.ts";
import { type Counted, type Counter, secondsLeft } from "./counter.ts";

export const hourWindows = { keyPrefix: "appointments:hourly-limit", seconds: 3600 };
export const staffWindows = { keyPrefix: "appointments:staff-limit", seconds: 60 };

/** Core's hourly limit of API keys; refused requests count too. */
export function createHourlyLimits(counter: Counter): HourlyLimits {
  return {
    async count({ lineageId, rateLimitPerHour }) {
      return stateOf(await counter.count(lineageId), rateLimitPerHour, hourWindows.seconds);
    },
  };
}

/** Core's limit on a staff user's requests, the same for each user; refused requests count too. */
export function createStaffLimits(counter: Counter, requestsPerMinute: number): StaffLimits {
  return {
    async count(staffUserId) {
      return stateOf(
        await counter.count(`${staffUserId}`),
        requestsPerMinute,
        staffWindows.seconds,
      );
    },
  };
}

function stateOf(counted: Counted, limit: number, windowSeconds: number): LimitState {
  return {
    limit,
    remaining: Math.max(0, limit - counted.count),
    resetSeconds: secondsLeft(counted, windowSeconds),
    isAllowed: counted.count <= limit,
  };
}
