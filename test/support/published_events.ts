import { Pool } from "pg";
import { type EventName, eventNames, Webhook } from "../../core/mod.ts";
import type { TestService } from "./seeded.ts";
import { unaudited } from "./unaudited.ts";

/** Makes a webhook in the database, for every event by default. */
export async function addWebhook(
  { persistence }: TestService,
  organizationId: number,
  { events = eventNames, includeTest = false, includeContact = false, isActive = true }: {
    events?: EventName[];
    includeTest?: boolean;
    includeContact?: boolean;
    isActive?: boolean;
  } = {},
): Promise<number> {
  const url = "https://receiver.example";
  const createdAt = Temporal.Instant.from("2026-11-01T00:00:00Z");
  const webhook = new Webhook({ organizationId, url, events, sealedSecret: "", createdAt });
  await persistence.webhooks.add(
    Object.assign(webhook, { includeTest, includeContact, isActive }),
    unaudited,
  );
  return webhook.id;
}

/** A written event with its head, its object, and the webhooks that have a pending delivery of it. */
export interface PublishedEvent {
  type: string;
  environment: string;
  webhookIds: number[];
  [field: string]: unknown;
}

/** Returns the events of a database, in the order of their slots and appointments. */
export async function publishedEvents(connectionString: string): Promise<PublishedEvent[]> {
  const rows = await inDatabase<{
    type: string;
    environment: string;
    body: string;
    webhookIds: number[];
  }>(
    connectionString,
    `select e.type, e.environment, e.body, array(
       select a.webhook_id from webhook_attempts a
       where a.organization_id = e.organization_id and a.event_id = e.id and a.status = 'PENDING'
         and a.due_at <= e.created_at
       order by a.webhook_id
     ) as "webhookIds"
     from webhook_events e
     order by e.body::jsonb -> 'data' -> 'object' ->> 'slotTime', e.environment,
       appointment_id, e.id`,
  );
  return rows.map(({ body, ...head }) => Object.assign(JSON.parse(body).data.object, head));
}

const pools = new Map<string, Pool>();

/** Returns the rows of a statement, past the service. */
export async function inDatabase<Row extends object>(
  connectionString: string,
  statement: string,
): Promise<Row[]> {
  const pool = pools.get(connectionString) ?? openPool(connectionString);
  return (await pool.query<Row>(statement)).rows;
}

/** One connection for the statements that come one after another. It ends by itself. */
function openPool(connectionString: string): Pool {
  const pool = new Pool({
    connectionString,
    max: 1,
    idleTimeoutMillis: 100,
    allowExitOnIdle: true,
  });
  pool.on("error", () => {});
  pools.set(connectionString, pool);
  return pool;
}
