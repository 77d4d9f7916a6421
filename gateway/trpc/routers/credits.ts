import { router } from "../procedures.ts";

/** The organization's credits. */
export const creditsRouter = router({});
