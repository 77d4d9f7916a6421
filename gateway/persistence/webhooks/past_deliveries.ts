import type { Pool } from "pg";
import {
  appointmentEvent,
  type AppointmentEventName,
  type AppointmentSnapshot,
  maxDeliveryHours,
  type WebhookRef,
} from "../../../core/ports.ts";

/** An attempt that was made in the past. It was successful if it has no error. */
export interface PastAttempt {
  at: Temporal.Instant;
  statusCode: number | null;
  responseTimeMs: number;
  error: string | null;
}

/** An event of the past, with the attempts to deliver it in the order of time. */
export interface PastDelivery {
  name: AppointmentEventName;
  at: Temporal.Instant;
  appointment: AppointmentSnapshot;
  attempts: readonly PastAttempt[];
}

// The rows are those that the delivery of the events would have written (settle.ts): the first attempt has the time of
// its event, and every other one the time of the attempt before it.
const write = `
  with event as (
    select *, gen_random_uuid() as delivery_id
    from unnest($3::uuid[], $4::text[], $5::bigint[], $6::timestamptz[], $7::text[])
      as e (id, type, appointment_id, created_at, body)
    where not exists (
      select from webhook_attempts where organization_id = $1 and webhook_id = $2
    )
  ), added as (
    insert into webhook_events (id, organization_id, environment, type, appointment_id, created_at, body)
    select id, $1, 'LIVE', type, appointment_id, created_at, body from event
  ), made as (
    insert into webhook_attempts (organization_id, webhook_id, environment, event_id, event_type,
      event_created_at, delivery_id, attempt, status, status_code, response_time_ms, error,
      attempted_at, created_at, due_at, abandon_at, next_retry_at)
    select $1, $2, 'LIVE', event.id, event.type, event.created_at, event.delivery_id, a.attempt,
      case when a.error is null then 'DELIVERED' else 'FAILED' end, a.status_code,
      a.response_time_ms, a.error, a.at, a.created_at, a.at,
      event.created_at + interval '${maxDeliveryHours} hours', a.next_retry_at
    from unnest($8::uuid[], $9::int[], $10::int[], $11::int[], $12::text[], $13::timestamptz[],
        $14::timestamptz[], $15::timestamptz[]) with ordinality
      as a (event_id, attempt, status_code, response_time_ms, error, at, created_at, next_retry_at, position)
    join event on event.id = a.event_id
    order by a.position
    returning status, attempted_at
  )
  update webhooks set last_triggered_at = made.last_triggered_at,
    last_delivered_at = made.last_delivered_at
  from (
    select max(attempted_at) as last_triggered_at,
      max(attempted_at) filter (where status = 'DELIVERED') as last_delivered_at
    from made having count(*) > 0
  ) made
  where organization_id = $1 and id = $2`;

/** Writes LIVE deliveries of the past. Does nothing if the webhook has deliveries already. */
export async function addPastDeliveries(
  pool: Pool,
  { organizationId, id: webhookId }: WebhookRef,
  deliveries: readonly PastDelivery[],
): Promise<void> {
  const events = deliveries.map(({ name, appointment, at }) =>
    appointmentEvent(name, appointment, {
      subscriptions: [{ webhookId, events: [name] }],
      now: at,
    })
  );
  const attempts = deliveries.flatMap(({ at, attempts }, i) =>
    attempts.map((attempt, j) => ({
      ...attempt,
      eventId: events[i]!.id,
      attempt: j + 1,
      createdAt: attempts[j - 1]?.at ?? at,
      nextRetryAt: attempts[j + 1]?.at ?? null,
    }))
  );
  await pool.query(write, [
    organizationId,
    webhookId,
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ appointmentId }) => appointmentId),
    events.map(({ createdAt }) => createdAt.toString()),
    events.map(({ body }) => body),
    attempts.map(({ eventId }) => eventId),
    attempts.map(({ attempt }) => attempt),
    attempts.map(({ statusCode }) => statusCode),
    attempts.map(({ responseTimeMs }) => responseTimeMs),
    attempts.map(({ error }) => error),
    attempts.map(({ at }) => at.toString()),
    attempts.map(({ createdAt }) => createdAt.toString()),
    attempts.map(({ nextRetryAt }) => nextRetryAt?.toString() ?? null),
  ]);
}
