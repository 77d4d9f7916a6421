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
import { isLeased, type QueueClocks, queueTime, queueTimeValue } from "./queue_clocks.ts";

interface Tools {
  pool: Pool;
  now(): Temporal.Instant;
  clocks: QueueClocks;
  onEvents(): void;
}

// Locks the webhook. Claims, settlements and deletions take this lock too. So what the next statements see stays as it is
// until the commit: no worker leases or settles an attempt in between, and of two simultaneous retries the second sees
// what the first has done.
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
    event_created_at, delivery_id, is_test, attempt, status, created_at, due_at, abandon_at)
  select organization_id, environment, webhook_id, event_id, event_type, event_created_at,
    gen_random_uuid(), is_test, 1, 'PENDING', $1::timestamptz,
    least($1::timestamptz, statement_timestamp()),
    $1::timestamptz + interval '${maxDeliveryHours} hours'`;

const queueNow = queueTime("$1");

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

// Makes the pending attempt of an event due now, unless it is leased: then it is being sent. The time of the next attempt
// in the entry before moves with it. Abandonment does not take the webhook's lock, but this statement waits for it at the
// attempt, and then finds it no longer PENDING.
const hasten = (condition: string) => `
  with hastened as (
    update webhook_attempts a set due_at = least(a.due_at, ${queueNow})
    where a.organization_id = $2 and a.status = 'PENDING'
      and ${isLeased("a", queueNow)} is not true and ${condition}
    returning a.*
  ), before as (
    update webhook_attempts a set next_retry_at = least(a.next_retry_at, ${queueNow})
    from hastened h
    where a.organization_id = h.organization_id and a.event_id = h.event_id
      and a.webhook_id = h.webhook_id and a.delivery_id = h.delivery_id
      and a.attempt = h.attempt - 1
  )
  select ${loggedColumns} from hastened a`;

const hastenOne: Statement<LoggedRow> = {
  text: hasten(`(a.event_id, a.webhook_id) = (
    select event_id, webhook_id from webhook_attempts where organization_id = $2 and id = $3::bigint)`),
};

// Attempts that follow a failure and are not due yet.
const hastenRetries: Statement<LoggedRow> = {
  text: hasten(`a.webhook_id = $3 and a.attempt > 1 and a.due_at > ${queueNow}
    and a.event_created_at >= $4::timestamptz`),
};

// Retries each event once, from its last attempt, unless it is pending or was delivered.
const retryFailed: Statement<{ id: string }> = {
  text: `${insertRetry}
    from (
      select distinct on (event_created_at, event_id) * from webhook_attempts
      where organization_id = $4 and webhook_id = $2 and created_at >= $3::timestamptz and event_created_at >= $3::timestamptz
        and status in ('FAILED', 'ABANDONED') and not is_test
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
  { pool, now, clocks, onEvents }: Tools,
  { organizationId, attemptId }: { organizationId: number; attemptId: number },
  audit: Audited<{ attempt: LoggedAttempt; url: string }>,
): Promise<LoggedAttempt | "unknown" | "busy"> {
  const made = await inTransaction(pool, async (transaction) => {
    const { client } = transaction;
    const [locked] = await rowsIn(client, lockOfAttempt, [attemptId, organizationId]);
    if (!locked) return "unknown";
    const hastening = [queueTimeValue(clocks), organizationId, attemptId];
    const [row] = [
      ...await rowsIn(client, hastenOne, hastening),
      ...await rowsIn(client, retryOne, [now().toString(), attemptId, organizationId]),
    ];
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
  { pool, now, clocks, onEvents }: Tools,
  { organizationId, id }: WebhookRef,
  { since, audit }: { since: Temporal.Instant; audit: Audited<number> },
): Promise<number> {
  const count = await inTransaction(pool, async (transaction) => {
    const { client } = transaction;
    const [locked] = await rowsIn(client, lockWebhook, [organizationId, id]);
    if (!locked) return 0;
    const values = [now().toString(), id, instantValue(since), organizationId];
    const hastening = [queueTimeValue(clocks), organizationId, id, instantValue(since)];
    const hastened = await rowsIn(client, hastenRetries, hastening);
    const made = await rowsIn(client, retryFailed, values);
    const count = hastened.length + made.length;
    await writeAudit(transaction, [audit(count)]);
    return count;
  });
  if (count > 0) onEvents();
  return count;
}
