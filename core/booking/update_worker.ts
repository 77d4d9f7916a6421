import type { z } from "zod";
import {
  type Actor,
  changesBetween,
  ifChanged,
  operator,
  recordOf,
} from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import { parseChange } from "../input.ts";
import type { Ports } from "../ports.ts";
import type { OwnedRef } from "./departments.ts";
import { type Worker, workerChange } from "./worker.ts";

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
