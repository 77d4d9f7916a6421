import { router } from "../procedures.ts";

/** Departments, their settings and their slots. */
export const departmentsRouter = router({});
