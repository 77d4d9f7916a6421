import { z } from "zod";
import type { StaffCaller, WaitingCaller } from "../access/caller.ts";
import {
  booleanField,
  idField,
  parseInput,
  proseField,
  safeParseInput,
  wholeNumberField,
} from "../input.ts";
import { type Page, pageOf } from "../page.ts";
import { type HeavyWork, inTurn } from "../heavy_work.ts";
import type { Departments, DepartmentWithWorkers } from "./departments.ts";
import { type StaffDepartmentView, toStaffDepartmentView } from "./department.ts";
import { departmentNotFound } from "./list_departments.ts";
import { type StaffWorkerView, toStaffWorkerView } from "./worker.ts";

/** Input with the id of a department. */
export const staffDepartmentInput = z.object({ id: idField("The department") });

/** Filter of the list of workers. Without `departmentId` it lists the workers of all departments. */
export const listWorkersInput = z.object({
  departmentId: idField("Only workers of this department").nullish(),
});

/** Filters and page of the list of departments. Null turns a filter off. */
export const listDepartmentSettingsInput = z.object({
  page: wholeNumberField(0, Number.MAX_SAFE_INTEGER, "Page, from 0").default(0),
  size: wholeNumberField(1, Infinity, "Departments per page; above 100 counts as 100")
    .transform((size) => Math.min(size, 100))
    .default(100),
  search: proseField(255, "Only departments with this text in their name, in any case").nullish()
    .transform((search) => search?.trim() || null),
  isActive: booleanField("Only departments that take bookings, or only the others").nullish()
    .transform((isActive) => isActive ?? null),
});

/** Returns the number of requests that a page counts as: one per ten departments. */
export function weightOfDepartmentList(input: unknown): number {
  const parsed = safeParseInput(listDepartmentSettingsInput, input ?? {});
  return parsed.success ? Math.ceil(parsed.data.size / 10) : 1;
}

/** Lists one page of departments with their settings, active and inactive, by id. Throws VALIDATION_ERROR. */
export async function listDepartmentSettings(
  ports: { departments: Departments; heavyWork?: HeavyWork },
  caller: Omit<WaitingCaller, "timeZone">,
  input: unknown,
): Promise<Page<StaffDepartmentView>> {
  const query = parseInput(listDepartmentSettingsInput, input ?? {});
  const { items, totalElements } = await inTurn(
    ports,
    { kind: "desk", ...caller },
    () => ports.departments.page(caller.organizationId, query),
  );
  return pageOf(items.map(toStaffDepartmentView), query, totalElements);
}

/** Returns one department, active or inactive. Throws VALIDATION_ERROR or DEPARTMENT_NOT_FOUND. */
export async function getDepartmentSettings(
  ports: { departments: Departments },
  { organizationId }: Pick<StaffCaller, "organizationId">,
  input: unknown,
): Promise<StaffDepartmentView> {
  const { id } = parseInput(staffDepartmentInput, input);
  return toStaffDepartmentView((await requireDepartment(ports, organizationId, id)).department);
}

/**
 * Lists the workers of the organization or of one department, active and inactive, by id. Throws VALIDATION_ERROR or
 * DEPARTMENT_NOT_FOUND.
 */
export async function listWorkers(
  ports: { departments: Departments },
  { organizationId }: Pick<StaffCaller, "organizationId">,
  input: unknown,
): Promise<StaffWorkerView[]> {
  const { departmentId = null } = parseInput(listWorkersInput, input ?? {});
  if (departmentId !== null) await requireDepartment(ports, organizationId, departmentId);
  const workers = await ports.departments.listWorkersOf(organizationId, departmentId);
  return workers.map(toStaffWorkerView);
}

/** Returns a department of the organization, active or inactive. Throws DEPARTMENT_NOT_FOUND. */
export async function requireDepartment(
  { departments }: { departments: Departments },
  organizationId: number,
  id: number,
): Promise<DepartmentWithWorkers> {
  const found = await departments.findWithWorkers(organizationId, id);
  if (!found) throw departmentNotFound();
  return found;
}
