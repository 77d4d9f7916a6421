import type { Ports, ReportingTokenSigner } from "../../../core/mod.ts";
import { newestListed } from "./access.ts";
import type { Memory } from "./memory.ts";
import { addIn, changeIn, of, openIn, owned } from "./rows.ts";

/** The reporting tokens in memory. */
export function reportingTokensIn(memory: Memory): Ports["reportingTokens"] {
  return {
    async find({ id, organizationId }) {
      const reportingToken = owned(memory.reportingTokens, { id, organizationId });
      const organization = openIn(memory, organizationId);
      return reportingToken && organization &&
        { reportingToken, timeZone: organization.timeZone };
    },
    list: async (organizationId) => newestListed(of(memory.reportingTokens, organizationId)),
    async add(token, audit) {
      addIn(memory, memory.reportingTokens, token, audit);
    },
    change: async (ref, change, audit) =>
      changeIn(memory, owned(memory.reportingTokens, ref), { change, audit }),
    async noteUse(ref, at) {
      const token = owned(memory.reportingTokens, ref);
      if (token?.isTouchDueAt(at)) token.lastUsedAt = at;
    },
  };
}

const prefix = "unsigned-reporting-";

/** Signs nothing: for tests that do not test signatures. Uses Web APIs only. */
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
