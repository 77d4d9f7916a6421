import { type ApiKey, type ApiKeyView, toApiKeyView } from "./access/api_key.ts";
import { createApiKey } from "./access/create_api_key.ts";
import { createReportingToken } from "./access/create_reporting_token.ts";
import { disableStaffUser } from "./access/disable_staff_user.ts";
import { enableStaffUser } from "./access/enable_staff_user.ts";
import { inviteStaffUser } from "./access/invite_staff_user.ts";
import { listReportingTokens } from "./access/list_reporting_tokens.ts";
import { listStaffUsers } from "./access/list_staff_users.ts";
import { getOrganization } from "./access/get_organization.ts";
import { listApiKeys } from "./access/read_organizations.ts";
import { renameApiKey } from "./access/rename_api_key.ts";
import { toReportingTokenView } from "./access/reporting_token.ts";
import { resetPassword } from "./access/reset_password.ts";
import { revokeApiKey } from "./access/revoke_api_key.ts";
import { reportingTokenIdInput, revokeReportingToken } from "./access/revoke_reporting_token.ts";
import { rotateApiKey } from "./access/rotate_api_key.ts";
import { setStaffUserRole } from "./access/set_staff_user_role.ts";
import { actorOf, requireRole, type StaffCaller } from "./access/staff_caller.ts";
import type { Role } from "./access/staff_user.ts";
import { staffUserIdInput, toStaffUserView } from "./access/team.ts";
import { updateOrganization } from "./access/update_organization.ts";
import { listAudit } from "./audit/list_audit.ts";
import { listHistory } from "./audit/list_history.ts";
import { cancelAppointment } from "./booking/cancel_appointment.ts";
import { completeAppointment } from "./booking/complete_appointment.ts";
import { createAppointmentAsStaff } from "./booking/create_appointment_as_staff.ts";
import { createDepartmentAsStaff } from "./booking/create_department_as_staff.ts";
import { createWorkerAsStaff } from "./booking/create_worker_as_staff.ts";
import { markMissed } from "./booking/mark_missed.ts";
import { eraseAppointment } from "./booking/erase_appointment.ts";
import {
  listAppointmentsAsStaff,
  weightOfAppointmentList,
} from "./booking/list_appointments_as_staff.ts";
import { findByQrCode, readAppointmentAsStaff } from "./booking/read_appointments_as_staff.ts";
import { listCreditEntries, readBalances } from "./booking/read_credits.ts";
import { readDay } from "./booking/read_day.ts";
import {
  checkAvailabilityAsStaff,
  listDepartmentsAsStaff,
  listWorkersAsStaff,
  readDepartment,
  weightOfDepartmentList,
} from "./booking/read_departments_as_staff.ts";
import { readRange, weightOfRange } from "./booking/read_range.ts";
import { rescheduleAppointment } from "./booking/reschedule_appointment.ts";
import { updateAppointment } from "./booking/update_appointment.ts";
import { parseInput } from "./input.ts";
import { updateDepartmentAsStaff } from "./booking/update_department_as_staff.ts";
import { updateWorkerAsStaff } from "./booking/update_worker_as_staff.ts";
import type { Ports } from "./ports.ts";
import { exportUsage, getUsageStatistics, listUsage, weightOfExport } from "./usage/read_usage.ts";
import { createWebhook } from "./webhooks/create_webhook.ts";
import { deleteWebhook } from "./webhooks/delete_webhook.ts";
import { toLoggedAttemptView } from "./webhooks/delivery_log.ts";
import { getDelivery, listDeliveries, listWebhooks } from "./webhooks/list_webhooks.ts";
import { replaceSecret } from "./webhooks/replace_secret.ts";
import { recoverSince, retryDelivery } from "./webhooks/retry_delivery.ts";
import { testWebhook } from "./webhooks/test_webhook.ts";
import { updateWebhook } from "./webhooks/update_webhook.ts";
import { toWebhookView, type Webhook, type WebhookView } from "./webhooks/webhook.ts";

/** The use cases of signed-in staff, the same for every surface. */
export type StaffApplication = ReturnType<typeof createStaffApplication>;

/**
 * Makes the use cases of staff over the given ports, each with its role. This is the only place that enforces roles
 * (core/access/README.md 2). A surface that must refuse before it reads the input checks `role` itself.
 */
