import { createApiKeyInput, idInput, renameApiKeyInput } from "../../../core/mod.ts";
import { router, staffMutation, staffQuery } from "../procedures.ts";

/** The keys of the public API; each is shown whole once, as it is made. */
export const apiKeysRouter = router({
  list: staffQuery((staff) => staff.listApiKeys),
  create: staffMutation((staff) => staff.createApiKey, createApiKeyInput),
  rename: staffMutation((staff) => staff.renameApiKey, renameApiKeyInput),
  revoke: staffMutation((staff) => staff.revokeApiKey, idInput),
  rotate: staffMutation((staff) => staff.rotateApiKey, idInput),
});
