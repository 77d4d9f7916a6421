import { type Caller, type Operator, refFor } from "../access/caller.ts";
import { requireRoom } from "../access/organization_size.ts";
import { requireOrganization } from "../access/organizations.ts";
import { answering, changesBetween, ifChanged, recordOf } from "../audit/audit_record.ts";
import { auditedIn } from "../audit/field_catalogue.ts";
import { idField, parseChange, parseInput } from "../input.ts";
import {
  Department,
  departmentSettings,
  departmentSettingsChange,
  newDepartmentSettings,
  type StaffDepartmentView,
  toStaffDepartmentView,
} from "./department.ts";
import { departmentFields } from "./department_fields.ts";
import { departmentNotFound } from "./list_departments.ts";
import { requireVersion, versionField } from "../version.ts";
import { isSameSettings, slotSettingsOf } from "./slot_settings.ts";
import type { Clock } from "../platform.ts";
import type { Departments } from "./departments.ts";
import type { Organizations } from "../access/organization.ts";

/** Input of a new department. */
export const createDepartmentInput = newDepartmentSettings;

/**
 * Adds a department to the caller's organization. Throws VALIDATION_ERROR, ORGANIZATION_NOT_FOUND, or CONFLICT if the
 * organization has the maximum number of departments.
 */
export async function createDepartment(
  ports: Clock & { departments: Departments; organizations: Organizations },
  { organizationId, actor }: Pick<Caller, "organizationId" | "actor">,
  input: unknown,
): Promise<StaffDepartmentView> {
  const settings = parseInput(createDepartmentInput, input);
  await requireOrganization(ports, organizationId);
  await requireRoom(ports, organizationId, "departments");
  const department = new Department(organizationId, settings, ports.now());
  await ports.departments.add(department, (added) =>
    recordOf(added, {
      actor: answering(actor, toStaffDepartmentView(added)),
      action: "department.created",
      at: added.createdAt,
    }));
  return toStaffDepartmentView(department);
}

/** Input of a change of a department: its id and the settings to change. */
export const updateDepartmentInput = departmentSettingsChange.extend({
  id: idField("The department"),
  version: versionField,
});

/**
 * Changes the given settings of a department. A new capacity, grid, closure or opening time does not change existing
 * appointments. Webhooks get an event for each slot whose availability changes (core/departments/README.md 7). Throws
 * VALIDATION_ERROR, DEPARTMENT_NOT_FOUND, or CONFLICT if `version` is not the present one.
 */
export async function updateDepartment(
  { now, departments }: Clock & { departments: Departments },
  caller: Pick<Caller | Operator, "organizationId" | "actor">,
  input: unknown,
): Promise<StaffDepartmentView> {
  const { id, version, ...change } = parseChange(updateDepartmentInput, input);
  const apply = (current: Department) => {
    requireVersion(current, version);
    const before = slotSettingsOf(current);
    Object.assign(current, parseInput(departmentSettings, { ...current, ...change }));
    return isSameSettings(before, slotSettingsOf(current)) ? null : before;
  };
  const department = await departments.change(refFor(caller, id), apply, (after, before) => {
    const changes = changesBetween(before, after, auditedIn(departmentFields));
    const actor = answering(caller.actor, toStaffDepartmentView(after));
    return ifChanged(recordOf(after, { actor, action: "department.updated", changes, at: now() }));
  });
  if (!department) throw departmentNotFound();
  return toStaffDepartmentView(department);
}
