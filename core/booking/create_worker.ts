import type { z } from "zod";
import { type Actor, operator, recordOf } from "../audit/audit_record.ts";
import { parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import type { OwnedRef } from "./departments.ts";
import { departmentNotFound } from "./read_departments.ts";
import { newWorkerInput, Worker } from "./worker.ts";

/** Adds a worker to a department. Throws VALIDATION_ERROR or DEPARTMENT_NOT_FOUND. */
export async function createWorker(
  ports: Pick<Ports, "departments" | "now">,
  departmentId: number,
  input: z.input<typeof newWorkerInput>,
  actor: Actor = operator,
): Promise<Worker> {
  const { name } = parseInput(newWorkerInput, input);
  return await addWorker(ports, { id: departmentId }, { name, actor });
}

/** The same in a department that is perhaps to be one of an organization's. */
export async function addWorker(
  { departments, now }: Pick<Ports, "departments" | "now">,
  { id, organizationId }: OwnedRef,
  { name, actor }: { name: string; actor: Actor },
): Promise<Worker> {
  const department = await departments.find(id);
  if (!department || department.organizationId !== (organizationId ?? department.organizationId)) {
    throw departmentNotFound();
  }
  const worker = new Worker(department, name, now());
  await departments.addWorker(
    worker,
    (added) => recordOf(added, { actor, action: "worker.created", at: added.createdAt }),
  );
  return worker;
}
