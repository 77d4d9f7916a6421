import type { ListedDelivery, ListedWebhook } from "../../../core/ports.ts";
import { instantFromDatabase, instantOrNull } from "../mapping/temporal_types.ts";
import { loggedColumns, loggedFromRow, type LoggedRow } from "../webhooks/logged_row.ts";
import { byId, conditionsBy, type ListSource } from "./list_source.ts";

type WebhookRow =
  & Omit<ListedWebhook, "createdAt" | "lastTriggeredAt" | "deletedAt">
  & { createdAt: string; lastTriggeredAt: string | null; deletedAt: string | null };

/** Webhooks that are not deleted. Their secrets are not read. */
export const webhooks: ListSource<"webhooks", WebhookRow> = {
  table: "webhooks",
  columns: `a.id, a.url, a.events, a.is_active as "isActive", a.include_test as "includeTest",
    a.created_at as "createdAt", a.last_triggered_at as "lastTriggeredAt",
    a.consecutive_failures as "consecutiveFailures", a.deleted_at as "deletedAt"`,
  orders: byId,
  owners: {},
  conditions: ({ filter: { isActive } }, { valueOf }) => ({
    where: ["a.deleted_at is null", ...conditionsBy(valueOf).is("is_active", "boolean", isActive)],
  }),
  item: ({ id, url, events, isActive, includeTest, consecutiveFailures, ...at }) => ({
    id,
    url,
    events,
    isActive,
    includeTest,
    consecutiveFailures,
    createdAt: instantFromDatabase(at.createdAt),
    lastTriggeredAt: instantOrNull(at.lastTriggeredAt),
    deletedAt: instantOrNull(at.deletedAt),
  }),
};

type DeliveryRow = LoggedRow & {
  environment: ListedDelivery["environment"];
  appointmentId: string | null;
};

/** Attempts to deliver events, also to deleted webhooks. */
export const webhookDeliveries: ListSource<"webhookDeliveries", DeliveryRow> = {
  table: "webhook_attempts",
  columns: `${loggedColumns}, a.environment, (
    select e.appointment_id from webhook_events e
    where e.organization_id = $1 and e.created_at = a.event_created_at and e.id = a.event_id
  ) as "appointmentId"`,
  orders: { CREATED_AT: [["created_at", "timestamptz"], ["id", "bigint"]] },
  owners: { webhookId: "webhook_id" },
  conditions({ filter: { environment, webhookId, status, eventType, from, to } }, { valueOf }) {
    const { is, between } = conditionsBy(valueOf);
    return {
      where: [
        ...is("environment", "text", environment),
        ...is("webhook_id", "bigint", webhookId),
        ...is("status", "text", status),
        ...is("event_type", "text", eventType),
        ...between("created_at", { from, to }),
      ],
    };
  },
  item: ({ environment, appointmentId, ...row }) => ({
    ...loggedFromRow(row),
    environment,
    appointmentId: appointmentId === null ? null : Number(appointmentId),
  }),
};
