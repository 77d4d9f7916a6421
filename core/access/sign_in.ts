import { z } from "zod";
import { recordOf } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import { inSchema, parseInput, rawField, requiredOr, textField } from "../input.ts";
import { auditFailures } from "./failed_sign_ins.ts";
import { endedRecord } from "./own_sessions.ts";
import type { IdentityProvider, IdentityProviders } from "./identity_provider.ts";
import { Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";
import { staffActor, type StaffCaller, staffCallerOf } from "./caller.ts";
import { isKnownTo, type KnownBrowser } from "./known_browser.ts";
import type { SignInAttempt, SignInDelays, SignInLimits } from "./limits.ts";
import type { Background, Clock, PasswordHashing } from "../platform.ts";
import type { FactorPorts } from "./factor.ts";
import { acceptCode, acceptPasskey, type ProofPorts } from "./factor_proof.ts";
import type { StaffUser, StaffUsers } from "./staff_user.ts";
import { type Message, say } from "../messages.ts";

/** Input of a sign-in. It needs no valid e-mail address or password length: an unknown account is just wrong. */
export const signInInput = z.object({
  email: z
    .string({ error: requiredOr("mustBe", { what: "a string" }) })
    .trim()
    .toLowerCase()
    .min(1, inSchema("empty"))
    .pipe(textField(254, "E-mail address of the staff user"))
    .meta({ description: "E-mail address of the staff user", examples: ["ada@example.org"] }),
  password: textField(128, "Password of the staff user", "correct horse battery").min(
    1,
    inSchema("empty"),
  ),
  code: textField(
    64,
    "A code of the authenticator app or a recovery code, of a user who has a second factor",
    "287082",
  ).nullish(),
});

/** The ports that the begin of a session needs. */
export type BeginPorts = Clock & { staffUsers: StaffUsers; sessions: Sessions };

type SignInPorts = BeginPorts & ProofPorts & Pick<PasswordHashing, "matchPassword"> & {
  identityProviders: IdentityProviders;
  signInLimits?: SignInLimits;
  background?: Background;
};

/** The address and browser that an attempt to sign in comes from. */
export interface SignInOrigin {
  ipAddress: string;
  /** The `User-Agent` of the browser. */
  device?: string | undefined;
  /** The browser, if somebody has signed in with it before. */
  browser?: KnownBrowser | undefined;
  /** The browser's previous session. It ends if the sign-in succeeds. */
  previousSessionId?: string | undefined;
}

/** A session that has begun, with its user. */
export interface StartedSession {
  session: Session;
  caller: StaffCaller;
}

/**
 * Signs a staff user in and begins a session (core/access/README.md 5, 9 and 13). Throws VALIDATION_ERROR;
 * INVALID_CREDENTIALS, with the same words and after the same work for an unknown account, a disabled account, several
 * accounts with this e-mail address and a wrong password; FACTOR_REQUIRED if the password is right and a second factor
 * is needed; RATE_LIMIT_EXCEEDED after too many failures.
 */
export async function signIn(
  ports: SignInPorts,
  origin: SignInOrigin,
  input: unknown,
): Promise<StartedSession> {
  const { email, password, code } = parseInput(signInInput, input);
  const { ipAddress, browser } = origin;
  const attempt = { email, ipAddress, known: browser?.id };
  let refusal = say("signInFailed");
  let delay = 0;
  const started = await checkWithinLimit(ports, attempt, async (delays) => {
    const users = await ports.staffUsers.listByEmail(email);
    // A browser may know users with other e-mail addresses alone: then it waits like everybody.
    delay = users.some((user) => isKnownTo(browser, user)) ? delays.known : delays.all;
    const user = await findByPassword(ports, { users, attempt, password });
    if (!user) return undefined;
    const isDelayed = (isKnownTo(browser, user) ? delays.known : delays.all) > 0;
    // Before any other work, which would show that the password was right.
    if (isDelayed && !code) return undefined;
    const withFactor = (await ports.factors.list(user)).length > 0;
    if (withFactor) {
      if (!code) throw new DomainError("FACTOR_REQUIRED", say("factorNeeded"));
      const { id, organizationId, name } = user;
      const prover = { id, organizationId, name, ipAddress };
      const isRight = await acceptCode(ports, prover, code).catch((error: unknown) => {
        // That two codes are needed would show that the password was right.
        if (isDelayed && error instanceof DomainError) return false;
        throw error;
      });
      if (!isRight) {
        refusal = say(isDelayed ? "signInFailed" : "wrongCode");
        ports.background?.runLater(() => auditFailures(ports, [user], attempt));
        return undefined;
      }
    } else if (isDelayed) return undefined;
    return await beginSession(ports, origin, { user, withFactor });
  }, { refuse: () => delay > 0 ? tooManyAttempts(delay, "signInDelayed") : undefined });
  return startedOf(started, { ipAddress, refusal });
}

const passkeyPurpose = "sign in";

/** Returns what a browser needs to sign in with a passkey. Throws CONFLICT if passkeys cannot be used here. */
export async function startPasskeySignIn({ passkeys }: Pick<FactorPorts, "passkeys">) {
  if (passkeys.refusal !== null) throw new DomainError("CONFLICT", say("passkeysNeedDomain"));
  return await passkeys.proofOptions([], passkeyPurpose);
}

/** Input of a sign-in with a passkey: the answer of the browser. */
export const passkeySignInInput = z.object({ passkey: rawField<object>() });

/**
 * Signs a staff user in with a passkey alone: it verifies its user, so it is both the password and the second factor.
 * Throws INVALID_CREDENTIALS, or RATE_LIMIT_EXCEEDED after too many failures from this address.
 */
export async function signInWithPasskey(
  ports: SignInPorts,
  origin: SignInOrigin,
  input: unknown,
): Promise<StartedSession> {
  const { passkey } = parseInput(passkeySignInInput, input);
  const { ipAddress } = origin;
  // No account is known yet, and nobody can guess a passkey: only the address is limited.
  const started = await checkWithinLimit(ports, { email: "", ipAddress }, async () => {
    const factor = await acceptPasskey(ports, passkey, passkeyPurpose);
    const ref = factor && { id: factor.staffUserId, organizationId: factor.organizationId };
    const user = ref && await ports.staffUsers.find(ref);
    return user && await beginSession(ports, origin, { user, withFactor: true });
  });
  return startedOf(started, { ipAddress, refusal: say("passkeyFailed") });
}

/** Returns the session that has begun. Throws INVALID_CREDENTIALS if none has. */
export function startedOf(
  started: Awaited<ReturnType<typeof beginSession>>,
  { ipAddress, refusal }: { ipAddress: string; refusal: Message },
): StartedSession {
  if (!started) throw new DomainError("INVALID_CREDENTIALS", refusal);
  return { session: started.session, caller: staffCallerOf(started.caller, ipAddress) };
}

async function findByPassword(
  ports: SignInPorts,
  { users, attempt, password }: {
    users: readonly StaffUser[];
    attempt: SignInAttempt;
    password: string;
  },
): Promise<StaffUser | undefined> {
  // For every sign-in, so that the work shows neither an account nor its organization.
  const ids = users.map(({ organizationId }) => organizationId);
  const ssoOnly = await ports.identityProviders.listSsoOnly(ids);
  const hashes = users.map((user) => user.passwordHash);
  const matching = await ports.matchPassword(password, hashes, { from: attempt.ipAddress });
  // Several users match only if a person chose the same password in several organizations: take the oldest account.
  const found = users.find((one) =>
    one.maySignInAt(ports.now()) && matching.includes(one.passwordHash) &&
    !ssoOnly.includes(one.organizationId)
  );
  if (!found) ports.background?.runLater(() => auditFailures(ports, users, attempt));
  return found;
}

/** Begins a session of a user who has proved who it is, and ends the browser's previous one. Returns undefined if it may not begin. */
export async function beginSession(
  ports: BeginPorts,
  origin: SignInOrigin,
  { user, withFactor, sso }: {
    user: StaffUser;
    withFactor: boolean;
    sso?: { provider: IdentityProvider; subject: string; sid: string | null };
  },
) {
  const { now, sessions } = ports;
  // Before the new session is stored: it would count among the user's sessions and end another one.
  await endPrevious(ports, origin);
  const session = new Session(user, now(), { ...origin, withFactor, sso });
  const actor = staffActor({ staffUserId: user.id, name: user.name, ipAddress: origin.ipAddress });
  const audit = (ended: number) => {
    const action = { actor, at: session.createdAt };
    const record = recordOf(user, { ...action, action: "staff.signed_in" });
    return ended === 0 ? [record] : [record, endedRecord(user, { ...action, ended })];
  };
  const checked = { passwordHash: user.passwordHash, provider: sso?.provider };
  const isStored = await sessions.add(session, checked, audit);
  return isStored ? await sessions.find(session.id) : undefined;
}

async function endPrevious(
  ports: BeginPorts,
  { ipAddress, previousSessionId }: SignInOrigin,
): Promise<void> {
  const previous = previousSessionId === undefined
    ? undefined
    : await ports.sessions.find(previousSessionId);
  if (previous) await signOut(ports, staffCallerOf(previous.caller, ipAddress));
}

/**
 * Ends the caller's session. The next request with it, on every process, is refused with UNAUTHENTICATED. The audit record
 * also ends the open streams of the session (gateway/events/README.md 2).
 */
export async function signOut(
  { sessions, now }: Clock & { sessions: Sessions },
  caller: StaffCaller,
): Promise<void> {
  const { sessionId: id, organizationId, staffUserId, name } = caller;
  const user = { id: staffUserId, organizationId, name };
  const record = recordOf(user, {
    actor: staffActor(caller),
    action: "staff.signed_out",
    at: now(),
  });
  await sessions.end({ id, organizationId }, record);
}

/**
 * Checks a password within the limits on failures (core/access/README.md 5). `check` returns undefined for a wrong
 * password; only that stays counted. It must also do so for a right one without a second factor if it is delayed.
 * If `check` throws, the failure is the service's and the count is taken back.
 * With `forgives: "address"` a right password stays counted for the account, too. `refuse` returns the error of a wrong
 * attempt that is delayed. Throws RATE_LIMIT_EXCEEDED after too many failures.
 */
export async function checkWithinLimit<T>(
  { signInLimits }: { signInLimits?: SignInLimits },
  attempt: SignInAttempt,
  check: (delays: SignInDelays) => Promise<T | undefined>,
  { forgives, refuse = ({ known }) => known > 0 ? tooManyAttempts(known) : undefined }: {
    forgives?: "address";
    refuse?(delays: SignInDelays): DomainError | undefined;
  } = {},
): Promise<T | undefined> {
  const state = await signInLimits?.attempt(attempt);
  if (state?.isAllowed === false) throw tooManyAttempts(state.retryAfterSeconds);
  const delays = state?.delays ?? { all: 0, known: 0 };
  let isWrong = false;
  try {
    const found = await check(delays);
    isWrong = found === undefined;
    const refusal = isWrong ? refuse(delays) : undefined;
    if (refusal) throw refusal;
    return found;
  } finally {
    if (!isWrong) await signInLimits?.forgive(attempt, forgives);
  }
}

function tooManyAttempts(
  retryAfterSeconds: number,
  key: "tooManyAttempts" | "signInDelayed" = "tooManyAttempts",
): DomainError {
  return new DomainError("RATE_LIMIT_EXCEEDED", say(key), { retryAfterSeconds });
}
