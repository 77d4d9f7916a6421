import {
  createApiKeyInput,
  createReportingTokenInput,
  createScreenInput,
  createWebhookInput,
  endWaitingInput,
  getVisitOverviewInput,
  idInput,
  inviteStaffUserInput,
  liftLegalHoldInput,
  listAuditInput,
  listDeliveriesInput,
  listUsageInput,
  listWebhookEventsInput,
  placeLegalHoldInput,
  previewEmailInput,
  previewRetentionInput,
  recoverSinceInput,
  renameApiKeyInput,
  reportingTokenIdInput,
  requireFactorsInput,
  saveIdentityProviderInput,
  screenIdInput,
  setRetentionInput,
  setStaffUserRoleInput,
  staffUserIdInput,
  testWebhookInput,
  updateApiKeyInput,
  updateEmailInput,
  updateOrganizationInput,
  updateWebhookInput,
  usageStatisticsInput,
} from "../../../core/mod.ts";
import { router, staffMutation, staffQuery, withEmptyResult } from "../procedures.ts";

/** API keys. A key is shown in full only by `create` and `rotate`. */
export const apiKeysRouter = router({
  list: staffQuery((staff) => staff.listApiKeys),
  create: staffMutation((staff) => staff.createApiKey, createApiKeyInput),
  rename: staffMutation((staff) => staff.renameApiKey, renameApiKeyInput),
  update: staffMutation((staff) => staff.updateApiKey, updateApiKeyInput),
  usage: staffQuery((staff) => staff.getKeyUsage, idInput),
  revoke: staffMutation((staff) => staff.revokeApiKey, idInput),
  rotate: staffMutation((staff) => staff.rotateApiKey, idInput),
});

/** The audit log: each action with its actor, time and address. */
export const auditRouter = router({
  list: staffQuery((staff) => staff.listAudit, listAuditInput),
});

/** The organization's settings. */
export const organizationRouter = router({
  current: staffQuery((staff) => staff.getOrganization),
  update: staffMutation((staff) => staff.updateOrganization, updateOrganizationInput),
  requireFactors: staffMutation((staff) => staff.requireFactors, requireFactorsInput),
});

/** How long personal data is kept, and the people whose data must stay. */
export const retentionRouter = router({
  current: staffQuery((staff) => staff.getRetention),
  preview: staffQuery((staff) => staff.previewRetention, previewRetentionInput),
  set: staffMutation((staff) => staff.setRetention, setRetentionInput),
  legalHolds: staffQuery((staff) => staff.listLegalHolds),
  placeLegalHold: staffMutation((staff) => staff.placeLegalHold, placeLegalHoldInput),
  liftLegalHold: staffMutation((staff) => staff.liftLegalHold, liftLegalHoldInput),
});

/** Reporting tokens for GraphQL. A token is shown in full only by `create`. */
export const reportingTokensRouter = router({
  list: staffQuery((staff) => staff.listReportingTokens),
  create: staffMutation((staff) => staff.createReportingToken, createReportingTokenInput),
  revoke: staffMutation((staff) => staff.revokeReportingToken, reportingTokenIdInput),
});

/** The reports that GraphQL runs, and those that only the dashboard has. */
export const reportsRouter = router({
  catalogue: staffQuery((staff) => staff.listReports),
  visits: staffQuery((staff) => staff.getVisitOverview, getVisitOverviewInput),
});

/** Displays and kiosks of the waiting room. The token of a screen is shown only by `create`. */
export const screensRouter = router({
  list: staffQuery((staff) => staff.listScreens),
  create: staffMutation((staff) => staff.createScreen, createScreenInput),
  revoke: staffMutation((staff) => staff.revokeScreen, screenIdInput),
  waiting: staffQuery((staff) => staff.countWaitingOfKiosk, screenIdInput),
  endWaiting: staffMutation((staff) => staff.endWaitingOfKiosk, endWaitingInput),
});

/** Single sign-on. A one-time link is shown only by `createLink`. */
export const ssoRouter = router({
  provider: staffQuery((staff) => staff.getIdentityProvider),
  save: staffMutation((staff) => staff.saveIdentityProvider, saveIdentityProviderInput),
  remove: staffMutation((staff) => staff.removeIdentityProvider),
  createLink: staffMutation((staff) => staff.createSsoLink, idInput),
  unlink: staffMutation((staff) => staff.unlinkStaffUser, idInput),
});

/** Mails to the people of appointments. */
export const emailRouter = router({
  current: staffQuery((staff) => staff.getEmail),
  update: staffMutation((staff) => staff.updateEmail, updateEmailInput),
  preview: staffQuery((staff) => staff.previewEmail, previewEmailInput),
});

/** Staff users. Only an OWNER can change them. */
export const staffRouter = router({
  list: staffQuery((staff) => staff.listStaffUsers),
  invite: staffMutation((staff) => staff.inviteStaffUser, inviteStaffUserInput),
  setRole: staffMutation((staff) => staff.setStaffUserRole, setStaffUserRoleInput),
  disable: staffMutation((staff) => staff.disableStaffUser, staffUserIdInput),
  enable: staffMutation((staff) => staff.enableStaffUser, staffUserIdInput),
  resetPassword: staffMutation((staff) => staff.resetStaffUserPassword, staffUserIdInput),
  endSessions: staffMutation((staff) => staff.endStaffUserSessions, staffUserIdInput),
});

/** Usage of the organization's API keys. */
export const usageRouter = router({
  stats: staffQuery((staff) => staff.getUsageStatistics, usageStatisticsInput),
  logs: staffQuery((staff) => staff.listUsage, listUsageInput),
});

/** Webhooks and their deliveries. `id` is the id of a log entry in `retry` and `delivery`, else of a webhook. */
export const webhooksRouter = router({
  list: staffQuery((staff) => staff.listWebhooks),
  create: staffMutation((staff) => staff.createWebhook, createWebhookInput),
  update: staffMutation((staff) => staff.updateWebhook, updateWebhookInput),
  delete: staffMutation((staff) => withEmptyResult(staff.deleteWebhook), idInput),
  test: staffMutation((staff) => staff.testWebhook, testWebhookInput),
  rotateSecret: staffMutation((staff) => staff.replaceWebhookSecret, idInput),
  logs: staffQuery((staff) => staff.listDeliveries, listDeliveriesInput),
  events: staffQuery((staff) => staff.listWebhookEvents, listWebhookEventsInput),
  delivery: staffQuery((staff) => staff.getDelivery, idInput),
  retry: staffMutation((staff) => staff.retryDelivery, idInput),
  recoverSince: staffMutation((staff) => staff.recoverSince, recoverSinceInput),
});
