import { z } from "zod";
import { changesBetween, ifChanged, recordOf } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import { say } from "../messages.ts";
import type { Clock, Hashing, Randomness, SecretBox } from "../platform.ts";
import { boundTo } from "./bound_departments.ts";
import { staffActor, type StaffCaller } from "./caller.ts";
import { accessTo, ssoPath } from "./identity_settings.ts";
import type {
  IdentityClient,
  IdentityProvider,
  IdentityProviders,
  SignedInIdentity,
} from "./identity_provider.ts";
import {
  type BeginPorts,
  beginSession,
  type SignInOrigin,
  startedOf,
  type StartedSession,
} from "./sign_in.ts";
import { maxClockDifference } from "./session.ts";
import type { StaffUser } from "./staff_user.ts";

/** A person has this time to sign in at the provider. */
export const pendingMinutes = 10;
/** A logout token is accepted for this time after its issue. */
const logoutMinutes = 5;
const pendingContext = "sso sign-in";

const pendingForm = z.object({
  organizationId: z.number(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  link: z.string().optional(),
  /** The session of a proof. */
  sessionId: z.string().optional(),
  startedAt: z.string(),
});

type SsoPorts = Clock & Randomness & Hashing & {
  identityProviders: IdentityProviders;
  identityClient: IdentityClient;
  secretBox: SecretBox;
};

/** A sign-in that begins: the address at the provider, and what the browser must bring back. */
export interface StartedSso {
  address: string;
  pending: string;
}

/**
 * Begins a sign-in at the provider of the organization that `path` belongs to, or a proof of a session by the provider.
 * Throws CONFLICT for an unknown path, and SERVICE_UNAVAILABLE if the provider does not answer.
 */
export async function startSso(
  ports: SsoPorts,
  { path, redirectUri, link, caller }: {
    path: string;
    redirectUri: string;
    link?: string | undefined;
    caller?: StaffCaller | undefined;
  },
): Promise<StartedSso> {
  const provider = await providerAt(ports, path);
  const isOwn = !caller || caller.bySso && caller.organizationId === provider?.organizationId;
  if (!provider || !isOwn) throw unknownPath();
  const [state, nonce, verifier] = [1, 2, 3].map(() => ports.randomBytes(32).toHex()) as [
    string,
    string,
    string,
  ];
  const secrets = { state, nonce, verifier };
  const address = await ports.identityClient.signInAddress(accessTo(ports, provider), {
    ...secrets,
    redirectUri,
    isProof: caller !== undefined,
  });
  const { organizationId } = provider;
  const pending: z.output<typeof pendingForm> = {
    organizationId,
    ...secrets,
    link,
    sessionId: caller?.sessionId,
    startedAt: ports.now().toString(),
  };
  return { address, pending: ports.secretBox.seal(JSON.stringify(pending), pendingContext) };
}

/**
 * Ends a sign-in with the answer of the provider, which came to `url`. Returns undefined for a proof, which it has
 * written to the caller's session. Throws INVALID_CREDENTIALS for an invalid answer, one that was used before, an account
 * without a link and a link that has ended; FORBIDDEN if no group of the person has a role; CONFLICT if another user has
 * the identity; and SERVICE_UNAVAILABLE if the provider does not answer.
 */
export async function finishSso(
  ports: SsoPorts & BeginPorts,
  origin: SignInOrigin,
  { url, pending: sealed, caller }: {
    url: string;
    pending: string;
    caller?: StaffCaller | undefined;
  },
): Promise<StartedSession | undefined> {
  const pending = openPending(ports, sealed);
  const provider = pending && await ports.identityProviders.find(pending.organizationId);
  if (!provider || !await isFirstUse(ports, pending)) throw refused();
  const identity = await ports.identityClient.identityOf(accessTo(ports, provider), {
    ...pending,
    url,
  });
  if (!identity) throw refused();
  const { organizationId } = provider;
  if (pending.sessionId !== undefined) {
    const known = { issuer: provider.issuer, subject: identity.subject };
    const id = await ports.identityProviders.findUser(organizationId, known);
    const isOwn = caller?.sessionId === pending.sessionId && caller.staffUserId === id;
    if (!isOwn || !provesSince(identity, pending)) throw refused();
    await ports.sessions.prove({ id: pending.sessionId, organizationId }, ports.now());
    return undefined;
  }
  const id = await userIdOf(ports, { provider, identity, link: pending.link, origin });
  const found = await ports.staffUsers.find({ id, organizationId });
  if (!found || found.disabledAt !== null) {
    throw new DomainError("INVALID_CREDENTIALS", say("ssoNotLinked"));
  }
  const user = await withGroups(ports, { provider, identity, user: found, origin });
  const sso = { subject: identity.subject, sid: identity.sid };
  const started = await beginSession(ports, origin, { user, withFactor: true, sso });
  return startedOf(started, { ipAddress: origin.ipAddress, refusal: say("ssoNotLinked") });
}

/** Returns the sealed state of a sign-in, unless it is another text or too old. */
function openPending({ secretBox, now }: Pick<SsoPorts, "secretBox" | "now">, sealed: string) {
  let text: string;
  try {
    text = secretBox.open(sealed, pendingContext);
  } catch {
    return undefined;
  }
  const pending = pendingForm.parse(JSON.parse(text));
  return isOver(pending, now()) ? undefined : pending;
}

function endOf({ startedAt }: { startedAt: string }): Temporal.Instant {
  return Temporal.Instant.from(startedAt).add({ minutes: pendingMinutes });
}

function isOver(pending: { startedAt: string }, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(endOf(pending), now) <= 0;
}

async function isFirstUse(
  ports: SsoPorts,
  { organizationId, state, startedAt }: z.output<typeof pendingForm>,
): Promise<boolean> {
  const hash = await ports.sha256(`state ${state}`);
  return await ports.identityProviders.useOnce({
    organizationId,
    hash,
    endsAt: endOf({ startedAt }),
  });
}

/** Returns whether the person has signed in at the provider since the proof began. */
function provesSince(
  { authenticatedAt }: SignedInIdentity,
  { startedAt }: { startedAt: string },
): boolean {
  const earliest = Temporal.Instant.from(startedAt).subtract(maxClockDifference);
  return authenticatedAt !== null && Temporal.Instant.compare(authenticatedAt, earliest) >= 0;
}

async function userIdOf(
  ports: SsoPorts,
  { provider: { organizationId, issuer }, identity, link, origin }: {
    provider: IdentityProvider;
    identity: SignedInIdentity;
    link: string | undefined;
    origin: SignInOrigin;
  },
): Promise<number> {
  const known = { issuer, subject: identity.subject };
  if (link === undefined) {
    const id = await ports.identityProviders.findUser(organizationId, known);
    if (id === undefined) throw new DomainError("INVALID_CREDENTIALS", say("ssoNotLinked"));
    return id;
  }
  const at = ports.now();
  const hash = await ports.sha256(link);
  const used = await ports.identityProviders.useLink(
    { organizationId, hash, at },
    known,
    (user) => {
      const actor = staffActor({
        staffUserId: user.id,
        name: user.name,
        ipAddress: origin.ipAddress,
      });
      return recordOf(user, { actor, action: "staff.sso_linked", at });
    },
  );
  if (used === "taken") throw new DomainError("CONFLICT", say("ssoIdentityTaken"));
  if (!used) throw new DomainError("INVALID_CREDENTIALS", say("ssoLinkEnded"));
  return used.id;
}

/**
 * Gives a user the role and the departments of the person's groups, if the organization has rules for groups. The last
 * OWNER who is not disabled stays OWNER. Throws FORBIDDEN if no rule names a group of the person.
 */
async function withGroups(
  ports: BeginPorts,
  { provider: { groupRules }, identity, user, origin }: {
    provider: IdentityProvider;
    identity: SignedInIdentity;
    user: StaffUser;
    origin: SignInOrigin;
  },
): Promise<StaffUser> {
  if (groupRules.length === 0) return user;
  const rule = groupRules.find(({ group }) => identity.groups.includes(group));
  if (!rule) throw new DomainError("FORBIDDEN", say("noGroupOfSso"));
  const at = ports.now();
  const { id, organizationId, name } = user;
  const actor = staffActor({ staffUserId: id, name, ipAddress: origin.ipAddress });
  const member = await ports.staffUsers.change({ id, organizationId }, {
    ends: "no session",
    change(found, { activeOwners }) {
      const isLastOwner = found.role === "OWNER" && found.disabledAt === null && activeOwners <= 1;
      if (isLastOwner) return;
      found.departmentIds = boundTo(found, rule);
      found.role = rule.role;
    },
    audit({ user: written }, before) {
      const changes = changesBetween(before, written, { fields: ["role", "departmentIds"] });
      return ifChanged(recordOf(written, { actor, action: "staff.role_changed", changes, at }));
    },
  });
  return member?.user ?? user;
}

/**
 * Ends the sessions that a logout token of the provider names (OpenID Connect Back-Channel Logout). Throws
 * INVALID_CREDENTIALS for an unknown path and for a token that is invalid, old or used before.
 */
export async function endByBackChannel(
  ports: SsoPorts,
  { path, token }: { path: string; token: string },
): Promise<void> {
  const provider = await providerAt(ports, path);
  const logout = provider && await ports.identityClient.logoutOf(accessTo(ports, provider), token);
  if (!logout || !isRecent(logout.issuedAt, ports.now())) throw refused();
  const { organizationId } = provider;
  const hash = await ports.sha256(`logout ${logout.tokenId}`);
  const endsAt = logout.issuedAt.add({ minutes: logoutMinutes }).add(maxClockDifference);
  if (!await ports.identityProviders.useOnce({ organizationId, hash, endsAt })) throw refused();
  await endSessions(ports, organizationId, { sid: logout.sid, subject: logout.subject });
}

function isRecent(issuedAt: Temporal.Instant, now: Temporal.Instant): boolean {
  const { compare } = Temporal.Instant;
  return compare(issuedAt, now.subtract({ minutes: logoutMinutes })) > 0 &&
    compare(issuedAt, now.add(maxClockDifference)) < 0;
}

/**
 * Ends the session with the id `sid` at the provider (OpenID Connect Front-Channel Logout). Does nothing for another
 * issuer, or for an unknown path or session.
 */
export async function endByFrontChannel(
  ports: SsoPorts,
  { path, issuer, sid }: { path: string; issuer: string; sid: string },
): Promise<void> {
  const provider = await providerAt(ports, path);
  if (!provider || provider.issuer !== issuer || sid === "") return;
  await endSessions(ports, provider.organizationId, { sid });
}

async function endSessions(
  { identityProviders, now }: Pick<SsoPorts, "identityProviders" | "now">,
  organizationId: number,
  ended: { sid?: string | undefined; subject?: string | undefined },
): Promise<void> {
  const at = now();
  await identityProviders.endSessions(organizationId, ended, ({ staffUserId: id, name }) => {
    const actor = staffActor({ staffUserId: id, name, ipAddress: "" });
    return recordOf({ id, organizationId, name }, { actor, action: "staff.signed_out", at });
  });
}

/** Returns the provider of a path that `ssoPath` made. */
async function providerAt(
  { identityProviders }: { identityProviders: IdentityProviders },
  path: string,
): Promise<IdentityProvider | undefined> {
  const organizationId = /^\/sso\/([1-9]\d{0,9})-/.exec(path)?.[1];
  if (organizationId === undefined) return undefined;
  const provider = await identityProviders.find(Number(organizationId));
  return provider && ssoPath(provider) === path ? provider : undefined;
}

function unknownPath(): DomainError {
  return new DomainError("CONFLICT", say("noSsoHere"));
}

function refused(): DomainError {
  return new DomainError("INVALID_CREDENTIALS", say("ssoRefused"));
}
