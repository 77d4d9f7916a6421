import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import type { ReportingToken, ReportingTokenClaims } from "./reporting_token.ts";

/** The caller of a reporting token: a tool that reads one organization. */
export interface ReportingCaller {
  organizationId: number;
  timeZone: string;
  tokenId: number;
  name: string;
}

/**
 * Returns the caller of a reporting token (core/access/README.md 7). Its validity is read from the database. Its use is
 * recorded at most once a minute. Throws UNAUTHENTICATED, always with the same words, if the token is absent, not
 * signed by this service, revoked, expired or deleted.
 */
export async function authenticateReportingToken(
  { now, reportingTokens, reportingTokenSigner }: Pick<
    Ports,
    "now" | "reportingTokens" | "reportingTokenSigner"
  >,
  token: string | null | undefined,
): Promise<ReportingCaller> {
  const claims = token ? await reportingTokenSigner.verify(token) : undefined;
  const found = claims &&
    await reportingTokens.find({ id: claims.tokenId, organizationId: claims.organizationId });
  const at = now();
  if (!found || !isOf(found.reportingToken, claims) || !found.reportingToken.isValidAt(at)) {
    throw new DomainError("UNAUTHENTICATED", "The reporting token is unknown, revoked or expired");
  }
  const { reportingToken: { id: tokenId, organizationId, name }, timeZone } = found;
  if (found.reportingToken.isTouchDueAt(at)) await reportingTokens.noteUse(tokenId, at);
  return { organizationId, timeZone, tokenId, name };
}

/** Compares times of issue: a database restored from a backup assigns ids again (core/access/README.md 7). */
function isOf({ createdAt }: ReportingToken, { issuedAt }: ReportingTokenClaims): boolean {
  const inSeconds = ({ epochMilliseconds }: Temporal.Instant) =>
    Math.floor(epochMilliseconds / 1000);
  return inSeconds(createdAt) === inSeconds(issuedAt);
}
