import type { ClientBase, Pool, PoolClient } from "pg";
import {
  type BookingScope,
  type ClaimedAttempt,
  maxDeliveryHours,
  type NewEvent,
} from "../../../core/ports.ts";
import type { EventOrigin } from "../database/request_trace.ts";
import { rowsIn, type Statement } from "../database/statement.ts";

/** The traced requests that caused events. */
export interface EventOrigins {
  /** Returns the origins of the attempts' events, by the id of the event. Events without one are left out. */
  read(claimed: readonly ClaimedAttempt[]): Promise<Map<string, EventOrigin>>;
}

interface OriginRow extends EventOrigin {
  eventId: string;
}

const write: Statement<never> = {
  name: "write event origins",
  text: `
    insert into event_origins
      (organization_id, event_id, traceparent, tracestate, request_id, created_at)
    select * from unnest($1::int[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])`,
};

const read: Statement<OriginRow> = {
  text: `
    select o.event_id as "eventId", o.traceparent, o.tracestate, o.request_id as "requestId"
    from event_origins o
    join unnest($1::int[], $2::uuid[]) as claimed (organization_id, event_id)
      using (organization_id, event_id)`,
};

/** Reads the origins from Postgres. */
export function createEventOrigins(pool: Pool): EventOrigins {
  return {
    async read(claimed) {
      const rows = await rowsIn(pool, read, [
        claimed.map(({ organizationId }) => organizationId),
        claimed.map(({ eventId }) => eventId),
      ]);
      return new Map(rows.map(({ eventId, ...origin }) => [eventId, origin]));
    },
  };
}

/** Returns the values of `sendOrigins` for the events that have webhooks and an origin; undefined if none has. */
export function originValues(
  groups: readonly { scope: BookingScope; events: readonly NewEvent[] }[],
  originOf: (event: NewEvent) => EventOrigin | undefined,
): unknown[] | undefined {
  const rows = groups.flatMap(({ scope: { organizationId }, events }) =>
    events.flatMap((event) => {
      const origin = event.webhookIds.length > 0 ? originOf(event) : undefined;
      return origin ? [{ organizationId, event, origin }] : [];
    })
  );
  if (rows.length === 0) return undefined;
  return [
    rows.map(({ organizationId }) => organizationId),
    rows.map(({ event }) => event.id),
    rows.map(({ origin }) => origin.traceparent),
    rows.map(({ origin }) => origin.tracestate),
    rows.map(({ origin }) => origin.requestId),
    rows.map(({ event }) => event.createdAt.toString()),
  ];
}

/** Writes origins in one statement. */
export async function sendOrigins(client: ClientBase, values: unknown[]): Promise<void> {
  await rowsIn(client, write, values);
}

/** Writes the origin of events that one request caused. Does nothing without an origin. */
export async function writeOrigins(
  client: PoolClient,
  scope: BookingScope,
  { events, origin }: { events: readonly NewEvent[]; origin: EventOrigin | undefined },
): Promise<void> {
  const values = originValues([{ scope, events }], () => origin);
  if (values) await sendOrigins(client, values);
}

/** Deletes the origins of events whose last attempt is over. */
export async function deleteOldOrigins(pool: Pool, now: Temporal.Instant): Promise<void> {
  // An attempt may begin in the last moment. An hour more costs nothing.
  const limit = now.subtract({ hours: maxDeliveryHours + 1 }).toString();
  await pool.query("delete from event_origins where created_at <= $1", [limit]);
}
