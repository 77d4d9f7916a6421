import { type ApiKey, type ApiKeyView, describeApiKey } from "./access/api_key.ts";
import { createApiKey } from "./access/create_api_key.ts";
import { listApiKeys } from "./access/read_organizations.ts";
import { revokeApiKey } from "./access/revoke_api_key.ts";
import { rotateApiKey } from "./access/rotate_api_key.ts";
import { requireRole, type StaffCaller } from "./access/staff_caller.ts";
import type { Role } from "./access/staff_user.ts";
import { listAudit } from "./audit/read_audit.ts";
import { cancelAppointment } from "./booking/cancel_appointment.ts";
import { completeAppointment } from "./booking/complete_appointment.ts";
import { createAppointmentAsStaff } from "./booking/create_appointment_as_staff.ts";
import { markMissed } from "./booking/mark_missed.ts";
import { eraseAppointment } from "./booking/erase_appointment.ts";
import { listAppointmentsAsStaff } from "./booking/list_appointments_as_staff.ts";
import { findByQrCode, readAppointmentAsStaff } from "./booking/read_appointments_as_staff.ts";
import { listCreditEntries, readBalances } from "./booking/read_credits.ts";
import { readDay } from "./booking/read_day.ts";
import {
  checkAvailabilityAsStaff,
  listDepartmentsAsStaff,
  listWorkersAsStaff,
  readDepartment,
} from "./booking/read_departments_as_staff.ts";
import { readRange } from "./booking/read_range.ts";
import { rescheduleAppointment } from "./booking/reschedule_appointment.ts";
import { updateAppointment } from "./booking/update_appointment.ts";
import type { Ports } from "./ports.ts";
import { exportUsage, listUsage, readUsageStatistics } from "./usage/read_usage.ts";
import { createWebhook } from "./webhooks/create_webhook.ts";
import { deleteWebhook } from "./webhooks/delete_webhook.ts";
import { describeAttempt } from "./webhooks/delivery_log.ts";
import { listDeliveries, listWebhooks, readDelivery } from "./webhooks/read_webhooks.ts";
import { replaceSecret } from "./webhooks/replace_secret.ts";
import { recoverSince, retryDelivery } from "./webhooks/retry_delivery.ts";
import { testWebhook } from "./webhooks/test_webhook.ts";
import { updateWebhook } from "./webhooks/update_webhook.ts";
import { describeWebhook, type Webhook, type WebhookView } from "./webhooks/webhook.ts";

/** What signed-in staff may do, whatever the surface. */
export type StaffApplication = ReturnType<typeof createStaffApplication>;

/**
 * The use cases of staff over the given ports, each with the role that it needs: the one place where roles
 * are enforced (decisions 1). A surface that must refuse before it has read the input asks `role` itself.
 */
