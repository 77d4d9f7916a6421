import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import type { SignInAttempt } from "./limits.ts";

/**
 * Checks a password within the limit on failures (decisions 7): only what `check` finds wrong, which is
 * undefined, stays counted; a fault of ours is not the caller's failure. Throws RATE_LIMIT_EXCEEDED after too
 * many.
 */
export async function checkWithinLimit<T>(
  { signInLimits }: Pick<Ports, "signInLimits">,
  attempt: SignInAttempt,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const standing = await signInLimits?.attempt(attempt);
  if (standing?.isAllowed === false) {
    const { retryAfterSeconds } = standing;
    const message = "Too many failed attempts; wait as Retry-After says";
    throw new DomainError("RATE_LIMIT_EXCEEDED", message, { retryAfterSeconds });
  }
  let isWrong = false;
  try {
    const found = await check();
    isWrong = found === undefined;
    return found;
  } finally {
    if (!isWrong) await signInLimits?.forgive(attempt);
  }
}
