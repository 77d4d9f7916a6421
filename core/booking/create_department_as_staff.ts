import { actorOf, type StaffCaller } from "../access/staff_caller.ts";
import type { Ports } from "../ports.ts";
import { createDepartment } from "./create_department.ts";
import { type StaffDepartmentView, toStaffDepartmentView } from "./staff_department_view.ts";

/** Adds a department to the caller's organization. Throws VALIDATION_ERROR. */
export async function createDepartmentAsStaff(
  ports: Pick<Ports, "now" | "departments" | "organizations">,
  caller: StaffCaller,
  input: unknown,
): Promise<StaffDepartmentView> {
  const { organizationId } = caller;
  // Parsed there, whatever its type.
  const settings = input as Parameters<typeof createDepartment>[2];
  return toStaffDepartmentView(
    await createDepartment(ports, organizationId, settings, actorOf(caller)),
  );
}
