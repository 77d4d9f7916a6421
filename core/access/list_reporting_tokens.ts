import type { Ports } from "../ports.ts";
import { requireOrganization } from "./read_organizations.ts";
import type { ReportingToken } from "./reporting_token.ts";

/**
 * Lists the reporting tokens of an organization by id, revoked and expired tokens too. Throws
 * ORGANIZATION_NOT_FOUND.
 */
export async function listReportingTokens(
  ports: Pick<Ports, "organizations" | "reportingTokens">,
  organizationId: number,
): Promise<ReportingToken[]> {
  await requireOrganization(ports, organizationId);
  return ports.reportingTokens.list(organizationId);
}
