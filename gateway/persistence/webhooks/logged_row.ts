import type { LoggedAttempt } from "../../../core/ports.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";

/** A row of `loggedColumns`. */
export interface LoggedRow extends Omit<LoggedAttempt, "id" | "createdAt" | "nextRetryAt"> {
  id: string;
  createdAt: string;
  nextRetryAt: string | null;
}

/** Selects a `LoggedRow` from an attempt `a`. */
export const loggedColumns = `a.id, a.webhook_id as "webhookId", a.event_id as "eventId",
  a.delivery_id as "deliveryId", a.event_type as "eventType", a.attempt, a.status,
  a.status_code as "statusCode", a.response_time_ms as "responseTimeMs", a.error,
  a.created_at as "createdAt", a.next_retry_at as "nextRetryAt"`;

/** Converts a row to an entry of the log, without other columns of the row. */
export function loggedFromRow(row: LoggedRow): LoggedAttempt {
  const { webhookId, eventId, deliveryId, eventType, attempt, status } = row;
  const { statusCode, responseTimeMs, error } = row;
  const event = { webhookId, eventId, deliveryId, eventType, attempt };
  return {
    id: Number(row.id),
    ...event,
    status,
    statusCode,
    responseTimeMs,
    error,
    createdAt: instantFromDatabase(row.createdAt),
    nextRetryAt: row.nextRetryAt === null ? null : instantFromDatabase(row.nextRetryAt),
  };
}