export function createStaffApplication(ports: Ports) {
  const over =
    <R>(useCase: (ports: Ports, caller: StaffCaller, input: unknown) => Promise<R>) =>
    (caller: StaffCaller, input: unknown): Promise<R> => useCase(ports, caller, input);
  return {
    listApiKeys: forRole("ADMIN", async (caller) => {
      const keys = await listApiKeys(ports, caller.organizationId);
      return keys.map((key) => describeApiKey(key, caller.timeZone));
    }),
    createApiKey: forRole("ADMIN", async (caller, input: unknown) => {
      return shownOnce(await createApiKey(ports, caller.organizationId, input), caller);
    }),
    rotateApiKey: forRole("ADMIN", async (caller, id: number) => {
      const { organizationId } = caller;
      return shownOnce(await rotateApiKey(ports, { organizationId, id }), caller);
    }),
    revokeApiKey: forRole("ADMIN", async ({ organizationId, timeZone }, id: number) => {
      return describeApiKey(await revokeApiKey(ports, { organizationId, id }), timeZone);
    }),

    listWebhooks: forRole("ADMIN", (caller) => listWebhooks(ports, caller)),
    createWebhook: forRole("ADMIN", async (caller, input: unknown) => {
      return withSecret(await createWebhook(ports, caller, input), caller);
    }),
    updateWebhook: forRole("ADMIN", async (caller, id: number, input: unknown) => {
      const webhook = await updateWebhook(ports, { ...ownerOf(caller), id }, input);
      return describeWebhook(webhook, caller.timeZone);
    }),
    deleteWebhook: forRole(
      "ADMIN",
      (caller, id: number) => deleteWebhook(ports, { ...ownerOf(caller), id }),
    ),
    testWebhook: forRole(
      "ADMIN",
      (caller, id: number) => testWebhook(ports, { ...ownerOf(caller), id }),
    ),
    replaceWebhookSecret: forRole("ADMIN", async (caller, id: number) => {
      return withSecret(await replaceSecret(ports, { ...ownerOf(caller), id }), caller);
    }),
    listDeliveries: forRole("ADMIN", ({ timeZone, ...caller }, id: number, query: unknown) => {
      return listDeliveries(ports, { ...ownerOf(caller), id, timeZone }, query);
    }),
    readDelivery: forRole(
      "ADMIN",
      (caller, attemptId: number) => readDelivery(ports, caller, attemptId),
    ),
    retryDelivery: forRole("ADMIN", async (caller, attemptId: number) => {
      return describeAttempt(await retryDelivery(ports, caller, attemptId), caller.timeZone);
    }),
    recoverSince: forRole("ADMIN", ({ timeZone, ...caller }, id: number, input: unknown) => {
      return recoverSince(ports, { ...ownerOf(caller), id, timeZone }, input);
    }),

    readUsageStatistics: forRole(
      "ADMIN",
      (caller, query: unknown) => readUsageStatistics(ports, caller, query),
    ),
    listUsage: forRole("ADMIN", (caller, query: unknown) => listUsage(ports, caller, query)),
    exportUsage: forRole(
      "ADMIN",
      async (caller, query: unknown) => exportUsage(ports, caller, query),
    ),

    listAudit: forRole("ADMIN", over(listAudit)),

    createAppointment: forRole("STAFF", over(createAppointmentAsStaff)),
    updateAppointment: forRole("STAFF", over(updateAppointment)),
    rescheduleAppointment: forRole("STAFF", over(rescheduleAppointment)),
    cancelAppointment: forRole("STAFF", over(cancelAppointment)),
    completeAppointment: forRole("STAFF", over(completeAppointment)),
    markMissed: forRole("STAFF", over(markMissed)),
    readAppointment: forRole("STAFF", over(readAppointmentAsStaff)),
    findByQrCode: forRole("STAFF", over(findByQrCode)),
    listAppointmentsAsStaff: forRole("STAFF", over(listAppointmentsAsStaff)),
    eraseAppointment: forRole("ADMIN", over(eraseAppointment)),

    listDepartmentsAsStaff: forRole("STAFF", (caller) => listDepartmentsAsStaff(ports, caller)),
    readDepartment: forRole("STAFF", over(readDepartment)),
    checkAvailabilityAsStaff: forRole("STAFF", over(checkAvailabilityAsStaff)),
    readDay: forRole("STAFF", over(readDay)),
    readRange: forRole("STAFF", over(readRange)),
    listWorkersAsStaff: forRole("STAFF", over(listWorkersAsStaff)),

    readBalances: forRole("STAFF", (caller) => readBalances(ports, caller)),
    listCreditEntries: forRole("ADMIN", over(listCreditEntries)),
  };
}

function forRole<A extends unknown[], R>(
  role: Role,
  useCase: (caller: StaffCaller, ...input: A) => Promise<R>,
) {
  async function enforced(caller: StaffCaller, ...input: A): Promise<R> {
    requireRole(caller, role);
    return await useCase(caller, ...input);
  }
  return Object.assign(enforced, { role });
}

function ownerOf({ organizationId }: Pick<StaffCaller, "organizationId">) {
  return { organizationId };
}

function withSecret(
  { webhook, secret }: { webhook: Webhook; secret: string },
  { timeZone }: StaffCaller,
): WebhookView & { secret: string } {
  return { ...describeWebhook(webhook, timeZone), secret };
}

/** A new key as staff see it, with its plaintext. */
function shownOnce(
  { apiKey, key }: { apiKey: ApiKey; key: string },
  { timeZone }: StaffCaller,
): ApiKeyView & { key: string } {
  return { ...describeApiKey(apiKey, timeZone), key };
}
