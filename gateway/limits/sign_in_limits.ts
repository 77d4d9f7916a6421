import { hash } from "node:crypto";
import type { SignInAttempt, SignInLimits, SignInLimitState } from "../../core/mod.ts";
import { type Counted, type Counter, secondsLeft } from "./counter.ts";
import { networkOf } from "./request_limits.ts";

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

/**
 * Core's limits on failures to sign in. An attempt that is forgiven is known by its object: `forgive` takes
 * back what `attempt` counted for that very object, once, and nothing for any other.
 */
export function createSignInLimits(
  { byAddress, byAccount }: Record<"byAddress" | "byAccount", Counter>,
  most: SignInFailures,
): SignInLimits {
  const allowed = new WeakMap<SignInAttempt, Counted[]>();
  return {
    async attempt(attempt) {
      const network = digest(networkOf(attempt.ipAddress));
      // The address first: one that is refused must not fill the memory with accounts that it makes up.
      const address = await byAddress.count(network);
      if (address.count > most.perAddress) return refuse([address]);
      const account = await byAccount.count(`${network}:${digest(attempt.email)}`);
      if (account.count > most.perAccount) return refuse([account, address]);
      allowed.set(attempt, [address, account]);
      return { isAllowed: true, retryAfterSeconds: 0 };
    },
    async forgive(attempt, scope) {
      const [address, ...account] = allowed.get(attempt) ?? [];
      allowed.delete(attempt);
      if (address) await takeBack(scope === "address" ? [address] : [address, ...account]);
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
