import {
  type ApiKey,
  type EndedSessions,
  maxListed,
  maxSessions,
  type Ports,
  type Session,
  type StaffUser,
} from "../../../core/mod.ts";
import type { CheckedAgainst } from "../../../core/ports.ts";
import type { Memory } from "./memory.ts";
import { dropFactorsOf } from "./factors.ts";
import { addIn, changeIn, of, openIn, owned, record } from "./rows.ts";

/** The API keys in memory. */
export function apiKeysIn(memory: Memory, now: Ports["now"]): Ports["apiKeys"] {
  return {
    async findCaller(keyHash) {
      const key = memory.apiKeys.find((one) => one.keyHash === keyHash && one.isActive);
      const organization = openIn(memory, key?.organizationId);
      if (!key || !organization || hasEnded(key, now())) return undefined;
      const { id, lineageId, windowNumber, organizationId, environment, ...may } = key;
      const { timeZone } = organization;
      return {
        apiKeyId: id,
        apiKeyName: key.name,
        lineageId,
        windowNumber,
        organizationId,
        timeZone,
        environment,
        scopes: may.scopes,
        rateLimitPerHour: may.rateLimitPerHour,
        allowedNetworks: may.allowedNetworks?.join() ?? null,
        dailyCreditCap: may.dailyCreditCap,
      };
    },
    async add(key, audit) {
      addIn(memory, memory.apiKeys, key, audit);
    },
    list: async (organizationId) => newestListed(of(memory.apiKeys, organizationId)),
    change: async (ref, change, audit) =>
      changeIn(memory, owned(memory.apiKeys, ref), { change, audit }),
    async replace(ref, replace, audit) {
      const key = owned(memory.apiKeys, ref);
      if (!key) return undefined;
      const before = { ...key };
      const replacement = await replace(key).catch((error: unknown) => {
        Object.assign(key, before);
        throw error;
      });
      key.version += 1;
      addIn(memory, memory.apiKeys, replacement, (added) => audit(added, key));
      return replacement;
    },
  };
}

function hasEnded({ expiresAt }: ApiKey, now: Temporal.Instant): boolean {
  return expiresAt !== null && Temporal.Instant.compare(expiresAt, now) <= 0;
}

/** The staff users in memory. */
export function staffUsersIn(memory: Memory): Ports["staffUsers"] {
  const memberOf = (user: StaffUser) => {
    const times = memory.sessions.flatMap(({ staffUserId, lastActiveAt }) =>
      staffUserId === user.id ? [lastActiveAt] : []
    );
    const lastActiveAt = times.sort(Temporal.Instant.compare).at(-1) ?? null;
    // A copy, like a row of a database: later changes of the user do not change it.
    return { user: Object.assign(Object.create(Object.getPrototypeOf(user)), user), lastActiveAt };
  };
  return {
    listByEmail: async (email) =>
      memory.staffUsers
        .filter((one) => one.email === email && openIn(memory, one.organizationId))
        .map((one) => memberOf(one).user),
    async find(ref) {
      const user = owned(memory.staffUsers, ref);
      return user && memberOf(user).user;
    },
    async add(user, audit) {
      const team = of(memory.staffUsers, user.organizationId);
      if (team.some(({ email }) => email === user.email)) return false;
      addIn(memory, memory.staffUsers, user, audit);
      return true;
    },
    list: async (organizationId) => of(memory.staffUsers, organizationId).map(memberOf),
    async change(ref, { change, ends, removesFactors, audit }) {
      const user = owned(memory.staffUsers, ref);
      if (!user) return undefined;
      const owners = of(memory.staffUsers, user.organizationId)
        .filter(({ role, disabledAt }) => role === "OWNER" && disabledAt === null);
      const context = { activeOwners: owners.length };
      const ended = memory.sessions.filter((one) =>
        one.staffUserId === user.id && isEndedBy(one, ends)
      );
      changeIn(memory, user, {
        change(found) {
          change(found, context);
          if (removesFactors) dropFactorsOf(memory, ref);
          memory.sessions = memory.sessions.filter((one) => !ended.includes(one));
        },
        audit: (found, before) => audit(memberOf(found), before, ended),
      });
      return memberOf(user);
    },
  };
}

function isEndedBy({ id }: Session, ends: EndedSessions): boolean {
  if (ends === "no session") return false;
  if (ends === "every session") return true;
  return "only" in ends ? id === ends.only : id !== ends.allBut;
}

