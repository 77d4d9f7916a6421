import type { LimitState } from "../usage/hourly_limit.ts";

/** Who tries to sign in, from where. */
export interface SignInAttempt {
  /** Lower case, as accounts are named; whether there is such an account makes no difference. */
  email: string;
  ipAddress: string;
}

/** How an attempt to sign in stands before its password is looked at. */
export interface SignInLimitState {
  /** False when there were too many failures, for this account from this address or from this address. */
  isAllowed: boolean;
  /** Seconds until it may be tried again, from 1; 0 when it is allowed. */
  retryAfterSeconds: number;
}

/** Bounds failures to sign in within 15 minutes of the first of them (decisions 7). Never throws. */
export interface SignInLimits {
  /**
   * Counts an attempt as failed, in advance, so that guesses made at once are not more than guesses made one
   * after another. One that is not allowed is not counted.
   */
  attempt(attempt: SignInAttempt): Promise<SignInLimitState>;
  /** Takes the count of an allowed attempt back, given the same object: it did not fail. */
  forgive(attempt: SignInAttempt): Promise<void>;
}

/**
 * Counts what the queries of a reporting token cost in a fixed window of one hour (decisions 9). A cost that is
 * not allowed is not counted, so that a cheaper query may still be. Never throws.
 */
export interface ReportingLimits {
  /** `cost` is a whole number of points, from 1. */
  count(tokenId: number, cost: number): Promise<LimitState>;
}

/** Counts a staff user's requests in a fixed window of a minute (decisions 9). Never throws. */
export interface StaffLimits {
  /** `weight` is how many requests it counts as, a whole number from 1; 1 where it is left out. */
  count(staffUserId: number, weight?: number): Promise<LimitState>;
}
