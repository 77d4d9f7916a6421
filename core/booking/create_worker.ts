import type { z } from "zod";
import { parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import { departmentNotFound } from "./read_departments.ts";
import { newWorkerInput, Worker } from "./worker.ts";

/** Adds a worker to a department. Throws VALIDATION_ERROR or DEPARTMENT_NOT_FOUND. */
export async function createWorker(
  { departments, now }: Pick<Ports, "departments" | "now">,
  departmentId: number,
  input: z.input<typeof newWorkerInput>,
): Promise<Worker> {
  const { name } = parseInput(newWorkerInput, input);
  const department = await departments.find(departmentId);
  if (!department) throw departmentNotFound();
  const worker = new Worker(department, name, now());
  await departments.addWorker(worker);
  return worker;
}
