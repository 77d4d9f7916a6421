import { router } from "../procedures.ts";

/** What reporting tools sign in with. */
export const reportingTokensRouter = router({});
