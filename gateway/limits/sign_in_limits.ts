import { hash } from "node:crypto";
import type { SignInAttempt, SignInLimits, SignInLimitState } from "../../core/mod.ts";
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

/** How many failures each window holds. */
export interface SignInFailures {
  /** For one account from one address. */
  perAccount: number;
  /** From one address, for whichever accounts. */
  perAddress: number;
}

/** A site, which has 65,536 networks, may fail as often as so many of them (gateway/limits/README.md 4). */
const networksPerSite = 4;

/**
 * Core's limits on failures to sign in. An attempt that is forgiven is known by its object: `forgive` takes
 * back what `attempt` counted for that very object, once, and nothing for any other.
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
      // The widest first: an address that is refused must not fill the memory with accounts that it makes up.
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

/** Refuses by the window of the first, and counts none of them. */
async function refuse(counted: [Counted, ...Counted[]]): Promise<SignInLimitState> {
  await takeBack(counted);
  return { isAllowed: false, retryAfterSeconds: secondsLeft(counted[0], windowSeconds) };
}

async function takeBack(counted: Counted[]): Promise<void> {
  await Promise.all(counted.map((one) => one.takeBack()));
}

/** Makes a key of any text, and leaves nothing personal to read in Redis. */
function digest(text: string): string {
  return hash("sha256", text, "hex");
}
