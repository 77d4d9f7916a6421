import { z } from "zod";
import type { OperationContext } from "../wire/endpoint.ts";
import {
  createApiKeyEndpoint,
  listApiKeysEndpoint,
  revokeApiKeyEndpoint,
  rotateApiKeyEndpoint,
} from "./api_key_endpoints.ts";
import { exportAppointmentsEndpoint } from "./appointment_export_endpoint.ts";
import type { StaffEndpoint } from "./endpoint.ts";
import { getSessionEndpoint, signInEndpoint, signOutEndpoint } from "./session_endpoints.ts";
import {
  exportUsageEndpoint,
  usageLogEndpoint,
  usageStatisticsEndpoint,
} from "./usage_endpoints.ts";
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhooksEndpoint,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from "./webhook_endpoints.ts";
import { backgroundHeader } from "../http/staff_sessions.ts";
import { listDeliveriesEndpoint, retryDeliveryEndpoint } from "./webhook_log_endpoints.ts";

const backgroundRequest = z.literal("true").optional().meta({
  description:
    "Marks a request that a page makes by itself; it does not count as activity of the session",
  examples: ["true"],
});

/** Every endpoint of the staff API. */
export const staffEndpoints: readonly StaffEndpoint[] = [
  signInEndpoint,
  getSessionEndpoint,
  signOutEndpoint,
  listApiKeysEndpoint,
  createApiKeyEndpoint,
  revokeApiKeyEndpoint,
  rotateApiKeyEndpoint,
  listWebhooksEndpoint,
  createWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  testWebhookEndpoint,
  listDeliveriesEndpoint,
  retryDeliveryEndpoint,
  usageStatisticsEndpoint,
  usageLogEndpoint,
  exportUsageEndpoint,
  exportAppointmentsEndpoint,
];

/** Returns the common part of the operation of an endpoint. */
export function staffContext(endpoint: StaffEndpoint): OperationContext {
  if (endpoint.beginsSession) {
    return {
      security: [],
      access: "No authentication.",
      commonRefusals: ["FORBIDDEN", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE"],
      isLimited: false,
    };
  }
  return {
    security: ["session"],
    access: endpoint.useCase === null ? "Any staff user." : "Role ADMIN or OWNER.",
    commonRefusals: [
      "UNAUTHENTICATED",
      "RATE_LIMIT_EXCEEDED",
      "INTERNAL_ERROR",
      "SERVICE_UNAVAILABLE",
      ...(endpoint.method === "GET" && endpoint.useCase === null ? [] : ["FORBIDDEN"] as const),
      ...(endpoint.useCase === null ? [] : [
        "PASSWORD_CHANGE_REQUIRED",
        "FACTOR_SETUP_REQUIRED",
      ] as const),
    ],
    headers: { [backgroundHeader]: backgroundRequest },
    isLimited: true,
  };
}
