import { z } from "zod";
import { changesBetween, ifChanged, recordOf } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import { say } from "../messages.ts";
import type { Clock, Hashing, Randomness, SecretBox } from "../platform.ts";
import { boundTo } from "./bound_departments.ts";
import { staffActor, type StaffCaller } from "./caller.ts";
import { accessTo, ssoCallbackPath, ssoPath } from "./identity_settings.ts";
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

/** The ports of sign-ins and logouts by a provider. */
export type SsoPorts = Clock & Randomness & Hashing & {
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
 * Begins a sign-in at the provider of the organization that `path` belongs to, or with `caller` a proof of the caller's
 * session by the provider that began it. Throws CONFLICT for an unknown path and a session that began in another way, and
 * SERVICE_UNAVAILABLE if the provider does not answer.
 */
export async function startSso(
  ports: SsoPorts,
  { path = "", origin, link, caller }: {
    path?: string | undefined;
    /** The origin of the service. */
    origin: string;
    link?: string | undefined;
    caller?: StaffCaller | undefined;
  },
): Promise<StartedSso> {
  const provider = caller
    ? caller.bySso && await ports.identityProviders.find(caller.organizationId)
    : await providerAt(ports, path);
  if (!provider) throw unknownPath();
  const [state, nonce, verifier] = [1, 2, 3].map(() => ports.randomBytes(32).toHex()) as [
    string,
    string,
    string,
  ];
  const secrets = { state, nonce, verifier };
  const address = await ports.identityClient.signInAddress(accessTo(ports, provider), {
    ...secrets,
    redirectUri: `${origin}${ssoCallbackPath(provider)}`,
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
 * without a link, a link that has ended, and a provider that was removed or changed meanwhile. Throws FORBIDDEN if no
 * group of the person has a role, CONFLICT if another user has the identity, and SERVICE_UNAVAILABLE if the provider does
 * not answer.
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
  const asked = pending && await ports.identityProviders.find(pending.organizationId);
  const isAtOwnPath = asked && new URL(url).pathname === ssoCallbackPath(asked);
  if (!isAtOwnPath || !await isFirstUse(ports, pending)) throw refused();
  const identity = await ports.identityClient.identityOf(accessTo(ports, asked), {
    ...pending,
    url,
  });
  if (!identity) throw refused();
  // A removed provider can hold back its answer, and must change nothing with it. The present rules for groups count.
  const provider = await ports.identityProviders.find(asked.organizationId);
  if (provider?.issuer !== asked.issuer || provider.clientId !== asked.clientId) throw refused();
  const { organizationId } = provider;
  if (pending.sessionId !== undefined) {
    const known = { issuer: provider.issuer, subject: identity.subject };
    const id = await ports.identityProviders.findUser(organizationId, known);
    const isOwn = caller?.sessionId === pending.sessionId && caller.staffUserId === id;
    if (!isOwn || !isFreshProof(identity, pending, ports.now())) throw refused();
    await ports.sessions.prove({ id: pending.sessionId, organizationId }, ports.now());
    return undefined;
  }
  const id = await userIdOf(ports, { provider, identity, link: pending.link, origin });
  const found = await ports.staffUsers.find({ id, organizationId });
  if (!found || found.disabledAt !== null) {
    throw new DomainError("INVALID_CREDENTIALS", say("ssoNotLinked"));
  }
  const user = await withGroups(ports, { provider, identity, user: found, origin });
  const sso = { provider, subject: identity.subject, sid: identity.sid };
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
function isFreshProof(
  { authenticatedAt: at }: SignedInIdentity,
  { startedAt }: { startedAt: string },
  now: Temporal.Instant,
): boolean {
  const { compare } = Temporal.Instant;
  const earliest = Temporal.Instant.from(startedAt).subtract(maxClockDifference);
  return at !== null && compare(at, earliest) >= 0 &&
    compare(at, now.add(maxClockDifference)) <= 0;
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

/** Returns the provider of a path that `ssoPath` made. */
export async function providerAt(
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

/** Makes the error of an answer or token of a provider that is not accepted. */
export function refused(): DomainError {
  return new DomainError("INVALID_CREDENTIALS", say("ssoRefused"));
}
