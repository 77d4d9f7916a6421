import type { z } from "zod";
import { DomainError } from "../errors.ts";
import { parseChange } from "../input.ts";
import type { Ports } from "../ports.ts";
import { type Worker, workerChange } from "./worker.ts";

/**
 * Renames a worker or takes one out of booking; appointments stay as they are. Throws VALIDATION_ERROR or
 * WORKER_NOT_FOUND.
 */
export async function updateWorker(
  { departments }: Pick<Ports, "departments">,
  id: number,
  input: z.input<typeof workerChange>,
): Promise<Worker> {
  const change = parseChange(workerChange, input);
  const worker = await departments.changeWorker(id, (current) => {
    Object.assign(current, change);
  });
  if (!worker) throw new DomainError("WORKER_NOT_FOUND", "There is no worker with this id");
  return worker;
}
