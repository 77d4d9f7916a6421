import type { Ports } from "../ports.ts";
import { requireOrganization } from "./read_organizations.ts";
import type { ReportingToken } from "./reporting_token.ts";

/** The reporting tokens of an organization, ended ones too, by id. Throws ORGANIZATION_NOT_FOUND. */
export async function listReportingTokens(
  ports: Pick<Ports, "organizations" | "reportingTokens">,
  organizationId: number,
): Promise<ReportingToken[]> {
  await requireOrganization(ports, organizationId);
  return ports.reportingTokens.list(organizationId);
}
