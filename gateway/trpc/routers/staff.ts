import { router } from "../procedures.ts";

/** The team; only an OWNER changes it. */
export const staffRouter = router({});
