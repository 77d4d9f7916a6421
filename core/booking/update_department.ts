import type { z } from "zod";
import {
  type Actor,
  changesBetween,
  ifChanged,
  operator,
  recordOf,
} from "../audit/audit_record.ts";
import { parseChange, parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import { type Department, departmentSettings, departmentSettingsChange } from "./department.ts";
import type { OwnedRef } from "./departments.ts";
import { departmentNotFound } from "./read_departments.ts";
import { isSameSettings, slotSettingsOf } from "./slot_settings.ts";

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
