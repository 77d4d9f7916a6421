import type { PoolClient } from "pg";
import {
  type BookingScope,
  mailDelaySeconds,
  maxDeliveryHours,
  type NewEvent,
} from "../../../core/ports.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import type { PartitionedTable } from "../database/partitions.ts";

// Writes events and their first attempts in one statement, in the order of the events. `due_at` is the earlier of this
// process's time and the database's, so an attempt is due at once even if the clock of this process is ahead.
const write: Statement<never> = {
  name: "write events",
  text: `
    with event as (
      select * from unnest($1::int[], $2::text[], $3::uuid[], $4::text[], $5::bigint[],
          $6::timestamptz[], $7::text[])
        as e (organization_id, environment, id, type, appointment_id, created_at, body)
    ), added as (
      insert into webhook_events (id, organization_id, environment, type, appointment_id, created_at, body)
      select id, organization_id, environment, type, appointment_id, created_at, body from event
    )
    insert into webhook_attempts (organization_id, environment, webhook_id, event_id, event_type,
      event_created_at, delivery_id, attempt, status, created_at, due_at, abandon_at)
    select event.organization_id, event.environment, target.webhook_id, event.id, event.type, event.created_at, gen_random_uuid(), 1,
      'PENDING', event.created_at,
      least(event.created_at, statement_timestamp()) + make_interval(secs => target.delay),
      event.created_at + interval '${maxDeliveryHours} hours'
    from unnest($8::uuid[], $9::int[], $10::int[]) with ordinality
      as target (event_id, webhook_id, delay, position)
    join event on event.id = target.event_id
    order by target.position`,
};

/** Writes the events of a scope that have webhooks, with one pending attempt for each of them. Returns whether there are any. */
export async function writeEvents(
  client: PoolClient,
  scope: BookingScope,
  events: readonly NewEvent[],
): Promise<boolean> {
  const values = eventValues([{ scope, events }]);
  await sendEvents(client, values);
  return values !== undefined;
}

/** Returns the values of `sendEvents` for the events of any number of scopes; undefined if none has webhooks. */
export function eventValues(
  groups: readonly { scope: BookingScope; events: readonly NewEvent[] }[],
): unknown[] | undefined {
  const rows = groups.flatMap(({ scope, events }) =>
    events.filter(({ webhookIds }) => webhookIds.length > 0).map((event) => ({ scope, event }))
  );
  if (rows.length === 0) return undefined;
  const events = rows.map(({ event }) => event);
  const targets = events.flatMap(({ id, webhookIds, delayedWebhookIds: delayed }) =>
    webhookIds.map((webhookId) => ({
      id,
      webhookId,
      delay: delayed?.includes(webhookId) ? mailDelaySeconds : 0,
    }))
  );
  return [
    rows.map(({ scope }) => scope.organizationId),
    rows.map(({ scope }) => scope.environment),
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ appointmentId }) => appointmentId),
    events.map(({ createdAt }) => createdAt.toString()),
    events.map(({ body, webhookBody = body }) => webhookBody),
    targets.map(({ id }) => id),
    targets.map(({ webhookId }) => webhookId),
    targets.map(({ delay }) => delay),
  ];
}

/** Writes events in one statement. Does nothing without values. */
export async function sendEvents(
  client: PoolClient,
  values: unknown[] | undefined,
): Promise<void> {
  if (values) await rowsIn(client, write, values);
}

/** Attempts are kept 90 days. Events are kept longer, because the last of these attempts needs its event. */
export const webhookPartitions: readonly PartitionedTable[] = [
  { name: "webhook_attempts", column: "created_at", retentionDays: 90 },
  { name: "webhook_events", column: "created_at", retentionDays: 130 },
];