export function createStaffApplication(ports: Ports) {
  const over =
    <R>(useCase: (ports: Ports, caller: StaffCaller, input: unknown) => Promise<R>) =>
    (caller: StaffCaller, input: unknown): Promise<R> => useCase(ports, caller, input);
  return {
    listApiKeys: forRole("ADMIN", async (caller) => {
      const keys = await listApiKeys(ports, caller.organizationId);
      return keys.map((key) => toApiKeyView(key, caller.timeZone));
    }),
    createApiKey: forRole("ADMIN", async (caller, input: unknown) => {
      const made = await createApiKey(ports, caller.organizationId, input, actorOf(caller));
      return shownOnce(made, caller);
    }),
    rotateApiKey: forRole("ADMIN", async (caller, id: number) => {
      const ref = { ...ownerOf(caller), id };
      return shownOnce(await rotateApiKey(ports, ref, actorOf(caller)), caller);
    }),
    revokeApiKey: forRole("ADMIN", async (caller, id: number) => {
      const revoked = await revokeApiKey(ports, { ...ownerOf(caller), id }, actorOf(caller));
      return toApiKeyView(revoked, caller.timeZone);
    }),
    renameApiKey: forRole("ADMIN", over(renameApiKey)),

    listStaffUsers: forRole("ADMIN", (caller) => listStaffUsers(ports, caller)),
    inviteStaffUser: forRole("OWNER", over(inviteStaffUser)),
    setStaffUserRole: forRole("OWNER", over(setStaffUserRole)),
    disableStaffUser: forRole("OWNER", async (caller, input: unknown) => {
      const user = await disableStaffUser(ports, userIn(caller, input), actorOf(caller));
      return toStaffUserView({ user, lastActiveAt: null }, caller.timeZone);
    }),
    enableStaffUser: forRole("OWNER", over(enableStaffUser)),
    resetStaffUserPassword: forRole("OWNER", async (caller, input: unknown) => {
      const made = await resetPassword(ports, userIn(caller, input), actorOf(caller));
      return { id: made.user.id, oneTimePassword: made.password };
    }),

    getOrganization: forRole("STAFF", (caller) => getOrganization(ports, caller)),
    updateOrganization: forRole("ADMIN", over(updateOrganization)),

    listReportingTokens: forRole("ADMIN", async ({ organizationId, timeZone }) => {
      const tokens = await listReportingTokens(ports, organizationId);
      return tokens.map((token) => toReportingTokenView(token, timeZone));
    }),
    createReportingToken: forRole("ADMIN", async (caller, input: unknown) => {
      const { organizationId, timeZone } = caller;
      const by = { organizationId, actor: actorOf(caller) };
      const { reportingToken, token } = await createReportingToken(ports, by, input);
      return { ...toReportingTokenView(reportingToken, timeZone), token };
    }),
    revokeReportingToken: forRole("ADMIN", async (caller, input: unknown) => {
      const { id } = parseInput(reportingTokenIdInput, input);
      const { organizationId, timeZone } = caller;
      const ref = { id, organizationId, actor: actorOf(caller) };
      return toReportingTokenView(await revokeReportingToken(ports, ref), timeZone);
    }),

    listWebhooks: forRole("ADMIN", (caller) => listWebhooks(ports, caller)),
    createWebhook: forRole("ADMIN", async (caller, input: unknown) => {
      return withSecret(await createWebhook(ports, caller, input, actorOf(caller)), caller);
    }),
    updateWebhook: forRole("ADMIN", async (caller, id: number, input: unknown) => {
      const ref = { ...ownerOf(caller), id };
      const webhook = await updateWebhook(ports, ref, input, actorOf(caller));
      return toWebhookView(webhook, caller.timeZone);
    }),
    deleteWebhook: forRole(
      "ADMIN",
      (caller, id: number) => deleteWebhook(ports, { ...ownerOf(caller), id }, actorOf(caller)),
    ),
    testWebhook: forRole(
      "ADMIN",
      (caller, id: number) => testWebhook(ports, { ...ownerOf(caller), id }, actorOf(caller)),
    ),
    replaceWebhookSecret: forRole("ADMIN", async (caller, id: number) => {
      const ref = { ...ownerOf(caller), id };
      return withSecret(await replaceSecret(ports, ref, actorOf(caller)), caller);
    }),
    listDeliveries: forRole("ADMIN", ({ timeZone, ...caller }, id: number, query: unknown) => {
      return listDeliveries(ports, { ...ownerOf(caller), id, timeZone }, query);
    }),
    getDelivery: forRole(
      "ADMIN",
      (caller, attemptId: number) => getDelivery(ports, caller, attemptId),
    ),
    retryDelivery: forRole("ADMIN", async (caller, attemptId: number) => {
      const made = await retryDelivery(ports, caller, attemptId, actorOf(caller));
      return toLoggedAttemptView(made, caller.timeZone);
    }),
    recoverSince: forRole("ADMIN", (caller, id: number, input: unknown) => {
      const ref = { ...ownerOf(caller), id, timeZone: caller.timeZone };
      return recoverSince(ports, ref, input, actorOf(caller));
    }),

    getUsageStatistics: forRole(
      "ADMIN",
      (caller, query: unknown) => getUsageStatistics(ports, caller, query),
    ),
    listUsage: forRole("ADMIN", (caller, query: unknown) => listUsage(ports, caller, query)),
    exportUsage: forRole(
      "ADMIN",
      async (caller, query: unknown) => exportUsage(ports, caller, query),
      weightOfExport,
    ),

    listAudit: forRole("ADMIN", over(listAudit)),

    createDepartmentAsStaff: forRole("ADMIN", over(createDepartmentAsStaff)),
    updateDepartmentAsStaff: forRole("ADMIN", over(updateDepartmentAsStaff)),
    createWorkerAsStaff: forRole("ADMIN", over(createWorkerAsStaff)),
    updateWorkerAsStaff: forRole("ADMIN", over(updateWorkerAsStaff)),

    createAppointment: forRole("STAFF", over(createAppointmentAsStaff)),
    updateAppointment: forRole("STAFF", over(updateAppointment)),
    rescheduleAppointment: forRole("STAFF", over(rescheduleAppointment)),
    cancelAppointment: forRole("STAFF", over(cancelAppointment)),
    completeAppointment: forRole("STAFF", over(completeAppointment)),
    markMissed: forRole("STAFF", over(markMissed)),
    readAppointment: forRole("STAFF", over(readAppointmentAsStaff)),
    findByQrCode: forRole("STAFF", over(findByQrCode)),
    listHistory: forRole("STAFF", over(listHistory)),
    listAppointmentsAsStaff: forRole(
      "STAFF",
      over(listAppointmentsAsStaff),
      weightOfAppointmentList,
    ),
    eraseAppointment: forRole("ADMIN", over(eraseAppointment)),

    listDepartmentsAsStaff: forRole(
      "STAFF",
      over(listDepartmentsAsStaff),
      weightOfDepartmentList,
    ),
    readDepartment: forRole("STAFF", over(readDepartment)),
    checkAvailabilityAsStaff: forRole("STAFF", over(checkAvailabilityAsStaff)),
    readDay: forRole("STAFF", over(readDay)),
    readRange: forRole("STAFF", over(readRange), weightOfRange),
    listWorkersAsStaff: forRole("STAFF", over(listWorkersAsStaff)),

    readBalances: forRole("STAFF", (caller) => readBalances(ports, caller)),
    listCreditEntries: forRole("ADMIN", over(listCreditEntries)),
  };
}

