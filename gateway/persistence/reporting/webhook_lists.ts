import type { ListedDelivery, ListedWebhook } from "../../../core/ports.ts";
import type { RowOf } from "../mapping/columns.ts";
import * as tables from "../mapping/tables.ts";
import { isOfUrl } from "../webhooks/used_webhooks.ts";
import { loggedColumns, loggedFromRow, type LoggedRow } from "../webhooks/logged_row.ts";
import { byId, conditionsBy, type ListSource } from "./list_source.ts";

const listed = tables.webhooks.only(
  "id",
  "url",
  "events",
  "isActive",
  "includeTest",
  "createdAt",
  "lastTriggeredAt",
  "consecutiveFailures",
  "deletedAt",
);

/** Webhooks that are not deleted. Their secrets are not read. */
export const webhooks: ListSource<"webhooks", RowOf<ListedWebhook>> = {
  table: "webhooks",
  columns: listed.select("a"),
  orders: byId,
  owners: {},
  conditions: ({ filter: { isActive } }, { valueOf }) => ({
    where: ["a.deleted_at is null", ...conditionsBy(valueOf).is("is_active", "boolean", isActive)],
  }),
  item: (row) => listed.fromRow(row),
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
        isOfUrl,
      ],
    };
  },
  item: ({ environment, appointmentId, ...row }) => ({
    ...loggedFromRow(row),
    environment,
    appointmentId: appointmentId === null ? null : Number(appointmentId),
  }),
};
