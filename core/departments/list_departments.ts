import type { ApiCaller } from "../access/api_key.ts";
import { requireOrganization } from "../access/organizations.ts";
import { inTurn } from "../heavy_work.ts";
import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import type { DepartmentView } from "./departments.ts";
import type { Caller, Operator } from "../access/caller.ts";
import { type StaffDepartmentView, toStaffDepartmentView } from "./department.ts";
import { type StaffWorkerView, toStaffWorkerView } from "./worker.ts";

const departmentsAtOnce = 200;

/** Lists the active departments by id, in batches; at least one batch (rest-adapter/README.md 6.1). */
export async function* listDepartments(
  ports: Pick<Ports, "departments" | "heavyWork">,
  { organizationId }: Pick<ApiCaller, "organizationId">,
): AsyncGenerator<DepartmentView[], void> {
  let afterId = 0;
  for (;;) {
    const page = { afterId, limit: departmentsAtOnce };
    const read = () => ports.departments.listActive(organizationId, page);
    // The first batch is most often all; a longer list waits for its turn, and is not broken off for that.
    const work = { kind: "desk" as const, organizationId, isPatient: true };
    const batch = afterId === 0 ? await read() : await inTurn(ports, work, read);
    yield batch;
    if (batch.length < departmentsAtOnce) return;
    afterId = batch.at(-1)!.id;
  }
}

/** Returns one active department. Throws DEPARTMENT_NOT_FOUND. */
export async function getDepartment(
  { departments }: Pick<Ports, "departments">,
  caller: Pick<ApiCaller, "organizationId">,
  id: number,
): Promise<DepartmentView> {
  const department = await departments.findActive(caller.organizationId, id);
  if (!department) throw departmentNotFound();
  return department;
}

/** Every department of an organization with its settings, by id. Throws ORGANIZATION_NOT_FOUND. */
export async function listAllDepartments(
  ports: Pick<Ports, "departments" | "organizations">,
  { organizationId }: Pick<Caller, "organizationId">,
): Promise<StaffDepartmentView[]> {
  await requireOrganization(ports, organizationId);
  return (await ports.departments.list(organizationId)).map(toStaffDepartmentView);
}

/** Every worker of a department, inactive ones too, by id. Throws DEPARTMENT_NOT_FOUND. */
export async function listWorkers(
  { departments }: Pick<Ports, "departments">,
  _: Operator,
  departmentId: number,
): Promise<StaffWorkerView[]> {
  if (!(await departments.find(departmentId))) throw departmentNotFound();
  return (await departments.listWorkers(departmentId)).map(toStaffWorkerView);
}

/** The refusal of an id that no active department of the caller's has. */
export function departmentNotFound(): DomainError {
  return new DomainError("DEPARTMENT_NOT_FOUND", "There is no department with this id");
}
