import type { LimitState } from "../limit_state.ts";

/** The account and address of an attempt to sign in. */
export interface SignInAttempt {
  /** Lower case. The limit is the same whether the account exists or not. */
  email: string;
  ipAddress: string;
  /** The name of a counter that strangers cannot use: a browser or a user that is known already. */
  known?: string | undefined;
}

/** After this number of failures of an account in an hour, from all addresses together, attempts are delayed. */
export const undelayedFailures = 20;

/** Returns how many attempts for an account are checked in a minute, after so many failures in an hour. */
export function attemptsPerMinute(failures: number): number {
  return Math.max(1, Math.floor(120 / failures));
}

/** Seconds until the next attempt is checked, after many failures from all addresses together; 0 without a delay. */
export interface SignInDelays {
  /** For everybody. */
  all: number;
  /** For the attempts of `SignInAttempt.known`; that of everybody without it. */
  known: number;
}

/** The state of the limit on failures before the password is checked. */
export interface SignInLimitState {
  /** False after too many failures for this account from this address, or from this address. */
  isAllowed: boolean;
  /** Seconds until the next attempt is allowed, from 1; 0 if this attempt is allowed. */
  retryAfterSeconds: number;
  /** Absent if the attempt is not allowed. A delayed attempt may succeed only with a second factor. */
  delays?: SignInDelays;
}

/** Limits failed sign-ins (core/access/README.md 5). Never throws. */
export interface SignInLimits {
  /**
   * Counts an attempt as failed before its password is checked, so that many guesses at once are limited like guesses
   * in turn. An attempt that is not allowed is not counted. A delayed one is counted for its address only.
   */
  attempt(attempt: SignInAttempt): Promise<SignInLimitState>;
  /**
   * Takes the count of an allowed attempt back, because it did not fail. Needs the same object as `attempt`. With
   * `address` the attempt stays counted for the account.
   */
  forgive(attempt: SignInAttempt, scope?: "address"): Promise<void>;
  /** Counts a failure for the audit. Returns the number of failures of the account from this address in 24 hours. */
  countFailure(attempt: SignInAttempt): Promise<number>;
}

/**
 * Counts the cost of a reporting token's queries in a fixed window of one hour (core/access/README.md 8). A cost that
 * is not allowed is not counted, so that a cheaper query still passes. Never throws.
 */
export interface ReportingLimits {
  /** `cost` is a whole number of points, from 1. */
  count(tokenId: number, cost: number): Promise<LimitState>;
}

/** Counts a staff user's requests in a fixed window of one minute (core/access/README.md 8). Never throws. */
export interface StaffLimits {
  /** `weight` is the number of requests that the call counts as: a whole number from 1 (default 1). */
  count(staffUserId: number, weight?: number): Promise<LimitState>;
}
