import type { Pool } from "pg";
import {
  maxCounted,
  type WebhookEvent,
  type WebhookEventQuery,
  type WebhookRef,
} from "../../../core/ports.ts";
import { cappedWindow, type FoundPage, readPage } from "../database/page.ts";
import { rowsOf } from "../database/statement.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";

interface EventRow extends Omit<WebhookEvent, "id" | "createdAt" | "nextAttemptAt"> {
  id: string;
  createdAt: string;
  nextAttemptAt: string | null;
}

// The attempts of an event `a` at its webhook, as one row. The attempt with the highest id that was made is the last one.
const result = `
  select count(*) filter (where r.status in ('DELIVERED', 'FAILED')) as attempts,
    case when bool_or(r.status = 'DELIVERED') then 'DELIVERED'
      when bool_or(r.status = 'PENDING') then
        case when bool_or(r.status = 'FAILED') then 'RETRYING' else 'PENDING' end
      else (array_agg(r.status order by r.id desc))[1] end as state,
    (array_agg(r.status_code order by r.id desc) filter (where r.status <> 'PENDING'))[1]
      as status_code,
    (array_agg(r.response_time_ms order by r.id desc) filter (where r.status <> 'PENDING'))[1]
      as response_time_ms,
    (array_agg(r.error order by r.id desc) filter (where r.status <> 'PENDING'))[1] as error,
    min(r.due_at) filter (where r.status = 'PENDING') as next_attempt_at
  from webhook_attempts r
  where r.organization_id = a.organization_id and r.event_id = a.event_id
    and r.webhook_id = a.webhook_id`;

/**
 * Reads one page of the events of a webhook, newest first, counted up to `maxCounted`.
 *
 * The first attempt of an event is written with the event and has its time, and no other attempt has. So the events are
 * read from the index of the log, in order, without grouping. A filter by state looks up the attempts of each event until
 * the page is full.
 */
export function pageOfEvents(
  pool: Pool,
  { organizationId, id }: WebhookRef,
  { state, ...request }: WebhookEventQuery,
): Promise<FoundPage<WebhookEvent>> {
  const values: unknown[] = [organizationId, id];
  const isInState = state === null ? "" : `where result.state = $${values.push(state)}`;
  const { offset, limit } = cappedWindow(request);
  const events = `
    (select * from webhook_attempts
      where organization_id = $1 and webhook_id = $2::bigint and attempt = 1
        and created_at = event_created_at
      order by created_at desc, id desc) a`;
  const found = `from ${events} ${
    state === null ? "" : `cross join lateral (${result}) result ${isInState}`
  }`;
  return readPage<EventRow, WebhookEvent>((statement) => rowsOf(pool, statement, values), {
    total: `(select count(*) from (select ${found} limit ${maxCounted}) counted_rows)`,
    rows: `
      select a.id, a.event_id as "eventId", a.event_type as "eventType", a.environment,
        a.is_test as "isTest", result.state, result.attempts::int,
        result.status_code as "statusCode", result.response_time_ms as "responseTimeMs",
        result.error, a.created_at as "createdAt", result.next_attempt_at as "nextAttemptAt",
        e.body, d.name as "departmentName"
      from (select a.* ${found} limit ${limit} offset ${offset}) a
      cross join lateral (${result}) result
      join webhook_events e on e.organization_id = a.organization_id
        and e.created_at = a.event_created_at and e.id = a.event_id
      left join departments d on d.organization_id = a.organization_id
        and d.id = (e.body::jsonb #>> '{data,object,departmentId}')::int`,
    orderBy: `"createdAt" desc, id desc`,
  }, fromRow);
}

function fromRow(row: EventRow): WebhookEvent {
  const { eventId, eventType, environment, isTest, body, departmentName } = row;
  const { state, attempts, statusCode, responseTimeMs, error } = row;
  return {
    id: Number(row.id),
    eventId,
    eventType,
    environment,
    isTest,
    body,
    departmentName,
    state,
    attempts,
    statusCode,
    responseTimeMs,
    error,
    createdAt: instantFromDatabase(row.createdAt),
    nextAttemptAt: row.nextAttemptAt === null ? null : instantFromDatabase(row.nextAttemptAt),
  };
}
