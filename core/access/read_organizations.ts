import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import type { ApiKey } from "./api_key.ts";
import type { Balances, Organization } from "./organization.ts";

/** Lists every organization of the deployment by id. Only an operator calls it. */
export function listOrganizations(
  { organizations }: Pick<Ports, "organizations">,
): Promise<Organization[]> {
  return organizations.list();
}

/** Returns the credits of an organization by environment. Throws ORGANIZATION_NOT_FOUND. */
export async function getBalances(
  { organizations }: Pick<Ports, "organizations">,
  organizationId: number,
): Promise<Balances> {
  const balances = await organizations.balances(organizationId);
  if (!balances) throw organizationNotFound();
  return balances;
}

/** Lists the API keys of an organization by id, revoked keys too. Throws ORGANIZATION_NOT_FOUND. */
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

/** Makes the error of an organization that does not exist. */
export function organizationNotFound(): DomainError {
  return new DomainError("ORGANIZATION_NOT_FOUND", "No organization has this id");
}