/** The sessions in memory. */
export function sessionsIn(memory: Memory): Ports["sessions"] {
  const sessionsOf = ({ id }: { id: number }) =>
    memory.sessions.filter(({ staffUserId }) => staffUserId === id)
      .toSorted((one, other) => Temporal.Instant.compare(other.createdAt, one.createdAt));
  const userOf = ({ staffUserId }: Session) =>
    memory.staffUsers.find(({ id, disabledAt }) => id === staffUserId && disabledAt === null);
  const isAllowed = ({ organizationId, ssoSubject }: Session) =>
    ssoSubject !== null ||
    !memory.identityProviders.some((one) => one.organizationId === organizationId && one.ssoOnly);
  const isLinked = (
    { organizationId, staffUserId, ssoSubject }: Session,
    provider: CheckedAgainst["provider"],
  ) =>
    memory.identityProviders.some((one) =>
      one.organizationId === organizationId && one.issuer === provider?.issuer &&
      one.clientId === provider.clientId
    ) && memory.ssoAccounts.some(({ id, identity, ...one }) =>
      one.organizationId === organizationId && id === staffUserId &&
      identity?.issuer === provider?.issuer && identity?.subject === ssoSubject
    );
  return {
    async add(session, { passwordHash, provider }, audit) {
      if (userOf(session)?.passwordHash !== passwordHash || !isAllowed(session)) return false;
      if (session.ssoSubject !== null && !isLinked(session, provider)) return false;
      const { createdAt: now } = session;
      const others = sessionsOf({ id: session.staffUserId }).filter((one) => one.isLiveAt(now));
      const ended = others.slice(maxSessions - 1);
      memory.sessions = memory.sessions.filter((one) => !ended.includes(one)).concat(session);
      for (const made of audit(ended.length)) record(memory, made);
      return true;
    },
    list: async (user) => sessionsOf(user),
    async find(id) {
      const session = memory.sessions.find((one) => one.id === id);
      const user = session && userOf(session);
      if (!user) return undefined;
      const { organizationId, email, name, role, departmentIds, mustChangePassword } = user;
      const organization = openIn(memory, organizationId);
      if (!organization || !isAllowed(session)) return undefined;
      const bySso = session.ssoSubject !== null;
      const hasFactor = memory.factors.some((one) => one.staffUserId === user.id);
      if (hasFactor && !session.withFactor) return undefined;
      const { name: organizationName, timeZone, factorRequiredRoles } = organization;
      const mustAddFactor = !bySso && !hasFactor && factorRequiredRoles.includes(role);
      const mustChange = mustChangePassword && !bySso;
      const may = {
        role,
        departmentIds,
        mustChangePassword: mustChange,
        hasFactor,
        mustAddFactor,
        bySso,
      };
      const { provedAt } = session;
      const caller = { sessionId: id, staffUserId: user.id, email, name, provedAt, ...may };
      return { session, caller: { ...caller, organizationId, organizationName, timeZone } };
    },
    async prove({ id }, at) {
      const session = memory.sessions.find((one) => one.id === id);
      if (session) session.provedAt = at;
    },
    async touch(id, at) {
      const session = memory.sessions.find((one) => one.id === id);
      if (session && Temporal.Instant.compare(session.lastActiveAt, at) < 0) {
        session.lastActiveAt = at;
      }
    },
    async end({ id, organizationId }, audited) {
      const isEnded = (one: Session) => one.id === id && one.organizationId === organizationId;
      if (!memory.sessions.some(isEnded)) return;
      memory.sessions = memory.sessions.filter((one) => !isEnded(one));
      record(memory, audited);
    },
  };
}

/** Returns at most `maxListed` rows by id: the active ones, and the newest of those that were revoked. */
export function newestListed<T extends { id: number; revokedAt: Temporal.Instant | null }>(
  rows: T[],
): T[] {
  const [active, revoked] = [true, false].map((isActive) =>
    rows.filter(({ revokedAt }) => (revokedAt === null) === isActive).toReversed()
  ) as [T[], T[]];
  revoked.sort((a, b) => Temporal.Instant.compare(b.revokedAt!, a.revokedAt!));
  return [...active, ...revoked].slice(0, maxListed).sort((a, b) => a.id - b.id);
}
