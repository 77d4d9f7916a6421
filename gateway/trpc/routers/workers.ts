import { router } from "../procedures.ts";

/** Who takes appointments in a department. */
export const workersRouter = router({});
