import { actorOf, type StaffCaller } from "../access/staff_caller.ts";
import { idField, parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import { addWorker } from "./create_worker.ts";
import { type StaffWorkerView, toStaffWorkerView } from "./staff_department_view.ts";
import { newWorkerInput } from "./worker.ts";

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
