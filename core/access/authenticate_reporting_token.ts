import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import type { ReportingToken, ReportingTokenClaims } from "./reporting_token.ts";

/** Whom a reporting token lets in: a tool that reads one organization. */
export interface ReportingCaller {
  organizationId: number;
  timeZone: string;
  tokenId: number;
  name: string;
}

/**
 * The caller behind a reporting token (contracts, "GraphQL"), with validity as the database has it now. Use is
 * noted at most once a minute. Throws UNAUTHENTICATED, in the same words, for no token, one that this service
 * did not sign, and one that is revoked, expired or gone.
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

/** A database put back from a backup gives ids anew, and a token of before must not stand for another. */
function isOf({ createdAt }: ReportingToken, { issuedAt }: ReportingTokenClaims): boolean {
  const inSeconds = ({ epochMilliseconds }: Temporal.Instant) =>
    Math.floor(epochMilliseconds / 1000);
  return inSeconds(createdAt) === inSeconds(issuedAt);
}
