import type { PoolClient } from "pg";
import { type BookingScope, maxDeliveryHours, type NewEvent } from "../../../core/mod.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import type { PartitionedTable } from "../database/partitions.ts";

// One statement: an event is never there without its deliveries. They are due at once by the queue's clock, even if
// that of this process is ahead, and abandoned when a day later they still could not be tried.
const write: Statement<never> = {
  text: `
    with event as (
      select * from unnest($3::uuid[], $4::text[], $5::bigint[], $6::timestamptz[], $7::text[])
        as e (id, type, appointment_id, created_at, body)
    ), added as (
      insert into webhook_events (id, organization_id, environment, type, appointment_id, created_at, body)
      select id, $1, $2, type, appointment_id, created_at, body from event
    )
    insert into webhook_attempts (organization_id, environment, webhook_id, event_id, event_type,
      event_created_at, delivery_id, attempt, status, created_at, due_at, abandon_at)
    select $1, $2, told.webhook_id, event.id, event.type, event.created_at, gen_random_uuid(), 1,
      'PENDING', event.created_at, least(event.created_at, statement_timestamp()),
      event.created_at + interval '${maxDeliveryHours} hours'
    from unnest($8::uuid[], $9::int[]) with ordinality as told (event_id, webhook_id, position)
    join event on event.id = told.event_id
    order by told.position`,
};

/** Writes events, each with one pending delivery for each webhook that is told; none writes nothing. */
export async function writeEvents(
  client: PoolClient,
  { organizationId, environment }: BookingScope,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const told = events.flatMap(({ id, webhookIds }) =>
    webhookIds.map((webhookId) => ({ id, webhookId }))
  );
  await rowsIn(client, write, [
    organizationId,
    environment,
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ appointmentId }) => appointmentId),
    events.map(({ createdAt }) => createdAt.toString()),
    events.map(({ body }) => body),
    told.map(({ id }) => id),
    told.map(({ webhookId }) => webhookId),
  ]);
}

/** The log of attempts, kept 90 days, and the events, which an attempt made on the last of these needs. */
export const webhookPartitions: readonly PartitionedTable[] = [
  { name: "webhook_attempts", column: "created_at", retentionDays: 90 },
  { name: "webhook_events", column: "created_at", retentionDays: 130 },
];
