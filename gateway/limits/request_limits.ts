import type { HourlyLimits, LimitState, ReportingLimits, StaffLimits } from "../../core/mod.ts";
import { type Counted, type Counter, secondsLeft } from "./counter.ts";
import ipaddr from "ipaddr.js";

export const hourWindows = { keyPrefix: "appointments:hourly-limit", seconds: 3600 };
export const staffWindows = { keyPrefix: "appointments:staff-limit", seconds: 60 };
export const reportingWindows = { keyPrefix: "appointments:reporting-limit", seconds: 3600 };

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
    async count(staffUserId, weight = 1) {
      const counted = await counter.count(`${staffUserId}`, weight);
      return stateOf(counted, requestsPerMinute, staffWindows.seconds);
    },
  };
}

/** Core's limit on what a reporting token's queries cost, the same for each token; what is refused costs nothing. */
export function createReportingLimits(counter: Counter, costPerHour: number): ReportingLimits {
  return {
    async count(tokenId, cost) {
      const counted = await counter.count(`${tokenId}`, cost);
      const state = stateOf(counted, costPerHour, reportingWindows.seconds);
      if (state.isAllowed) return state;
      await counted.takeBack();
      return { ...state, remaining: Math.max(0, costPerHour - (counted.count - cost)) };
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

/**
 * Whom an address stands for: an IPv4 address itself; of IPv6 its /64, since a single line is given a whole
 * one and could call from a new address each time. A text that is neither stands for itself.
 */
export function networkOf(ipAddress: string): string {
  // An IPv4 address has one spelling here; ipaddr.js would also read `10.1` and `0x7f.1` as addresses.
  if (!ipaddr.IPv6.isValid(ipAddress)) return ipAddress;
  const address = ipaddr.process(ipAddress);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0])}/64`;
}

/** Returns the /48 of an IPv6 address, which one subscriber may have; undefined for every other text. */
export function siteOf(ipAddress: string): string | undefined {
  if (!ipaddr.IPv6.isValid(ipAddress)) return undefined;
  const address = ipaddr.process(ipAddress);
  if (address instanceof ipaddr.IPv4) return undefined;
  return `${new ipaddr.IPv6([...address.parts.slice(0, 3), 0, 0, 0, 0, 0])}/48`;
}
