import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import {
  type Audited,
  type ClaimedAttempt,
  leaseSeconds,
  maxDeliveryHours,
  type NewEvent,
  type WebhookRef,
} from "../../../core/ports.ts";
import { writeAudit } from "../audit/audited.ts";
import { inTransaction } from "../commit/run_transaction.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { claimedColumns, claimedFromRow, type ClaimedRow } from "./claim.ts";
import { type QueueClocks, queueTime, queueTimeValue } from "./queue_clocks.ts";

// The new attempt is leased at once, so no worker sends it too. If this process dies, a worker sends it when the lease
// has ended.
const start: Statement<ClaimedRow> = {
  text: `
    with holder as (
      select * from webhooks where organization_id = $1 and id = $2::bigint and deleted_at is null
      for no key update
    ), e as (
      insert into webhook_events (id, organization_id, environment, type, created_at, body)
      select $3::uuid, organization_id, 'LIVE', $4, $5::timestamptz, $6 from holder
      returning *
    ), a as (
      insert into webhook_attempts (organization_id, environment, webhook_id, event_id, event_type,
        event_created_at, delivery_id, is_test, attempt, status, created_at, due_at, abandon_at,
        lease, leased_until)
      select h.organization_id, 'LIVE', h.id, $3::uuid, $4, $5::timestamptz, gen_random_uuid(), true, 1,
        'PENDING', $5::timestamptz, $5::timestamptz, $5::timestamptz + interval '${maxDeliveryHours} hours', $7::uuid,
        ${queueTime("$8")} + interval '${leaseSeconds.HTTP} seconds'
      from holder h
      returning *
    )
    select ${claimedColumns} from a, e, holder h`,
};

/** Implements core's `DeliveryLog.startTest`. */
export function startTest(
  { pool, clocks }: { pool: Pool; clocks: QueueClocks },
  { organizationId, id }: WebhookRef,
  { event, audit }: { event: NewEvent; audit: Audited<ClaimedAttempt> },
): Promise<ClaimedAttempt | undefined> {
  const { id: eventId, type, createdAt, body } = event;
  const values = [organizationId, id, eventId, type, createdAt.toString(), body, randomUUID()];
  return inTransaction(pool, async (transaction) => {
    const [row] = await rowsIn(transaction.client, start, [...values, queueTimeValue(clocks)]);
    if (!row) return undefined;
    const claimed = claimedFromRow(row);
    await writeAudit(transaction, [audit(claimed)]);
    return claimed;
  });
}
