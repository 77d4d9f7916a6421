import type { Pool } from "pg";
import {
  type Audited,
  type LoggedAttempt,
  maxDeliveryHours,
  type WebhookRef,
} from "../../../core/ports.ts";
import { writeAudit } from "../audit/audited.ts";
import { inTransaction } from "../commit/run_transaction.ts";
import { instantValue } from "../mapping/temporal_types.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { loggedColumns, loggedFromRow, type LoggedRow } from "./logged_row.ts";

interface Tools {
  pool: Pool;
  now(): Temporal.Instant;
  onEvents(): void;
}

// Locks the webhook. So the second of two simultaneous retries sees the attempt of the first one, and no attempt is
// added while the webhook is being deleted.
const lockOfAttempt: Statement<{ url: string }> = {
  text: `
    select h.url
    from webhook_attempts a
    join webhooks h on h.organization_id = a.organization_id and h.id = a.webhook_id
    where a.organization_id = $2 and a.id = $1::bigint and h.deleted_at is null
    for no key update of h`,
};

const lockWebhook: Statement<{ id: number }> = {
  text: `select id from webhooks
    where organization_id = $1 and id = $2::bigint and deleted_at is null for no key update`,
};

// A retry has a new delivery id and 24 hours from now, however old the event is.
const insertRetry = `
  insert into webhook_attempts as a (organization_id, environment, webhook_id, event_id, event_type,
    event_created_at, delivery_id, attempt, status, created_at, due_at, abandon_at)
  select organization_id, environment, webhook_id, event_id, event_type, event_created_at,
    gen_random_uuid(), 1, 'PENDING', $1::timestamptz, least($1::timestamptz, statement_timestamp()),
    $1::timestamptz + interval '${maxDeliveryHours} hours'`;

const retryOne: Statement<LoggedRow> = {
  text: `${insertRetry}
    from webhook_attempts requested
    where requested.organization_id = $3 and requested.id = $2::bigint and not exists (
      select from webhook_attempts other
      where other.organization_id = $3 and other.event_id = requested.event_id and other.webhook_id = requested.webhook_id
        and other.status in ('PENDING', 'DELIVERED')
    )
    returning ${loggedColumns}`,
};

// Retries each event once, from its last attempt, unless it is pending or was delivered.
const retryFailed: Statement<{ id: string }> = {
  text: `${insertRetry}
    from (
      select distinct on (event_created_at, event_id) * from webhook_attempts
      where organization_id = $4 and webhook_id = $2 and created_at >= $3::timestamptz and event_created_at >= $3::timestamptz
        and status in ('FAILED', 'ABANDONED') and event_type <> 'webhook.test'
      order by event_created_at, event_id, id desc
    ) failed
    where not exists (
      select from webhook_attempts other
      where other.organization_id = $4 and other.event_id = failed.event_id and other.webhook_id = failed.webhook_id
        and other.status in ('PENDING', 'DELIVERED')
    )
    order by event_created_at, event_id
    returning a.id`,
};

/** Implements core's `DeliveryLog.retry`. */
export async function retryDelivery(
  { pool, now, onEvents }: Tools,
  { organizationId, attemptId }: { organizationId: number; attemptId: number },
  audit: Audited<{ attempt: LoggedAttempt; url: string }>,
): Promise<LoggedAttempt | "unknown" | "busy"> {
  const made = await inTransaction(pool, async (transaction) => {
    const { client } = transaction;
    const [locked] = await rowsIn(client, lockOfAttempt, [attemptId, organizationId]);
    if (!locked) return "unknown";
    const [row] = await rowsIn(client, retryOne, [now().toString(), attemptId, organizationId]);
    if (!row) return "busy";
    const attempt = loggedFromRow(row);
    await writeAudit(transaction, [audit({ attempt, url: locked.url })]);
    return attempt;
  });
  if (typeof made === "object") onEvents();
  return made;
}

/** Implements core's `DeliveryLog.retryFailedSince`. */
export async function retryFailedSince(
  { pool, now, onEvents }: Tools,
  { organizationId, id }: WebhookRef,
  { since, audit }: { since: Temporal.Instant; audit: Audited<number> },
): Promise<number> {
  const count = await inTransaction(pool, async (transaction) => {
    const { client } = transaction;
    const [locked] = await rowsIn(client, lockWebhook, [organizationId, id]);
    if (!locked) return 0;
    const values = [now().toString(), id, instantValue(since), organizationId];
    const rows = await rowsIn(client, retryFailed, values);
    await writeAudit(transaction, [audit(rows.length)]);
    return rows.length;
  });
  if (count > 0) onEvents();
  return count;
}
