import { z } from "zod";
import { changesBetween, ifChanged, recordOf } from "../audit/audit_record.ts";
import { nameField, parseInput, timeZoneField } from "../input.ts";
import type { Ports } from "../ports.ts";
import { type OrganizationView, toOrganizationView } from "./get_organization.ts";
import { organizationNotFound } from "./read_organizations.ts";
import { actorOf, type StaffCaller } from "./staff_caller.ts";

/** Input of a change. Only given fields change. */
export const updateOrganizationInput = z.object({
  name: nameField(255, "Name of the organization").nullish(),
  timeZone: timeZoneField.nullish(),
});

/**
 * Changes the given fields of the caller's organization. A new zone keeps every wall time (core/access/README.md 1): an
 * appointment at 10:00 stays at 10:00 in the new zone. Throws VALIDATION_ERROR.
 */
export async function updateOrganization(
  { now, organizations }: Pick<Ports, "now" | "organizations">,
  caller: StaffCaller,
  input: unknown,
): Promise<OrganizationView> {
  const { name, timeZone } = parseInput(updateOrganizationInput, input);
  const { organizationId } = caller;
  const action = { actor: actorOf(caller), action: "organization.updated", at: now() } as const;
  const organization = await organizations.change(organizationId, (found) => {
    found.name = name ?? found.name;
    found.timeZone = timeZone ?? found.timeZone;
  }, (changed, before) => {
    const changes = changesBetween(before, changed, { fields: ["name", "timeZone"] });
    return ifChanged(recordOf({ ...changed, organizationId }, { ...action, changes }));
  });
  if (!organization) throw organizationNotFound();
  return toOrganizationView(organization);
}
