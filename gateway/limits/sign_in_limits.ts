import { hash } from "node:crypto";
import type { SignInAttempt, SignInLimits, SignInLimitState } from "../../core/ports.ts";
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

/** The maximum number of failures in a window. */
export interface SignInFailures {
  /** For one account and one address. */
  perAccount: number;
  /** For one address and all accounts. */
  perAddress: number;
}

/** An IPv6 site may fail as often as this number of networks (gateway/limits/README.md 6). */
const networksPerSite = 4;

/**
 * Creates core's limits for failed sign-ins. `forgive` identifies an attempt by its object: it takes back the counts of
 * exactly this attempt, once.
 */
export function createSignInLimits(
  { byAddress, byAccount }: Record<"byAddress" | "byAccount", Counter>,
  failures: SignInFailures,
): SignInLimits {
  const allowed = new WeakMap<SignInAttempt, { addresses: Counted[]; account: Counted }>();
  return {
    async attempt(attempt) {
      const network = digest(networkOf(attempt.ipAddress));
      const site = siteOf(attempt.ipAddress);
      const addresses: Counted[] = [];
      // The widest range comes first: a refused address must not fill the memory with invented accounts.
      for (
        const { key, max } of [
          ...(site === undefined
            ? []
            : [{ key: digest(site), max: networksPerSite * failures.perAddress }]),
          { key: network, max: failures.perAddress },
        ]
      ) {
        const counted = await byAddress.count(key);
        if (counted.count > max) return refuse([counted, ...addresses]);
        addresses.push(counted);
      }
      const account = await byAccount.count(`${network}:${digest(attempt.email)}`);
      if (account.count > failures.perAccount) return refuse([account, ...addresses]);
      allowed.set(attempt, { addresses, account });
      return { isAllowed: true, retryAfterSeconds: 0 };
    },
    async forgive(attempt, scope) {
      const counted = allowed.get(attempt);
      allowed.delete(attempt);
      if (!counted) return;
      const { addresses, account } = counted;
      await takeBack(scope === "address" ? addresses : [...addresses, account]);
    },
  };
}

/** Refuses with the time of the first window, and takes all counts back. */
async function refuse(counted: [Counted, ...Counted[]]): Promise<SignInLimitState> {
  await takeBack(counted);
  return { isAllowed: false, retryAfterSeconds: secondsLeft(counted[0], windowSeconds) };
}

async function takeBack(counted: Counted[]): Promise<void> {
  await Promise.all(counted.map((one) => one.takeBack()));
}

/** Returns a key for a text. Redis thus contains no personal data. */
function digest(text: string): string {
  return hash("sha256", text, "hex");
}
