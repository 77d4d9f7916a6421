import type { z } from "zod";
import { requireRoom } from "../access/organization_size.ts";
import {
  type Actor,
  changesBetween,
  ifChanged,
  operator,
  recordOf,
} from "../audit/audit_record.ts";
import { idField, parseChange, parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import type { OwnedRef } from "./departments.ts";
import { departmentNotFound } from "./list_departments.ts";
import { newWorkerInput, Worker, workerChange } from "./worker.ts";
import { actorOf, type StaffCaller } from "../access/staff_caller.ts";
import { type StaffWorkerView, toStaffWorkerView } from "./department.ts";
import { DomainError } from "../errors.ts";

/** Adds a worker to a department. Throws VALIDATION_ERROR, DEPARTMENT_NOT_FOUND, or CONFLICT if there is no room. */
export async function createWorker(
  ports: Pick<Ports, "departments" | "organizations" | "now">,
  departmentId: number,
  input: z.input<typeof newWorkerInput>,
  actor: Actor = operator,
): Promise<Worker> {
  const { name } = parseInput(newWorkerInput, input);
  return await addWorker(ports, { id: departmentId }, { name, actor });
}

/** The same in a department that is perhaps to be one of an organization's. */
export async function addWorker(
  ports: Pick<Ports, "departments" | "organizations" | "now">,
  { id, organizationId }: OwnedRef,
  { name, actor }: { name: string; actor: Actor },
): Promise<Worker> {
  const { departments, now } = ports;
  const department = await departments.find(id);
  if (!department || department.organizationId !== (organizationId ?? department.organizationId)) {
    throw departmentNotFound();
  }
  await requireRoom(ports, department.organizationId, "workers");
  const worker = new Worker(department, name, now());
  await departments.addWorker(
    worker,
    (added) => recordOf(added, { actor, action: "worker.created", at: added.createdAt }),
  );
  return worker;
}

/** Who, and where. */
export const createWorkerInput = newWorkerInput.extend({ departmentId: idField("The department") });

/**
 * Adds a worker to a department of the caller's organization. Throws VALIDATION_ERROR,
 * DEPARTMENT_NOT_FOUND, or CONFLICT if there is no room.
 */
export async function createWorkerAsStaff(
  ports: Pick<Ports, "departments" | "organizations" | "now">,
  caller: StaffCaller,
  input: unknown,
): Promise<StaffWorkerView> {
  const { departmentId, name } = parseInput(createWorkerInput, input);
  const department = { id: departmentId, organizationId: caller.organizationId };
  return toStaffWorkerView(await addWorker(ports, department, { name, actor: actorOf(caller) }));
}

type Change = z.input<typeof workerChange>;

/**
 * Renames a worker or takes one out of booking; appointments stay as they are. Throws VALIDATION_ERROR or
 * WORKER_NOT_FOUND.
 */
export function updateWorker(
  ports: Pick<Ports, "now" | "departments">,
  id: number,
  input: Change,
  actor: Actor = operator,
): Promise<Worker> {
  return changeWorker(ports, { id }, { input, actor });
}

/** The same of a worker who is perhaps to be one of an organization's. */
export async function changeWorker(
  { now, departments }: Pick<Ports, "now" | "departments">,
  ref: OwnedRef,
  { input, actor }: { input: Change; actor: Actor },
): Promise<Worker> {
  const change = parseChange(workerChange, input);
  const apply = (current: Worker) => void Object.assign(current, change);
  const worker = await departments.changeWorker(ref, apply, (after, before) => {
    const changes = changesBetween(before, after, { fields: ["name", "isActive"] });
    return ifChanged(recordOf(after, { actor, action: "worker.updated", changes, at: now() }));
  });
  if (!worker) throw new DomainError("WORKER_NOT_FOUND", "There is no worker with this id");
  return worker;
}

/** Which worker, and what changes: only what is given. */
export const updateWorkerInput = workerChange.extend({ id: idField("The worker") });

/**
 * Changes a worker of the caller's organization, as `updateWorker` does. Throws VALIDATION_ERROR or
 * WORKER_NOT_FOUND.
 */
export async function updateWorkerAsStaff(
  ports: Pick<Ports, "now" | "departments">,
  caller: StaffCaller,
  input: unknown,
): Promise<StaffWorkerView> {
  const { id, ...change } = parseChange(updateWorkerInput, input);
  const ref = { id, organizationId: caller.organizationId };
  return toStaffWorkerView(
    await changeWorker(ports, ref, { input: change, actor: actorOf(caller) }),
  );
}