/** `weightOf` returns the number of requests that a call counts as. Its input is not validated yet. */
function forRole<A extends unknown[], R>(
  role: Role,
  useCase: (caller: StaffCaller, ...input: A) => Promise<R>,
  weightOf: (input: unknown) => number = () => 1,
) {
  async function enforced(caller: StaffCaller, ...input: A): Promise<R> {
    requireRole(caller, role);
    return await useCase(caller, ...input);
  }
  return Object.assign(enforced, { role, weightOf });
}

function ownerOf({ organizationId }: Pick<StaffCaller, "organizationId">) {
  return { organizationId };
}

/** Returns the ref of the staff user in an input, within the caller's organization. Throws VALIDATION_ERROR. */
function userIn(caller: StaffCaller, input: unknown) {
  return { ...parseInput(staffUserIdInput, input), ...ownerOf(caller) };
}

function withSecret(
  { webhook, secret }: { webhook: Webhook; secret: string },
  { timeZone }: StaffCaller,
): WebhookView & { secret: string } {
  return { ...toWebhookView(webhook, timeZone), secret };
}

/** Makes the view of a new key, with its plaintext. */
function shownOnce(
  { apiKey, key }: { apiKey: ApiKey; key: string },
  { timeZone }: StaffCaller,
): ApiKeyView & { key: string } {
  return { ...toApiKeyView(apiKey, timeZone), key };
}
