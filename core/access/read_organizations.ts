import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import type { ApiKey } from "./api_key.ts";
import type { Balances, Organization } from "./organization.ts";

/** Every organization of the deployment, by id; for its operator. */
export function listOrganizations(
  { organizations }: Pick<Ports, "organizations">,
): Promise<Organization[]> {
  return organizations.list();
}

/** The credits of an organization, by environment. Throws ORGANIZATION_NOT_FOUND. */
export async function getBalances(
  { organizations }: Pick<Ports, "organizations">,
  organizationId: number,
): Promise<Balances> {
  const balances = await organizations.balances(organizationId);
  if (!balances) throw organizationNotFound();
  return balances;
}

/** The API keys of an organization, revoked ones too, by id. Throws ORGANIZATION_NOT_FOUND. */
export async function listApiKeys(
  ports: Pick<Ports, "organizations" | "apiKeys">,
  organizationId: number,
): Promise<ApiKey[]> {
  await requireOrganization(ports, organizationId);
  return ports.apiKeys.list(organizationId);
}

/** Throws ORGANIZATION_NOT_FOUND unless the organization exists. */
export async function requireOrganization(
  { organizations }: Pick<Ports, "organizations">,
  id: number,
): Promise<void> {
  if (!(await organizations.find(id))) throw organizationNotFound();
}

/** The refusal of an id that no organization has. */
export function organizationNotFound(): DomainError {
  return new DomainError("ORGANIZATION_NOT_FOUND", "There is no organization with this id");
}
