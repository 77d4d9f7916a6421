import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe } from "vitest";
import type { SignInAttempt, SignInLimitState } from "../../../core/mod.ts";
import { type Subject, subjects } from "./subjects.ts";

export const minuteMs = 60_000;
export const newEmail = () => `${randomUUID()}@example.com`;
// Texts that are no addresses count as themselves.
export const newAddress = () => randomUUID();
export const newAttempt = () => ({ email: newEmail(), ipAddress: newAddress() });

/** What a test of sign-in limits does with them. */
export interface SignInTools {
  pass(ms: number): Promise<void>;
  /** This very attempt, to be forgiven perhaps. */
  attemptOnce(attempt: SignInAttempt): Promise<SignInLimitState>;
  forgive(attempt: SignInAttempt, scope?: "address"): Promise<void>;
  /** Another attempt with these values, as every request makes its own. */
  attempt(values: SignInAttempt): Promise<SignInLimitState>;
  /** How many of so many attempts, one after another, may be looked at. */
  allowedOf(times: number, next: (i: number) => SignInAttempt): Promise<number>;
}

/** Has the same tests for each implementation that can be had here. */
export function describeSignInLimits(name: string, tests: (tools: SignInTools) => void): void {
  for (const { place, open, isHere } of subjects) {
    describe.skipIf(!isHere)(`${name} in ${place}`, () => {
      let subject: Subject;
      beforeAll(async () => void (subject = await open()));
      afterAll(() => subject[Symbol.asyncDispose]());
      const attemptOnce = (attempt: SignInAttempt) => subject.limits.signInLimits.attempt(attempt);
      const attempt = (values: SignInAttempt) => attemptOnce({ ...values });
      tests({
        pass: (ms) => subject.pass("appointments:sign-in-*", ms),
        attemptOnce,
        forgive: (...forgiven) => subject.limits.signInLimits.forgive(...forgiven),
        attempt,
        async allowedOf(times, next) {
          let allowed = 0;
          for (let i = 0; i < times; i += 1) if ((await attempt(next(i))).isAllowed) allowed += 1;
          return allowed;
        },
      });
    });
  }
}
