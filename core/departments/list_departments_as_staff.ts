import { z } from "zod";
import type { StaffCaller } from "../access/caller.ts";
import { booleanField, idField, parseInput, textField, wholeNumberField } from "../input.ts";
import { type Page, pageOf } from "../page.ts";
import { inTurn } from "../heavy_work.ts";
import type { Ports } from "../ports.ts";
import type { DepartmentWithWorkers } from "./departments.ts";
import { type StaffDepartmentView, toStaffDepartmentView } from "./department.ts";
import { departmentNotFound } from "./list_departments.ts";
import { type StaffWorkerView, toStaffWorkerView } from "./worker.ts";

/** Which department staff mean. */
export const staffDepartmentInput = z.object({ id: idField("The department") });

/** Whose workers are listed: a department's, or all. */
export const listWorkersInput = z.object({
  departmentId: idField("Only this department's").nullish(),
});

/** Filters and page of the list of departments; null leaves a filter out. */
export const listDepartmentsAsStaffInput = z.object({
  page: wholeNumberField(0, Number.MAX_SAFE_INTEGER, "Page, from 0").default(0),
  size: wholeNumberField(1, Infinity, "Departments on a page; above 100 counts as 100")
    .transform((size) => Math.min(size, 100))
    .default(100),
  search: textField(255, "Only departments with this text in their name, in any case").nullish()
    .transform((search) => search?.trim() || null),
  isActive: booleanField("Only departments that take bookings, or only the others").nullish()
    .transform((isActive) => isActive ?? null),
});

/** What a page counts as against the limit on a staff user's requests: one for each ten departments. */
export function weightOfDepartmentList(input: unknown): number {
  const parsed = listDepartmentsAsStaffInput.safeParse(input ?? {});
  return parsed.success ? Math.ceil(parsed.data.size / 10) : 1;
}

/** One page of the departments with their settings, inactive ones too, by id. Throws VALIDATION_ERROR. */
export async function listDepartmentsAsStaff(
  ports: Pick<Ports, "departments" | "heavyWork">,
  caller: Pick<StaffCaller, "organizationId" | "signal">,
  input: unknown,
): Promise<Page<StaffDepartmentView>> {
  const query = parseInput(listDepartmentsAsStaffInput, input ?? {});
  const { items, totalElements } = await inTurn(
    ports,
    { kind: "desk", ...caller },
    () => ports.departments.page(caller.organizationId, query),
  );
  return pageOf(items.map(toStaffDepartmentView), query, totalElements);
}

/** One department, active or not. Throws VALIDATION_ERROR or DEPARTMENT_NOT_FOUND. */
export async function getDepartmentAsStaff(
  ports: Pick<Ports, "departments">,
  { organizationId }: Pick<StaffCaller, "organizationId">,
  input: unknown,
): Promise<StaffDepartmentView> {
  const { id } = parseInput(staffDepartmentInput, input);
  return toStaffDepartmentView((await requireDepartment(ports, organizationId, id)).department);
}

/**
 * The workers of the organization or of one department, inactive ones too, by id. Throws VALIDATION_ERROR or
 * DEPARTMENT_NOT_FOUND.
 */
export async function listWorkersAsStaff(
  ports: Pick<Ports, "departments">,
  { organizationId }: Pick<StaffCaller, "organizationId">,
  input: unknown,
): Promise<StaffWorkerView[]> {
  const { departmentId = null } = parseInput(listWorkersInput, input ?? {});
  if (departmentId !== null) await requireDepartment(ports, organizationId, departmentId);
  const workers = await ports.departments.listWorkersOf(organizationId, departmentId);
  return workers.map(toStaffWorkerView);
}

/** A department of the organization, active or not. Throws DEPARTMENT_NOT_FOUND. */
export async function requireDepartment(
  { departments }: Pick<Ports, "departments">,
  organizationId: number,
  id: number,
): Promise<DepartmentWithWorkers> {
  const found = await departments.findWithWorkers(organizationId, id);
  if (!found) throw departmentNotFound();
  return found;
}
