import {
  type AuditRecord,
  maxListed,
  type Organization,
  type Ports,
  type ReportingToken,
  type ReportingTokenSigner,
} from "../../core/mod.ts";
import { changeIn, record } from "./in_memory_audit.ts";

/** What the ports below read and write. */
interface TokenMemory {
  organizations: Organization[];
  reportingTokens: ReportingToken[];
  audit: AuditRecord[];
}

/** The reporting tokens in memory. */
export function createInMemoryReportingTokens(memory: TokenMemory): Ports["reportingTokens"] {
  return {
    async find({ id, organizationId }) {
      const reportingToken = memory.reportingTokens.find((one) =>
        one.id === id && one.organizationId === organizationId
      );
      const organization = memory.organizations.find((one) => one.id === organizationId);
      return reportingToken && { reportingToken, timeZone: organization!.timeZone };
    },
    list: async (organizationId) =>
      newestListed(
        memory.reportingTokens.filter((token) => token.organizationId === organizationId),
      ),
    async add(token, audit) {
      token.id = memory.reportingTokens.length + 1;
      memory.reportingTokens.push(token);
      record(memory, audit(token));
    },
    async change({ id, organizationId }, change, audit) {
      const token = memory.reportingTokens.find((one) =>
        one.id === id && (organizationId === undefined || one.organizationId === organizationId)
      );
      return changeIn(memory, token, { change, audit });
    },
    async noteUse({ id }, at) {
      const token = memory.reportingTokens.find((one) => one.id === id);
      if (token?.isTouchDueAt(at)) token.lastUsedAt = at;
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
