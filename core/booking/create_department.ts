import type { z } from "zod";
import { requireRoom } from "../access/organization_size.ts";
import { requireOrganization } from "../access/read_organizations.ts";
import { type Actor, operator, recordOf } from "../audit/audit_record.ts";
import { parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import { Department, newDepartmentSettings } from "./department.ts";

/** Adds a department. Throws VALIDATION_ERROR or ORGANIZATION_NOT_FOUND. */
export async function createDepartment(
  ports: Pick<Ports, "now" | "departments" | "organizations">,
  organizationId: number,
  input: z.input<typeof newDepartmentSettings>,
  actor: Actor = operator,
): Promise<Department> {
  const settings = parseInput(newDepartmentSettings, input);
  await requireOrganization(ports, organizationId);
  await requireRoom(ports, organizationId, "departments");
  const department = new Department(organizationId, settings, ports.now());
  await ports.departments.add(
    department,
    (added) => recordOf(added, { actor, action: "department.created", at: added.createdAt }),
  );
  return department;
}
