import type { PoolClient } from "pg";
import type { BookingScope, NewEvent } from "../../../core/ports.ts";
import type { PartitionedTable } from "../database/partitions.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import type { RecordCount } from "../mapping/columns.ts";
import { feedEntries } from "../mapping/tables.ts";

/** The events of one transaction and scope. */
export interface NewFeedEntry {
  scope: BookingScope;
  /** The `last_position` of the balance after the transaction. */
  position: number;
  events: readonly NewEvent[];
}

const columns = feedEntries.without("createdAt");

/** The number of values of `insertFeedEntries`. */
export const feedValueCount = columns.size;

/** Returns the insert of feed entries of one time, with its values from the given number on. */
export function insertFeedEntries(
  first: number,
  { createdAt, count }: { createdAt: string; count: RecordCount },
): string {
  return `
    insert into feed_entries (${columns.names}, created_at)
    select ${columns.names}, ${createdAt} from ${columns.source("f", first, count)}`;
}

/** Returns the values of `insertFeedEntries`. */
export function feedValues(entries: readonly NewFeedEntry[], count: RecordCount): unknown[] {
  const rows = entries.map(({ scope, position, events }) => ({
    ...scope,
    position,
    events: events.length,
    bodies: events.map(({ body }) => body).join("\n"),
  }));
  return columns.sourceValues(rows, count);
}

// The caller holds the lock of the balance.
const append: Statement<never> = {
  name: "append to the feed",
  text: `
    with raised as (
      update balances set last_position = last_position + 1
      where organization_id = $1 and environment = $2 returning last_position
    )
    insert into feed_entries (organization_id, environment, position, events, bodies, created_at)
    select $1, $2, last_position, $3, $4, $5 from raised where $3 > 0`,
};

/** Raises the position of a scope, and adds the events to its feed. The transaction holds the gate. */
export async function appendToFeed(
  client: PoolClient,
  { organizationId, environment }: BookingScope,
  { events, now }: { events: readonly NewEvent[]; now: Temporal.Instant },
): Promise<void> {
  const bodies = events.map(({ body }) => body).join("\n");
  await rowsIn(client, append, [
    organizationId,
    environment,
    events.length,
    bodies,
    now.toString(),
  ]);
}

// The body of an entry is replaced as a whole, so it is read under its lock: an erasure of another person in the same
// entry may have replaced it meanwhile.
const findAt: Statement<{ position: string; createdAt: string; bodies: string }> = {
  text: `
    select f.position, f.created_at as "createdAt", f.bodies
    from (
      select created_at from audit_entries
      where organization_id = $1 and subject_kind = 'appointment' and subject_id = $3::bigint
      union
      select created_at from published_reminders
      where organization_id = $1 and appointment_id = $3::bigint
    ) changed
    join feed_entries f on f.created_at = changed.created_at
    where f.organization_id = $1 and f.environment = $2
    order by f.position for no key update of f`,
};

const replace: Statement<never> = {
  text: `
    update feed_entries set bodies = $5
    where organization_id = $1 and environment = $2 and position = $3 and created_at = $4`,
};

/**
 * Replaces the bodies of an appointment's events in the feed. They are found by the times of the appointment's audit entries:
 * a transaction has one time.
 */
export async function eraseInFeed(
  client: PoolClient,
  { organizationId, environment, id }: BookingScope & { id: number },
  erased: (body: string) => string,
): Promise<void> {
  const scope = { organizationId, environment };
  for (const row of await rowsIn(client, findAt, [organizationId, environment, id])) {
    await eraseInEntry(client, { scope, ...row }, { erased, appointmentId: id });
  }
}

/**
 * Replaces the bodies of the events of appointments in one entry of the feed: of all, or of one appointment. The caller has
 * read the entry under its lock.
 */
export async function eraseInEntry(
  client: PoolClient,
  { scope, position, createdAt, bodies }: {
    scope: BookingScope;
    position: string;
    createdAt: string;
    bodies: string;
  },
  { erased, appointmentId }: { erased: (body: string) => string; appointmentId?: number },
): Promise<void> {
  const lines = bodies.split("\n");
  const replaced = lines.map((body) => isAbout(body, appointmentId) ? erased(body) : body);
  if (replaced.every((body, i) => body === lines[i])) return;
  const { organizationId, environment } = scope;
  const values = [organizationId, environment, position, createdAt, replaced.join("\n")];
  await rowsIn(client, replace, values);
}

function isAbout(body: string, appointmentId: number | undefined): boolean {
  const { type, data } = JSON.parse(body) as {
    type: string;
    data: { object: { id?: number } };
  };
  if (!type.startsWith("appointment.")) return false;
  return appointmentId === undefined || data.object.id === appointmentId;
}

/** The feed has the events of at least 30 days. */
export const feedPartitions: PartitionedTable = {
  name: "feed_entries",
  column: "created_at",
  retentionDays: 35,
};
