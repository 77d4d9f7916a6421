import { hash } from "node:crypto";
import type { SignInAttempt, SignInLimits } from "../../core/ports.ts";
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
}

/**
 * Creates core's limits for failed sign-ins. `forgive` identifies an attempt by its object: it takes back the counts of
 * exactly this attempt, once.
 */
export function createSignInLimits(
  { byAddress, byAccount, failures }: Record<"byAddress" | "byAccount" | "failures", Counter>,
  { perAccount, perAddress }: SignInFailures,
): SignInLimits {
  const allowed = new WeakMap<SignInAttempt, Entry[]>();
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
          { counter: byAccount, key: accountKey(attempt), max: perAccount },
        ]
      ) {
        const counted = await counter.count(key);
        entries.push({ counter, key, counted });
        if (counted.count <= max) continue;
        // Refuses with the time of this window.
        await takeBack(entries);
        return { isAllowed: false, retryAfterSeconds: secondsLeft(counted, windowSeconds) };
      }
      allowed.set(attempt, entries);
      return { isAllowed: true, retryAfterSeconds: 0 };
    },
    async forgive(attempt, scope) {
      const entries = allowed.get(attempt) ?? [];
      allowed.delete(attempt);
      // The account is the last one.
      await takeBack(scope === "address" ? entries.slice(0, -1) : entries);
    },
    countFailure: async (attempt) => (await failures.count(accountKey(attempt))).count,
  };
}

async function takeBack(entries: Entry[]): Promise<void> {
  await Promise.all(entries.map(({ counter, key, counted }) => counter.takeBack(key, counted)));
}

/** Returns the key of an account and the network of an attempt. */
function accountKey({ ipAddress, email }: SignInAttempt): string {
  return `${digest(networkOf(ipAddress))}:${digest(email)}`;
}

/** Returns a key for a text. Redis thus contains no personal data. */
function digest(text: string): string {
  return hash("sha256", text, "hex");
}
