import type {
  AuditRecord,
  Organization,
  Ports,
  ReportingToken,
  ReportingTokenSigner,
  Session,
  StaffUser,
  TeamMember,
} from "../../core/mod.ts";

/** What the ports below read and write. */
interface TeamMemory {
  organizations: Organization[];
  staffUsers: StaffUser[];
  sessions: Session[];
  reportingTokens: ReportingToken[];
  audit: AuditRecord[];
}

/** The team in memory. */
export function createInMemoryTeam(memory: TeamMemory): Ports["team"] {
  const ofOrganization = (organizationId: number) =>
    memory.staffUsers.filter((user) => user.organizationId === organizationId);
  const memberOf = (user: StaffUser): TeamMember => {
    const times = memory.sessions.flatMap(({ staffUserId, lastActiveAt }) =>
      staffUserId === user.id ? [lastActiveAt] : []
    );
    const lastActiveAt = times.sort(Temporal.Instant.compare).at(-1) ?? null;
    // As a database gives it: what becomes of the user later does not show in it.
    return { user: Object.assign(Object.create(Object.getPrototypeOf(user)), user), lastActiveAt };
  };
  const change: Ports["team"]["change"] = async ({ id, organizationId }, change, audit) => {
    const users = ofOrganization(organizationId);
    const user = users.find((one) => one.id === id);
    if (!user) return undefined;
    const owners = users.filter(({ role, disabledAt }) => role === "OWNER" && disabledAt === null);
    change(user, { activeOwners: owners.length });
    keepRecord(memory, audit(user));
    return memberOf(user);
  };
  return {
    list: async (organizationId) => ofOrganization(organizationId).map(memberOf),
    change,
    async changeAndSignOut(name, changed, audit) {
      const member = await change(name, changed, audit);
      if (!member) return undefined;
      memory.sessions = memory.sessions.filter(({ staffUserId }) => staffUserId !== name.id);
      return { ...member, lastActiveAt: null };
    },
  };
}

/** The reporting tokens in memory. */
export function createInMemoryReportingTokens(memory: TeamMemory): Ports["reportingTokens"] {
  return {
    async find({ id, organizationId }) {
      const reportingToken = memory.reportingTokens.find((one) =>
        one.id === id && one.organizationId === organizationId
      );
      const organization = memory.organizations.find((one) => one.id === organizationId);
      return reportingToken && { reportingToken, timeZone: organization!.timeZone };
    },
    list: async (organizationId) =>
      memory.reportingTokens.filter((token) => token.organizationId === organizationId),
    async add(token, audit) {
      token.id = memory.reportingTokens.length + 1;
      memory.reportingTokens.push(token);
      keepRecord(memory, audit(token));
    },
    async change({ id, organizationId }, change, audit) {
      const token = memory.reportingTokens.find((one) =>
        one.id === id && (organizationId === undefined || one.organizationId === organizationId)
      );
      if (!token) return undefined;
      change(token);
      keepRecord(memory, audit(token));
      return token;
    },
    async noteUse(id, at) {
      const token = memory.reportingTokens.find((one) => one.id === id);
      if (token?.isTouchDueAt(at)) token.lastUsedAt = at;
    },
  };
}

const prefix = "unsigned-reporting-";

/** Reporting tokens that anybody could make, for tests that are not about them; on Web APIs alone. */
export const unsignedReportingTokens: ReportingTokenSigner = {
  sign: async (claims) => prefix + JSON.stringify(claims),
  async verify(token) {
    if (!token.startsWith(prefix)) return undefined;
    const { tokenId, organizationId, issuedAt, expiresAt } = JSON.parse(
      token.slice(prefix.length),
    );
    return {
      tokenId,
      organizationId,
      issuedAt: Temporal.Instant.from(issuedAt),
      expiresAt: expiresAt && Temporal.Instant.from(expiresAt),
    };
  },
};

/** Keeps what an `Audited` gave. */
function keepRecord(memory: { audit: AuditRecord[] }, record: AuditRecord | null): void {
  if (record) memory.audit.push(record);
}
