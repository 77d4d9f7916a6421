import { router } from "../procedures.ts";

/** The organization's own settings. */
export const organizationRouter = router({});
