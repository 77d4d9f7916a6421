import { z } from "zod";
import { type Actor, recordOf } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import { idField } from "../input.ts";
import type { Ports } from "../ports.ts";
import type { ReportingToken, ReportingTokenRef } from "./reporting_token.ts";

/** Names a reporting token of the caller's organization. */
export const reportingTokenIdInput = z.object({ id: idField("The reporting token") });

/**
 * Revokes a reporting token for good: the next request with it, on any process, is UNAUTHENTICATED. Revoking
 * it again changes nothing. Throws REPORTING_TOKEN_NOT_FOUND, for another organization's too.
 */
export async function revokeReportingToken(
  { now, reportingTokens }: Pick<Ports, "now" | "reportingTokens">,
  { actor, ...ref }: ReportingTokenRef & { actor: Actor },
): Promise<ReportingToken> {
  const at = now();
  const reportingToken = await reportingTokens.change(
    ref,
    (found) => found.revoke(at),
    (found, { revokedAt }) =>
      revokedAt ? null : recordOf(found, { actor, action: "reporting_token.revoked", at }),
  );
  if (!reportingToken) {
    throw new DomainError(
      "REPORTING_TOKEN_NOT_FOUND",
      "There is no reporting token with this id",
    );
  }
  return reportingToken;
}
