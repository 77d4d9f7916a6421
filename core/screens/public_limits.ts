import { DomainError } from "../errors.ts";
import type { LimitState } from "../limit_state.ts";
import { say } from "../messages.ts";

/**
 * Counts the requests of pages that need no signed-in person, in fixed windows, of one minute unless it says otherwise (core/screens/README.md 4).
 * Never throws.
 */
export interface PublicLimits {
  /** Counts a request with an unknown token for its address. */
  countUnknown(ipAddress: string): Promise<LimitState>;
  /** Counts a request of one screen or ticket. */
  countToken(token: string): Promise<LimitState>;
  /** Counts a code that no appointment has, for its kiosk. */
  countWrongCode(kiosk: string): Promise<LimitState>;
  /** Counts a change of an appointment by its link, in a window of an hour. The address of the person does not count. */
  countChange(appointment: string): Promise<LimitState>;
  /** Counts an attempt with something short enough to guess, for its kiosk and its address, in a window of an hour. */
  countGuess(attempt: Guess): Promise<GuessState>;
}

/** Who tries a short number, or a name and a time. */
export interface Guess {
  kiosk: string;
  ipAddress: string;
}

/** The limit of a guess, with a function that takes its count back. */
export interface GuessState extends LimitState {
  takeBack(): Promise<void>;
}

/** The ports of a limited request; nothing is limited without them. */
export type PublicLimitPorts = { publicLimits?: PublicLimits };

/** Counts an unknown token. Throws RATE_LIMIT_EXCEEDED. */
export async function countUnknown(
  { publicLimits }: PublicLimitPorts,
  ipAddress: string,
): Promise<void> {
  requireAllowed(await publicLimits?.countUnknown(ipAddress));
}

/** Counts a request of a screen or ticket. Throws RATE_LIMIT_EXCEEDED. */
export async function countToken({ publicLimits }: PublicLimitPorts, token: string): Promise<void> {
  requireAllowed(await publicLimits?.countToken(token));
}

/** Counts a wrong code. Throws RATE_LIMIT_EXCEEDED. */
export async function countWrongCode(
  { publicLimits }: PublicLimitPorts,
  kiosk: string,
): Promise<void> {
  requireAllowed(await publicLimits?.countWrongCode(kiosk));
}

/** Counts a change of an appointment by its link. Throws RATE_LIMIT_EXCEEDED. */
export async function countChange(
  { publicLimits }: PublicLimitPorts,
  appointment: string,
): Promise<void> {
  requireAllowed(await publicLimits?.countChange(appointment));
}

/**
 * Counts an attempt with something short enough to guess, before it is looked up. Returns a function that takes the count
 * back, for an attempt that was right. Throws RATE_LIMIT_EXCEEDED.
 */
export async function countGuess(
  { publicLimits }: PublicLimitPorts,
  guess: Guess,
): Promise<() => Promise<void>> {
  const state = await publicLimits?.countGuess(guess);
  requireAllowed(state);
  return state ? () => state.takeBack() : async () => {};
}

function requireAllowed(state: LimitState | undefined): void {
  if (!state || state.isAllowed) return;
  throw new DomainError(
    "RATE_LIMIT_EXCEEDED",
    say("tooManyPublicRequests", { seconds: state.resetSeconds }),
    { retryAfterSeconds: state.resetSeconds },
  );
}
