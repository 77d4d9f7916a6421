import { z } from "zod";
import { type Actor, recordOf } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import { idField } from "../input.ts";
import type { Ports } from "../ports.ts";
import type { ReportingToken, ReportingTokenRef } from "./reporting_token.ts";

/** Input with the id of a reporting token. */
export const reportingTokenIdInput = z.object({ id: idField("Id of the reporting token") });

/**
 * Revokes a reporting token. The next request with it, on every process, is refused with UNAUTHENTICATED. Does nothing
 * if the token is already revoked. Throws REPORTING_TOKEN_NOT_FOUND, also for another organization's token.
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
      "No reporting token has this id",
    );
  }
  return reportingToken;
}
