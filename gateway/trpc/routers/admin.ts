import {
  createApiKeyInput,
  createReportingTokenInput,
  createWebhookWithTestInput,
  idInput,
  inviteStaffUserInput,
  listAuditInput,
  listDeliveriesInput,
  listUsageInput,
  recoverSinceInput,
  renameApiKeyInput,
  reportingTokenIdInput,
  setStaffUserRoleInput,
  staffUserIdInput,
  updateOrganizationInput,
  updateWebhookInput,
  usageStatisticsInput,
} from "../../../core/mod.ts";
import { nothingOf, router, staffMutation, staffQuery } from "../procedures.ts";

/** The keys of the public API; each is shown whole once, as it is made. */
export const apiKeysRouter = router({
  list: staffQuery((staff) => staff.listApiKeys),
  create: staffMutation((staff) => staff.createApiKey, createApiKeyInput),
  rename: staffMutation((staff) => staff.renameApiKey, renameApiKeyInput),
  revoke: staffMutation((staff) => staff.revokeApiKey, idInput),
  rotate: staffMutation((staff) => staff.rotateApiKey, idInput),
});

/** What was done, by whom, when and from where. */
export const auditRouter = router({
  list: staffQuery((staff) => staff.listAudit, listAuditInput),
});

/** The organization's own settings. */
export const organizationRouter = router({
  current: staffQuery((staff) => staff.getOrganization),
  update: staffMutation((staff) => staff.updateOrganization, updateOrganizationInput),
});

/** What reporting tools sign in with; each is shown whole once, as it is made. */
export const reportingTokensRouter = router({
  list: staffQuery((staff) => staff.listReportingTokens),
  create: staffMutation((staff) => staff.createReportingToken, createReportingTokenInput),
  revoke: staffMutation((staff) => staff.revokeReportingToken, reportingTokenIdInput),
});

/** The team; only an OWNER changes it. */
export const staffRouter = router({
  list: staffQuery((staff) => staff.listStaffUsers),
  invite: staffMutation((staff) => staff.inviteStaffUser, inviteStaffUserInput),
  setRole: staffMutation((staff) => staff.setStaffUserRole, setStaffUserRoleInput),
  disable: staffMutation((staff) => staff.disableStaffUser, staffUserIdInput),
  enable: staffMutation((staff) => staff.enableStaffUser, staffUserIdInput),
  resetPassword: staffMutation((staff) => staff.resetStaffUserPassword, staffUserIdInput),
});

/** What was called with the organization's keys. */
export const usageRouter = router({
  stats: staffQuery((staff) => staff.getUsageStatistics, usageStatisticsInput),
  logs: staffQuery((staff) => staff.listUsage, listUsageInput),
});

/** Webhooks and their deliveries; `id` is an entry's of the log in `retry` and `delivery`, else a webhook's. */
export const webhooksRouter = router({
  list: staffQuery((staff) => staff.listWebhooks),
  create: staffMutation((staff) => staff.createWebhook, createWebhookWithTestInput),
  update: staffMutation((staff) => staff.updateWebhook, updateWebhookInput),
  delete: staffMutation((staff) => nothingOf(staff.deleteWebhook), idInput),
  test: staffMutation((staff) => staff.testWebhook, idInput),
  rotateSecret: staffMutation((staff) => staff.replaceWebhookSecret, idInput),
  logs: staffQuery((staff) => staff.listDeliveries, listDeliveriesInput),
  delivery: staffQuery((staff) => staff.getDelivery, idInput),
  retry: staffMutation((staff) => staff.retryDelivery, idInput),
  recoverSince: staffMutation((staff) => staff.recoverSince, recoverSinceInput),
});
