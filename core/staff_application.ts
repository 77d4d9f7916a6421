import { type ApiKey, type ApiKeyView, toApiKeyView } from "./access/api_key.ts";
import { createApiKey } from "./access/create_api_key.ts";
import {
  createReportingToken,
  listReportingTokens,
  reportingTokenIdInput,
  revokeReportingToken,
} from "./access/reporting_tokens.ts";
import {
  disableStaffUser,
  enableStaffUser,
  resetPassword,
  setStaffUserRole,
} from "./access/change_staff_users.ts";
import { inviteStaffUser } from "./access/create_staff_user.ts";
import { listStaffUsers, staffUserIdInput, toStaffUserView } from "./access/team.ts";
import { getOrganization, listApiKeys, updateOrganization } from "./access/organizations.ts";
import { renameApiKey, revokeApiKey, rotateApiKey } from "./access/change_api_keys.ts";
import { toReportingTokenView } from "./access/reporting_token.ts";
import { actorOf, requireRole, type StaffCaller } from "./access/staff_caller.ts";
import type { Role } from "./access/staff_user.ts";
import { listAudit, listHistory } from "./audit/audit_log.ts";
import { cancelAppointment, completeAppointment, markMissed } from "./booking/change_status.ts";
import { createAppointmentAsStaff } from "./booking/book_appointment.ts";
import {
  createDepartmentAsStaff,
  updateDepartmentAsStaff,
} from "./departments/change_departments.ts";
import { createWorkerAsStaff, updateWorkerAsStaff } from "./departments/change_workers.ts";
import { eraseAppointment } from "./booking/erase_appointment.ts";
import { listAppointmentsAsStaff, weightOfAppointmentList } from "./booking/list_appointments.ts";
import { findByQrCode, readAppointmentAsStaff } from "./booking/get_appointments.ts";
import { listCreditEntries, readBalances } from "./credits/list_credit_entries.ts";
import { readDay } from "./booking/get_day.ts";
import {
  checkAvailabilityAsStaff,
  listDepartmentsAsStaff,
  listWorkersAsStaff,
  readDepartment,
  weightOfDepartmentList,
} from "./departments/list_departments_as_staff.ts";
import { readRange, weightOfRange } from "./departments/list_free_slots.ts";
import { rescheduleAppointment, updateAppointment } from "./booking/edit_appointment.ts";
import { parseInput } from "./input.ts";
import type { Ports } from "./ports.ts";
import { exportUsage, getUsageStatistics, listUsage, weightOfExport } from "./usage/read_usage.ts";
import { createWebhook, testWebhook } from "./webhooks/create_webhook.ts";
import { deleteWebhook, replaceSecret, updateWebhook } from "./webhooks/change_webhooks.ts";
import { toLoggedAttemptView } from "./webhooks/delivery_log.ts";
import { getDelivery, listDeliveries, listWebhooks } from "./webhooks/list_webhooks.ts";
import { recoverSince, retryDelivery } from "./webhooks/retry_delivery.ts";
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
