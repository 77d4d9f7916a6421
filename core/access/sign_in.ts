import { z } from "zod";
import { recordOf } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import { parseInput, requiredOr, textField } from "../input.ts";
import type { Ports } from "../ports.ts";
import { checkWithinLimit } from "./check_within_limit.ts";
import { Session } from "./session.ts";
import { actorOf, type StaffCaller } from "./staff_caller.ts";

/** What staff sign in with. No form is asked of either: what no account has is simply wrong. */
export const signInInput = z.object({
  email: z
    .string({ error: requiredOr("Must be a string") })
    .trim()
    .toLowerCase()
    .min(1, "Must not be empty")
    .pipe(textField(254, "E-mail address of the account")),
  password: textField(128, "Password of the account").min(1, "Must not be empty"),
});

type SignInPorts = Pick<
  Ports,
  "now" | "matchPassword" | "staffUsers" | "sessions" | "signInLimits"
>;

/** Where an attempt to sign in comes from. */
export interface SignInOrigin {
  ipAddress: string;
  /** The session that the browser had until now; it ends when another begins. */
  previousSessionId?: string | undefined;
}

/**
 * Begins a session (decisions 7, `POST /api/staff/session`). Throws VALIDATION_ERROR; INVALID_CREDENTIALS, in
 * the same words and after the same work for an unknown account, a disabled one, several with this e-mail address and a wrong password;
 * RATE_LIMIT_EXCEEDED after too many of these.
 */
export async function signIn(
  ports: SignInPorts,
  input: unknown,
  { ipAddress, previousSessionId }: SignInOrigin,
): Promise<{ session: Session; caller: StaffCaller }> {
  const { email, password } = parseInput(signInInput, input);
  const begun = await checkWithinLimit(
    ports,
    { email, ipAddress },
    () => begin(ports, { email, password, ipAddress }),
  );
  if (!begun) throw new DomainError("INVALID_CREDENTIALS", "The e-mail or the password is wrong");
  if (previousSessionId !== undefined) await ports.sessions.end(previousSessionId);
  return { session: begun.session, caller: { ...begun.caller, ipAddress } };
}

async function begin(
  { now, matchPassword, staffUsers, sessions }: SignInPorts,
  { email, password, ipAddress }: z.output<typeof signInInput> & { ipAddress: string },
) {
  const users = await staffUsers.listByEmail(email);
  const matching = await matchPassword(password, users.map((user) => user.passwordHash));
  // Several only if a person chose the same password in several organizations: the oldest account.
  const user = users.find((one) => !one.disabledAt && matching.includes(one.passwordHash));
  if (!user) return undefined;
  const session = new Session(user, now());
  const actor = actorOf({ staffUserId: user.id, name: user.name, ipAddress });
  const audit = ({ createdAt: at }: Session) =>
    recordOf(user, { actor, action: "staff.signed_in", at });
  const isKept = await sessions.add(session, user.passwordHash, audit);
  return isKept ? await sessions.find(session.id) : undefined;
}
