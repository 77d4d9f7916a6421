import type {
  AuditRecord,
  Organization,
  Ports,
  ReportingToken,
  ReportingTokenSigner,
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
      memory.reportingTokens.filter((token) => token.organizationId === organizationId),
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
