import { createWorkerInput, listWorkersInput, updateWorkerInput } from "../../../core/mod.ts";
import { router, staffMutation, staffQuery } from "../procedures.ts";

/** Who takes appointments in a department. */
export const workersRouter = router({
  list: staffQuery((staff) => staff.listWorkersAsStaff, listWorkersInput),
  create: staffMutation((staff) => staff.createWorkerAsStaff, createWorkerInput),
  update: staffMutation((staff) => staff.updateWorkerAsStaff, updateWorkerInput),
});
