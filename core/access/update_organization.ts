import { z } from "zod";
import { changesBetween, type FieldChange } from "../audit/audit_record.ts";
import { nameField, parseInput, timeZoneField } from "../input.ts";
import type { Ports } from "../ports.ts";
import { describeOrganization, type OrganizationView } from "./read_organization.ts";
import { organizationNotFound } from "./read_organizations.ts";
import { actorOf, type StaffCaller } from "./staff_caller.ts";

/** What of an organization may be changed; only what is given changes. */
export const updateOrganizationInput = z.object({
  name: nameField(255, "Name of the organization").nullish(),
  timeZone: timeZoneField.nullish(),
});

/**
 * Changes what is given of the caller's organization. Another zone keeps every wall time (decisions 3): what
 * is booked at 10:00 stays at 10:00, in the new zone. Throws VALIDATION_ERROR.
 */
export async function updateOrganization(
  { now, organizations }: Pick<Ports, "now" | "organizations">,
  caller: StaffCaller,
  input: unknown,
): Promise<OrganizationView> {
  const { name, timeZone } = parseInput(updateOrganizationInput, input);
  const { organizationId } = caller;
  let changes: FieldChange[] = [];
  const organization = await organizations.change(organizationId, (found) => {
    const before = { ...found };
    found.name = name ?? found.name;
    found.timeZone = timeZone ?? found.timeZone;
    changes = changesBetween(before, found, { fields: ["name", "timeZone"] });
  }, (written) =>
    changes.length === 0 ? null : {
      organizationId,
      actor: actorOf(caller),
      action: "organization.updated",
      subjectId: organizationId,
      subjectName: written.name,
      environment: null,
      changes,
      at: now(),
    });
  if (!organization) throw organizationNotFound();
  return describeOrganization(organization);
}
