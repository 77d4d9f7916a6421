import { type Ports, say } from "../../../core/mod.ts";
import type { SignedInIdentity } from "../../../core/ports.ts";
import type { Memory } from "./memory.ts";
import { record } from "./rows.ts";

/** The identity of a staff user, and the link that will set it. */
export interface SsoAccount {
  organizationId: number;
  id: number;
  identity?: { issuer: string; subject: string };
  link?: { hash: string; endsAt: Temporal.Instant };
}

/** The identity providers in memory. */
export function identityProvidersIn(memory: Memory): Ports["identityProviders"] {
  const find = (id: number) =>
    memory.identityProviders.find(({ organizationId }) => organizationId === id);
  const isOpen = (id: number) =>
    memory.organizations.some((one) => one.id === id && one.closedAt === null);
  const named = ({ id, organizationId }: { id: number; organizationId: number }) =>
    memory.staffUsers.find((one) => one.id === id && one.organizationId === organizationId);
  const accountOf = ({ id, organizationId }: { id: number; organizationId: number }) =>
    memory.ssoAccounts.find((one) => one.id === id && one.organizationId === organizationId);
  const endAll = (organizationId: number, staffUserId?: number) => {
    memory.sessions = memory.sessions.filter((one) =>
      one.organizationId !== organizationId || one.ssoSubject === null ||
      staffUserId !== undefined && one.staffUserId !== staffUserId
    );
  };
  return {
    async find(organizationId) {
      const found = find(organizationId);
      return found && isOpen(organizationId) ? { ...found } : undefined;
    },
    async save(provider, { endsSessions }, audit) {
      const before = find(provider.organizationId);
      const saved = { ...provider, version: (before?.version ?? 0) + 1 };
      record(memory, audit(saved, before));
      memory.identityProviders = memory.identityProviders
        .filter((one) => one !== before).concat(saved);
      if (endsSessions) endAll(provider.organizationId);
      return { ...saved };
    },
    async allowPasswords(organizationId, made) {
      const found = find(organizationId);
      if (!found?.ssoOnly) return false;
      found.ssoOnly = false;
      record(memory, made);
      return true;
    },
    async remove(organizationId, made) {
      const found = find(organizationId);
      if (!found) return false;
      memory.identityProviders = memory.identityProviders.filter((one) => one !== found);
      endAll(organizationId);
      record(memory, made);
      return true;
    },
    listSsoOnly: async (ids) => ids.filter((id) => find(id)?.ssoOnly),
    listLinked: async (organizationId, issuer) =>
      memory.ssoAccounts.filter((one) =>
        one.organizationId === organizationId && one.identity?.issuer === issuer
      ).map(({ id }) => id),
    async addLink(user, link, audit) {
      const found = named(user);
      if (!found) return false;
      record(memory, audit(found));
      const account = accountOf(user);
      if (account) account.link = link;
      else memory.ssoAccounts.push({ ...user, link });
      return true;
    },
    findUser: async (organizationId, { issuer, subject }) =>
      memory.ssoAccounts.find(({ identity, ...one }) =>
        one.organizationId === organizationId && identity?.issuer === issuer &&
        identity.subject === subject
      )?.id,
    async useLink({ organizationId, hash, at }, identity, audit) {
      const found = memory.ssoAccounts.find((one) =>
        one.organizationId === organizationId && one.link?.hash === hash &&
        Temporal.Instant.compare(one.link.endsAt, at) > 0
      );
      if (!found) return undefined;
      const isTaken = memory.ssoAccounts.some((one) =>
        one !== found && one.organizationId === organizationId &&
        one.identity?.issuer === identity.issuer && one.identity.subject === identity.subject
      );
      if (isTaken) return "taken";
      found.identity = identity;
      delete found.link;
      record(memory, audit(named(found)!));
      return { id: found.id };
    },
    async unlink(user, audit) {
      const found = accountOf(user);
      endAll(user.organizationId, user.id);
      if (!found) return false;
      memory.ssoAccounts = memory.ssoAccounts.filter((one) => one !== found);
      record(memory, audit(named(user)!));
      return true;
    },
    async useOnce({ organizationId, hash }) {
      const isUsed = memory.ssoUsed
        .some((one) => one.organizationId === organizationId && one.hash === hash);
      if (isUsed) return false;
      memory.ssoUsed.push({ organizationId, hash });
      return true;
    },
    async endSessions(organizationId, { sid, subject, once }, audit) {
      const isUsed = memory.ssoUsed
        .some((one) => one.organizationId === organizationId && one.hash === once?.hash);
      if (isUsed) return "used";
      if (once) memory.ssoUsed.push({ organizationId, hash: once.hash });
      const ended = memory.sessions.filter((one) =>
        one.organizationId === organizationId && one.ssoSubject !== null &&
        (sid === undefined || one.ssoSid === sid) &&
        (subject === undefined || one.ssoSubject === subject)
      );
      memory.sessions = memory.sessions.filter((one) => !ended.includes(one));
      for (const session of ended) {
        const { name } = named({ id: session.staffUserId, organizationId })!;
        record(memory, audit(Object.assign(session, { name })));
      }
      return ended.length;
    },
  };
}

/** The content of the fake provider's answer, in the query of the address that it came to. */
export type FakeIdentity = Partial<Omit<SignedInIdentity, "authenticatedAt">> & {
  state: string;
  authenticatedAt?: string;
};

/** Returns the address of the fake provider's answer to a sign-in that `startSso` began with `address`. */
export function answerOf(address: string, identity: Partial<FakeIdentity> = {}): string {
  const { searchParams: asked } = new URL(address);
  const is = JSON.stringify({ state: asked.get("state"), ...identity });
  return `${asked.get("redirect_uri")}?${new URLSearchParams({ is })}`;
}

/** A provider that believes everything but a wrong state, and is away where its issuer says so. */
export const fakeIdentityClient: Ports["identityClient"] = {
  refusalOf: async ({ issuer }) => issuer.includes("away") ? say("providerInvalid") : undefined,
  signInAddress: async ({ issuer }, { state, redirectUri, isProof }) =>
    `${issuer}/authorize?${new URLSearchParams({
      state,
      redirect_uri: redirectUri,
      ...(isProof && { max_age: "0" }),
    })}`,
  async identityOf({ issuer }, { url, state }) {
    const { authenticatedAt, ...answer }: FakeIdentity = JSON.parse(
      new URL(url).searchParams.get("is")!,
    );
    if (answer.state !== state) return undefined;
    return {
      issuer,
      subject: answer.subject ?? "ada",
      sid: answer.sid ?? null,
      groups: answer.groups ?? [],
      authenticatedAt: authenticatedAt ? Temporal.Instant.from(authenticatedAt) : null,
    };
  },
  async logoutOf(_, token) {
    if (!token.startsWith("{")) return undefined;
    const { issuedAt, ...logout } = JSON.parse(token);
    return { ...logout, issuedAt: Temporal.Instant.from(issuedAt) };
  },
};
