import type { z } from "zod";
import { parseChange, parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import { type Department, departmentSettings, departmentSettingsChange } from "./department.ts";
import { departmentNotFound } from "./read_departments.ts";
import { isSameSettings, slotSettingsOf } from "./slot_settings.ts";

/**
 * Changes a department's settings; what is not given stays. What is booked stays as it is, whatever the new
 * capacity, grid, hours or closures (decisions 3); webhooks are told of the slots that it matters to. Throws VALIDATION_ERROR or DEPARTMENT_NOT_FOUND.
 */
export async function updateDepartment(
  { departments }: Pick<Ports, "departments">,
  id: number,
  input: z.input<typeof departmentSettingsChange>,
): Promise<Department> {
  const change = parseChange(departmentSettingsChange, input);
  const department = await departments.change(id, (current) => {
    const before = slotSettingsOf(current);
    Object.assign(current, parseInput(departmentSettings, { ...current, ...change }));
    return isSameSettings(before, slotSettingsOf(current)) ? null : before;
  });
  if (!department) throw departmentNotFound();
  return department;
}
