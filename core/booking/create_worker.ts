import type { z } from "zod";
import { requireRoom } from "../access/organization_size.ts";
import { type Actor, operator, recordOf } from "../audit/audit_record.ts";
import { parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import type { OwnedRef } from "./departments.ts";
import { departmentNotFound } from "./read_departments.ts";
import { newWorkerInput, Worker } from "./worker.ts";

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
