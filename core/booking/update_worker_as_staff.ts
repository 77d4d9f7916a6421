import { actorOf, type StaffCaller } from "../access/staff_caller.ts";
import { idField, parseChange } from "../input.ts";
import type { Ports } from "../ports.ts";
import { type StaffWorkerView, toStaffWorkerView } from "./staff_department_view.ts";
import { changeWorker } from "./update_worker.ts";
import { workerChange } from "./worker.ts";

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
