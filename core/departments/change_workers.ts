import { type Caller, type Operator, refFor } from "../access/caller.ts";
import { requireRoom } from "../access/organization_size.ts";
import { answering, changesBetween, ifChanged, recordOf } from "../audit/audit_record.ts";
import { DomainError, validationError } from "../errors.ts";
import { idField, parseChange, parseInput } from "../input.ts";
import { departmentNotFound } from "./list_departments.ts";
import {
  changePresence,
  newWorkerInput,
  personOf,
  type StaffWorkerView,
  toStaffWorkerView,
  Worker,
  workerChange,
} from "./worker.ts";
import type { Department } from "./department.ts";
import type { Departments } from "./departments.ts";
import type { Organizations } from "../access/organization.ts";
import { requireVersion, versionField } from "../version.ts";
import type { Clock } from "../platform.ts";
import { say } from "../messages.ts";

/** Input of a new worker. */
export const createWorkerInput = newWorkerInput.extend({
  departmentId: idField("The department"),
  sameAs: idField("A worker of the same person in another department").nullish(),
});

/**
 * Adds a worker to a department of the caller's organization, or of any for the operator. Throws VALIDATION_ERROR,
 * DEPARTMENT_NOT_FOUND, or CONFLICT if the organization has the maximum number of workers. With `sameAs`, the worker is a
 * person of another department, who works in this one on planned dates only (`setShifts`).
 */
export async function createWorker(
  ports: Clock & { departments: Departments; organizations: Organizations },
  caller: Pick<Caller | Operator, "organizationId" | "actor">,
  input: unknown,
): Promise<StaffWorkerView> {
  const { actor } = caller;
  const { departmentId, name, sameAs } = parseInput(createWorkerInput, input);
  const { departments, now } = ports;
  const department = await departments.find(refFor(caller, departmentId));
  if (!department) throw departmentNotFound();
  await requireRoom(ports, department.organizationId, "workers");
  const personId = typeof sameAs === "number"
    ? await findPerson(departments, department, sameAs)
    : null;
  const worker = new Worker(department, name, now(), { personId });
  await departments.addWorker(worker, (added) =>
    recordOf(added, {
      actor: answering(actor, toStaffWorkerView(added)),
      action: "worker.created",
      at: added.createdAt,
    }));
  return toStaffWorkerView(worker);
}

/** Returns the person of a worker of another department. Throws VALIDATION_ERROR if the person has no such worker. */
async function findPerson(
  departments: Departments,
  { id: departmentId, organizationId }: Department,
  workerId: number,
): Promise<number> {
  const workers = await departments.listWorkersOf(organizationId, null);
  const worker = workers.find(({ id }) => id === workerId);
  const person = worker && workers.filter((one) => personOf(one) === personOf(worker));
  if (!person || person.some((one) => one.departmentId === departmentId)) {
    throw validationError({ field: "sameAs", message: say("noOtherWorker") });
  }
  return personOf(worker);
}

/** Input of a change of a worker: its id and the fields to change. */
export const updateWorkerInput = workerChange.extend({
  id: idField("The worker"),
  version: versionField,
});

/**
 * Changes the name of a worker, or makes a worker active or inactive. The worker keeps existing appointments, and
 * webhooks get the slots whose availability changes (core/departments/README.md 7). Throws
 * VALIDATION_ERROR, WORKER_NOT_FOUND, or CONFLICT if `version` is not the present one.
 */
export async function updateWorker(
  { now, departments }: Clock & { departments: Departments },
  caller: Pick<Caller | Operator, "organizationId" | "actor">,
  input: unknown,
): Promise<StaffWorkerView> {
  const { id, version, ...change } = parseChange(updateWorkerInput, input);
  const apply = (current: Worker) => {
    requireVersion(current, version);
    return changePresence(current, () => Object.assign(current, change));
  };
  const worker = await departments.changeWorker(refFor(caller, id), apply, (after, before) => {
    const changes = changesBetween(before, after, { fields: ["name", "isActive"] });
    const actor = answering(caller.actor, toStaffWorkerView(after));
    return ifChanged(recordOf(after, { actor, action: "worker.updated", changes, at: now() }));
  });
  if (!worker) throw new DomainError("WORKER_NOT_FOUND", say("workerNotFound"));
  return toStaffWorkerView(worker);
}
