import { actorOf, type StaffCaller } from "../access/staff_caller.ts";
import { idField, parseChange } from "../input.ts";
import type { Ports } from "../ports.ts";
import { departmentSettingsChange } from "./department.ts";
import { type StaffDepartmentView, toStaffDepartmentView } from "./staff_department_view.ts";
import { changeDepartment } from "./update_department.ts";

/** Which department, and what of its settings changes: only what is given. */
export const updateDepartmentInput = departmentSettingsChange.extend({
  id: idField("The department"),
});

/**
 * Changes settings of a department of the caller's organization, as `updateDepartment` does. Throws
 * VALIDATION_ERROR or DEPARTMENT_NOT_FOUND.
 */
export async function updateDepartmentAsStaff(
  ports: Pick<Ports, "now" | "departments">,
  caller: StaffCaller,
  input: unknown,
): Promise<StaffDepartmentView> {
  const { id, ...change } = parseChange(updateDepartmentInput, input);
  const ref = { id, organizationId: caller.organizationId };
  const actor = actorOf(caller);
  return toStaffDepartmentView(await changeDepartment(ports, ref, { input: change, actor }));
}
