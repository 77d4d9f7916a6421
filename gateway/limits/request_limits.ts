import { hash } from "node:crypto";
import type {
  HourlyLimits,
  LimitState,
  PublicLimits,
  ReportingLimits,
  StaffLimits,
} from "../../core/ports.ts";
import { type Counted, type Counter, secondsLeft } from "./counter.ts";
import ipaddr from "ipaddr.js";

export const hourWindows = { keyPrefix: "appointments:hourly-limit", seconds: 3600 };
export const staffWindows = { keyPrefix: "appointments:staff-limit", seconds: 60 };
export const reportingWindows = { keyPrefix: "appointments:reporting-limit", seconds: 3600 };
export const guessWindows = { keyPrefix: "appointments:guess-limit", seconds: 3600 };
export const publicWindows = { keyPrefix: "appointments:public-limit", seconds: 60 };

const unknownTokensPerAddress = 60;
const publicRequestsPerToken = 120;
const wrongCodesPerKiosk = 10;
const guessesPerKiosk = 20;
const guessesPerAddress = 60;
const changesPerAppointment = 20;

/** Creates core's hourly limit for API keys. Refused requests count too. */
export function createHourlyLimits(counter: Counter): HourlyLimits {
  return {
    async count({ lineageId, windowNumber, rateLimitPerHour }) {
      const window = windowNumber === 0 ? lineageId : `${lineageId} ${windowNumber}`;
      return stateOf(await counter.count(window), rateLimitPerHour, hourWindows.seconds);
    },
  };
}

/** Creates core's request limit for staff users, the same for each user. Refused requests count too. */
export function createStaffLimits(counter: Counter, requestsPerMinute: number): StaffLimits {
  return {
    async count(staffUserId, weight = 1) {
      const counted = await counter.count(`${staffUserId}`, weight);
      return stateOf(counted, requestsPerMinute, staffWindows.seconds);
    },
  };
}

/** Creates core's cost limit for reporting tokens, the same for each token. Refused queries cost nothing. */
export function createReportingLimits(counter: Counter, costPerHour: number): ReportingLimits {
  return {
    async count(tokenId, cost) {
      const counted = await counter.count(`${tokenId}`, cost);
      const state = stateOf(counted, costPerHour, reportingWindows.seconds);
      if (state.isAllowed) return state;
      await counter.takeBack(`${tokenId}`, counted);
      return { ...state, remaining: Math.max(0, costPerHour - (counted.count - cost)) };
    },
  };
}

/** Creates core's limits for pages without a signed-in person. Refused requests count too. `guesses` has windows of an hour. */
export function createPublicLimits(counter: Counter, guesses: Counter): PublicLimits {
  async function count(key: string, limit: number): Promise<LimitState> {
    return stateOf(await counter.count(key), limit, publicWindows.seconds);
  }
  // Whoever reads Redis must not get tokens.
  const digest = (text: string) => hash("sha256", text, "hex");
  return {
    countUnknown: (ipAddress) => count(`unknown ${networkOf(ipAddress)}`, unknownTokensPerAddress),
    countToken: (token) => count(`token ${digest(token)}`, publicRequestsPerToken),
    countWrongCode: (kiosk) => count(`codes ${digest(kiosk)}`, wrongCodesPerKiosk),
    countChange: async (appointment) =>
      stateOf(
        await guesses.count(`changes ${digest(appointment)}`),
        changesPerAppointment,
        guessWindows.seconds,
      ),
    async countGuess({ kiosk, ipAddress }) {
      const limits = {
        [`kiosk ${digest(kiosk)}`]: guessesPerKiosk,
        [`address ${networkOf(ipAddress)}`]: guessesPerAddress,
      };
      const counts = await Promise.all(
        Object.entries(limits).map(async ([key, limit]) => {
          const counted = await guesses.count(key);
          return { key, counted, state: stateOf(counted, limit, guessWindows.seconds) };
        }),
      );
      const { state } = counts.find((one) => !one.state.isAllowed) ?? counts[0]!;
      const takeBack = async () => {
        await Promise.all(counts.map(({ key, counted }) => guesses.takeBack(key, counted)));
      };
      return { ...state, takeBack };
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
 * Returns the network that an address counts for: an IPv4 address itself, or the /64 of an IPv6 address, because one
 * subscriber has a whole /64. Returns any other text unchanged.
 */
export function networkOf(ipAddress: string): string {
  // Checks IPv6 only: ipaddr.js would also parse `10.1` and `0x7f.1` as IPv4 addresses.
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
