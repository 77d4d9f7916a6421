import type { z } from "zod";
import { requireRoom } from "../access/organization_size.ts";
import { requireOrganization } from "../access/organizations.ts";
import {
  type Actor,
  changesBetween,
  ifChanged,
  operator,
  recordOf,
} from "../audit/audit_record.ts";
import { idField, parseChange, parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import {
  Department,
  departmentSettings,
  departmentSettingsChange,
  newDepartmentSettings,
  type StaffDepartmentView,
  toStaffDepartmentView,
} from "./department.ts";
import { actorOf, type StaffCaller } from "../access/staff_caller.ts";
import type { OwnedRef } from "./departments.ts";
import { departmentNotFound } from "./list_departments.ts";
import { isSameSettings, slotSettingsOf } from "./slot_settings.ts";

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

type Change = z.input<typeof departmentSettingsChange>;

const fields = departmentSettingsChange.keyof().options;

/**
 * Changes a department's settings; what is not given stays. What is booked stays as it is, whatever the new
 * capacity, grid, hours or closures (decisions 3); webhooks are told of the slots that it matters to. Throws
 * VALIDATION_ERROR or DEPARTMENT_NOT_FOUND.
 */
export function updateDepartment(
  ports: Pick<Ports, "now" | "departments">,
  id: number,
  input: Change,
  actor: Actor = operator,
): Promise<Department> {
  return changeDepartment(ports, { id }, { input, actor });
}

/** The same of a department that is perhaps to be one of an organization's. */
export async function changeDepartment(
  { now, departments }: Pick<Ports, "now" | "departments">,
  ref: OwnedRef,
  { input, actor }: { input: Change; actor: Actor },
): Promise<Department> {
  const change = parseChange(departmentSettingsChange, input);
  const apply = (current: Department) => {
    const before = slotSettingsOf(current);
    Object.assign(current, parseInput(departmentSettings, { ...current, ...change }));
    return isSameSettings(before, slotSettingsOf(current)) ? null : before;
  };
  const department = await departments.change(ref, apply, (after, before) => {
    const changes = changesBetween(before, after, { fields });
    return ifChanged(
      recordOf(after, { actor, action: "department.updated", changes, at: now() }),
    );
  });
  if (!department) throw departmentNotFound();
  return department;
}

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
