import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import type { SignInAttempt } from "./limits.ts";

/**
 * Checks a password within the limit on failures (core/access/README.md 5). `check` returns undefined for a wrong
 * password; only that stays counted. If `check` throws, the failure is the service's and the count is taken back.
 * With `forgives: "address"` a right password stays counted for the account, too.
 * Throws RATE_LIMIT_EXCEEDED after too many failures.
 */
export async function checkWithinLimit<T>(
  { signInLimits }: Pick<Ports, "signInLimits">,
  attempt: SignInAttempt,
  check: () => Promise<T | undefined>,
  { forgives }: { forgives?: "address" } = {},
): Promise<T | undefined> {
  const state = await signInLimits?.attempt(attempt);
  if (state?.isAllowed === false) {
    const { retryAfterSeconds } = state;
    const message = "Too many failed attempts. Wait for the seconds in Retry-After.";
    throw new DomainError("RATE_LIMIT_EXCEEDED", message, { retryAfterSeconds });
  }
  let isWrong = false;
  try {
    const found = await check();
    isWrong = found === undefined;
    return found;
  } finally {
    if (!isWrong) await signInLimits?.forgive(attempt, forgives);
  }
}
