import { formatInstant } from "../local_date_time.ts";
import type { Ports } from "../ports.ts";
import type { Organization } from "./organization.ts";
import { organizationNotFound } from "./read_organizations.ts";
import type { StaffCaller } from "./staff_caller.ts";

/** An organization as its staff see it; `createdAt` is local to its zone. */
export interface OrganizationView {
  id: number;
  name: string;
  timeZone: string;
  createdAt: string;
}

/** Returns the caller's organization. */
export async function getOrganization(
  { organizations }: Pick<Ports, "organizations">,
  { organizationId }: Pick<StaffCaller, "organizationId">,
): Promise<OrganizationView> {
  const organization = await organizations.find(organizationId);
  if (!organization) throw organizationNotFound();
  return toOrganizationView(organization);
}

/** Makes the view of an organization. */
export function toOrganizationView(
  { id, name, timeZone, createdAt }: Organization,
): OrganizationView {
  return { id, name, timeZone, createdAt: formatInstant(createdAt, timeZone) };
}
