import { hash } from "node:crypto";
import {
  attemptsPerMinute,
  type SignInAttempt,
  type SignInLimits,
  undelayedFailures,
} from "../../core/ports.ts";
import { type Counted, type Counter, secondsLeft } from "./counter.ts";
import { networkOf, siteOf } from "./request_limits.ts";

const windowSeconds = 15 * 60;
export const addressWindows = {
  keyPrefix: "appointments:sign-in-address",
  seconds: windowSeconds,
};
export const accountWindows = {
  keyPrefix: "appointments:sign-in-account",
  seconds: windowSeconds,
};

/** The failures of an account, and its attempts while they are delayed, from all addresses together. */
export const hourlyFailureWindows = { keyPrefix: "appointments:sign-in-hour", seconds: 3600 };
export const delayedWindows = { keyPrefix: "appointments:sign-in-minute", seconds: 60 };

/** The failures that the audit counts. */
export const failureWindows = { keyPrefix: "appointments:sign-in-failures", seconds: 24 * 3600 };

/** The maximum number of failures in a window. */
export interface SignInFailures {
  /** For one account and one address. */
  perAccount: number;
  /** For one address and all accounts. */
  perAddress: number;
}

/** An IPv6 site may fail as often as this number of networks (gateway/limits/README.md 6). */
const networksPerSite = 4;

/** A count that can be taken back. */
interface Entry {
  counter: Counter;
  key: string;
  counted: Counted;
  isOfAddress: boolean;
}

/** The counters of failures. */
export interface SignInCounters {
  byAddress: Counter;
  byAccount: Counter;
  hourly: Counter;
  delayed: Counter;
  failures: Counter;
}

/**
 * Creates core's limits for failed sign-ins. `forgive` identifies an attempt by its object: it takes back the counts of
 * exactly this attempt, once.
 */
export function createSignInLimits(
  { byAddress, byAccount, hourly, delayed, failures }: SignInCounters,
  { perAccount, perAddress }: SignInFailures,
): SignInLimits {
  const allowed = new WeakMap<SignInAttempt, Entry[]>();

  /** Counts for all addresses together. Returns the seconds of the delay. */
  async function delayOf(key: string, entries: Entry[]): Promise<number> {
    const counted = await hourly.count(key);
    const entry = { counter: hourly, key, counted, isOfAddress: false };
    const before = counted.count - 1;
    if (before >= undelayedFailures) {
      const inMinute = await delayed.count(key);
      if (inMinute.count > attemptsPerMinute(before)) {
        await takeBack([entry]);
        return secondsLeft(inMinute, delayedWindows.seconds);
      }
      entries.push({ counter: delayed, key, counted: inMinute, isOfAddress: false });
    }
    entries.push(entry);
    return 0;
  }

  return {
    async attempt(attempt) {
      const network = digest(networkOf(attempt.ipAddress));
      const site = siteOf(attempt.ipAddress);
      const entries: Entry[] = [];
      // The widest range comes first: a refused address must not fill the memory with invented accounts.
      for (
        const { counter, key, max } of [
          ...(site === undefined
            ? []
            : [{ counter: byAddress, key: digest(site), max: networksPerSite * perAddress }]),
          { counter: byAddress, key: network, max: perAddress },
          ...(isNamed(attempt)
            ? [{ counter: byAccount, key: accountKey(attempt), max: perAccount }]
            : []),
        ]
      ) {
        const counted = await counter.count(key);
        entries.push({ counter, key, counted, isOfAddress: counter === byAddress });
        if (counted.count <= max) continue;
        // Refuses with the time of this window.
        await takeBack(entries);
        return { isAllowed: false, retryAfterSeconds: secondsLeft(counted, windowSeconds) };
      }
      const ofAccount = entries.at(-1)!;
      const account = digest(attempt.email);
      const all = isNamed(attempt) ? await delayOf(account, entries) : 0;
      const known = attempt.known === undefined
        ? all
        : await delayOf(`${account}:${digest(attempt.known)}`, entries);
      // Otherwise a person who repeats a delayed attempt would be refused for 15 minutes.
      if (known > 0) await takeBack(entries.splice(entries.indexOf(ofAccount), 1));
      allowed.set(attempt, entries);
      return { isAllowed: true, retryAfterSeconds: 0, delays: { all, known } };
    },
    async forgive(attempt, scope) {
      const entries = allowed.get(attempt) ?? [];
      allowed.delete(attempt);
      await takeBack(scope === "address" ? entries.filter((one) => one.isOfAddress) : entries);
    },
    countFailure: async (attempt) => (await failures.count(accountKey(attempt))).count,
  };
}

async function takeBack(entries: Entry[]): Promise<void> {
  await Promise.all(entries.map(({ counter, key, counted }) => counter.takeBack(key, counted)));
}

/** Returns whether an attempt names an account: a passkey does not, and nobody can guess one. */
function isNamed({ email }: SignInAttempt): boolean {
  return email !== "";
}

/** Returns the key of an account and the network of an attempt. */
function accountKey({ ipAddress, email }: SignInAttempt): string {
  return `${digest(networkOf(ipAddress))}:${digest(email)}`;
}

/** Returns a key for a text. Redis thus contains no personal data. */
function digest(text: string): string {
  return hash("sha256", text, "hex");
}
