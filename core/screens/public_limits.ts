import { DomainError } from "../errors.ts";
import type { LimitState } from "../limit_state.ts";

/**
 * Counts the requests of pages that need no signed-in person, in a fixed window of one minute (core/screens/README.md 4).
 * Never throws.
 */
export interface PublicLimits {
  /** `weight` is the number of requests that the request counts as: a whole number from 1. */
  countAddress(ipAddress: string, weight: number): Promise<LimitState>;
  /** `key` is of one screen or ticket. */
  countToken(key: string, weight: number): Promise<LimitState>;
}

/** The ports of a limited request; nothing is limited without them. */
export type PublicLimitPorts = { publicLimits?: PublicLimits };

/** A request with an unknown token, or a wrong code at a kiosk, counts as this many more. */
const guessWeights = { address: 49, token: 11 } as const;

/** Counts a request of an address. Throws RATE_LIMIT_EXCEEDED. */
export async function countAddress(
  { publicLimits }: PublicLimitPorts,
  ipAddress: string,
): Promise<void> {
  requireAllowed(await publicLimits?.countAddress(ipAddress, 1));
}

/** Counts that the request of an address named an unknown token. Never refuses: the request is refused already. */
export async function countUnknown(
  { publicLimits }: PublicLimitPorts,
  ipAddress: string,
): Promise<void> {
  await publicLimits?.countAddress(ipAddress, guessWeights.address);
}

/** Counts a request of a screen or ticket. Throws RATE_LIMIT_EXCEEDED. */
export async function countToken({ publicLimits }: PublicLimitPorts, key: string): Promise<void> {
  requireAllowed(await publicLimits?.countToken(key, 1));
}

/** Counts that a code was wrong. */
export async function countWrongCode(
  { publicLimits }: PublicLimitPorts,
  key: string,
): Promise<void> {
  await publicLimits?.countToken(key, guessWeights.token);
}

function requireAllowed(state: LimitState | undefined): void {
  if (!state || state.isAllowed) return;
  throw new DomainError(
    "RATE_LIMIT_EXCEEDED",
    `Too many requests. Try again in ${state.resetSeconds} s.`,
    { retryAfterSeconds: state.resetSeconds },
  );
}
