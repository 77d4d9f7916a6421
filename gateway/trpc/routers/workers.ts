import { createWorkerInput, listWorkersInput, updateWorkerInput } from "../../../core/mod.ts";
import { router, staffMutation, staffQuery } from "../procedures.ts";

/** Who takes appointments in a department. */
export const workersRouter = router({
  list: staffQuery((staff) => staff.listWorkers, listWorkersInput),
  create: staffMutation((staff) => staff.createWorker, createWorkerInput),
  update: staffMutation((staff) => staff.updateWorker, updateWorkerInput),
});
