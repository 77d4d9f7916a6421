import { z } from "zod";
import type { ApiCaller } from "../access/api_key.ts";
import { requireOrganization } from "../access/organizations.ts";
import { type HeavyWork, inTurn } from "../heavy_work.ts";
import { DomainError } from "../errors.ts";
import type { Departments } from "./departments.ts";
import type { Caller, Operator } from "../access/caller.ts";
import {
  type DepartmentView,
  type StaffDepartmentView,
  toStaffDepartmentView,
} from "./department.ts";
import { type StaffWorkerView, toStaffWorkerView } from "./worker.ts";
import type { Organizations } from "../access/organization.ts";
import { say } from "../messages.ts";
import { id, text } from "../view_fields.ts";

const departmentsAtOnce = 200;

/** Lists the active departments by id, in batches. Yields at least one batch, which may be empty. */
export async function* listDepartments(
  ports: { departments: Departments; heavyWork?: HeavyWork },
  { organizationId, requireStill }: Pick<ApiCaller, "organizationId" | "requireStill">,
): AsyncGenerator<DepartmentView[], void> {
  let afterId = 0;
  for (;;) {
    const page = { afterId, limit: departmentsAtOnce };
    const read = () => ports.departments.listActive(organizationId, page);
    // Most organizations fit in the first batch. Later batches wait for a turn without a time limit, because the answer
    // is already being sent. It may take minutes, so the caller's rights are checked again before each of them.
    const work = { kind: "desk" as const, organizationId, isPatient: true };
    const batch = afterId === 0 ? await read() : await inTurn(ports, work, read);
    if (afterId > 0) await requireStill?.();
    yield batch;
    if (batch.length < departmentsAtOnce) return;
    afterId = batch.at(-1)!.id;
  }
}

/** Returns one active department. Throws DEPARTMENT_NOT_FOUND. */
export async function getDepartment(
  { departments }: { departments: Departments },
  caller: Pick<ApiCaller, "organizationId">,
  id: number,
): Promise<DepartmentView> {
  const department = await departments.findActive(caller.organizationId, id);
  if (!department) throw departmentNotFound();
  return department;
}

/** A worker as callers of the public API see one. */
export const publicWorkerView = z
  .object({ id: id("Id of the worker", 3), name: text("Name of the worker", "Grace Hopper") })
  .meta({
    id: "DepartmentWorker",
    description: "A person who can take appointments of a department",
  });
export type PublicWorkerView = z.output<typeof publicWorkerView>;

/** Lists the active workers of an active department, by id. Throws DEPARTMENT_NOT_FOUND. */
export async function listBookableWorkers(
  { departments }: { departments: Departments },
  { organizationId }: Pick<ApiCaller, "organizationId">,
  departmentId: number,
): Promise<PublicWorkerView[]> {
  const [department, workers] = await Promise.all([
    departments.findActive(organizationId, departmentId),
    departments.listWorkersOf(organizationId, departmentId),
  ]);
  if (!department) throw departmentNotFound();
  return workers.filter(({ isActive }) => isActive).map(({ id, name }) => ({ id, name }));
}

/** Lists all departments of an organization with their settings, by id. Throws ORGANIZATION_NOT_FOUND. */
export async function listAllDepartments(
  ports: { departments: Departments; organizations: Organizations },
  { organizationId }: Pick<Caller, "organizationId">,
): Promise<StaffDepartmentView[]> {
  await requireOrganization(ports, organizationId);
  return (await ports.departments.list(organizationId)).map(toStaffDepartmentView);
}

/** Lists all workers of a department, active and inactive, by id. Throws DEPARTMENT_NOT_FOUND. */
export async function listWorkersOfDepartment(
  { departments }: { departments: Departments },
  _: Operator,
  departmentId: number,
): Promise<StaffWorkerView[]> {
  const department = await departments.find({ id: departmentId });
  if (!department) throw departmentNotFound();
  const workers = await departments.listWorkersOf(department.organizationId, department.id);
  return workers.map(toStaffWorkerView);
}

/** Makes the error for a department id that the caller cannot use. */
export function departmentNotFound(): DomainError {
  return new DomainError("DEPARTMENT_NOT_FOUND", say("departmentNotFound"));
}
