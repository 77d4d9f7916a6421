import { z } from "zod";
import { DomainError, validationError } from "../errors.ts";
import { parseInput, rawField, textField } from "../input.ts";
import { say } from "../messages.ts";
import type { Background, Clock, PasswordHashing } from "../platform.ts";
import type { StaffCaller } from "./caller.ts";
import { acceptCode, acceptPasskey, type ProofPorts, type Prover } from "./factor_proof.ts";
import { auditFailures } from "./failed_sign_ins.ts";
import { userKey } from "./known_browser.ts";
import type { SignInLimits } from "./limits.ts";
import type { Sessions } from "./sessions.ts";
import { checkWithinLimit } from "./sign_in.ts";
import type { StaffUsers } from "./staff_user.ts";

/** How long a proof is fresh (core/access/README.md 14). */
const freshMinutes = 10;

/** Throws STEP_UP_REQUIRED unless the session has proved who the caller is within the last ten minutes. */
export function requireFresh(
  { now }: Clock,
  { provedAt }: Pick<StaffCaller, "provedAt">,
): void {
  const end = provedAt.add({ minutes: freshMinutes });
  if (Temporal.Instant.compare(now(), end) < 0) return;
  throw new DomainError("STEP_UP_REQUIRED", say("stepUpNeeded", { minutes: freshMinutes }));
}

/** The purpose of the challenge of a proof in a session. */
export function proofPurpose({ sessionId }: Pick<StaffCaller, "sessionId">): string {
  return `prove ${sessionId}`;
}

/** Input of a proof: the password of a user without a factor; otherwise a code or the answer of a passkey. */
export const proveIdentityInput = z.object({
  password: textField(128, "The password").nullish(),
  code: textField(64, "A code of the authenticator app, or a recovery code").nullish(),
  passkey: rawField<object | null | undefined>().optional(),
});

/**
 * Proves again who the caller is. A user with a factor must give the factor. Throws VALIDATION_ERROR for a wrong proof,
 * which counts as a failed sign-in, RATE_LIMIT_EXCEEDED after too many failures, and FACTOR_REQUIRED if two codes are
 * needed.
 */
export async function proveIdentity(
  ports: ProofPorts & Pick<PasswordHashing, "matchPassword"> & {
    sessions: Sessions;
    staffUsers: StaffUsers;
    signInLimits?: SignInLimits;
    background?: Background;
  },
  caller: StaffCaller,
  input: unknown,
): Promise<void> {
  const { password, code, passkey } = parseInput(proveIdentityInput, input);
  const { email, ipAddress, organizationId, staffUserId: id, name, sessionId } = caller;
  const user = { id, organizationId, name, ipAddress };
  const attempt = { email, ipAddress, known: userKey(user) };
  // Such a user may not know the password of the account, and the provider may be the only way in.
  if (caller.bySso && !caller.hasFactor) {
    throw validationError({ field: "password", message: say("proveBySso") });
  }
  const isRight = async () => {
    if (!caller.hasFactor) return await isPassword(ports, user, password ?? "");
    if (!passkey) return await acceptCode(ports, user, code ?? "");
    const factor = await acceptPasskey(ports, passkey, proofPurpose(caller));
    return factor?.staffUserId === id && factor.organizationId === organizationId;
  };
  const isProved = await checkWithinLimit(ports, attempt, async (delays) => {
    const isDelayed = delays.known > 0 && !caller.hasFactor;
    const found = await isRight();
    if (!found) ports.background?.runLater(() => auditFailures(ports, [user], attempt));
    return found && !isDelayed || undefined;
  });
  if (isProved) return await ports.sessions.prove({ id: sessionId, organizationId }, ports.now());
  const field = !caller.hasFactor ? "password" : passkey ? "passkey" : "code";
  const message = say(caller.hasFactor ? "wrongProof" : "wrongPassword");
  throw validationError({ field, message });
}

async function isPassword(
  { staffUsers, matchPassword }: Pick<PasswordHashing, "matchPassword"> & {
    staffUsers: StaffUsers;
  },
  { id, organizationId, ipAddress: from }: Prover,
  password: string,
): Promise<boolean> {
  const user = await staffUsers.find({ id, organizationId });
  const hashes = user ? [user.passwordHash] : [];
  return (await matchPassword(password, hashes, { from })).length > 0;
}
