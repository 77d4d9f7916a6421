import { Webhook, type WebhookRef, type Webhooks } from "../../../core/ports.ts";
import { addAudited, writeAuditIn } from "../audit/audited.ts";
import { changeLocked, type LoadLocked, lockedRow, withLocked } from "../audit/change_locked.ts";
import { type Database, maxInt } from "../database/database.ts";
import { orUnavailable } from "../database/faults.ts";

// Runs after the webhook is locked. Settling takes the same locks in the same order.
const abandonPending = `
  update webhook_attempts set status = 'ABANDONED', error = 'The webhook was deleted',
    next_retry_at = null, lease = null, leased_until = null
  where organization_id = ? and webhook_id = ? and status = 'PENDING'`;

/** Implements core's `Webhooks` in Postgres. */
export function createWebhooks(database: Database): Webhooks {
  const { openUnit } = database;
  return {
    add: (webhook, audit) => orUnavailable(() => addAudited(database, webhook, audit)),
    list: (organizationId) =>
      orUnavailable(async () =>
        (await openUnit()).find(Webhook, { organizationId, deletedAt: null }, {
          orderBy: { id: "asc" },
        })
      ),
    find: ({ organizationId, id }) =>
      orUnavailable(async () => {
        if (id > maxInt) return undefined;
        const ref = { organizationId, id, deletedAt: null };
        return await (await openUnit()).findOne(Webhook, ref) ?? undefined;
      }),
    change: (ref, change, audit) => changeLocked(database, lockWebhook(ref), { change, audit }),
    delete: async (ref, at, audit) => {
      const load = lockWebhook(ref);
      const isDeleted = await withLocked(database, load, async (webhook, transaction) => {
        webhook.deletedAt = at;
        // Before the attempts: from now on the gates are locked, and no booking adds another one.
        await transaction.em.flush();
        await transaction.em.execute(abandonPending, [webhook.organizationId, webhook.id]);
        await writeAuditIn(transaction, audit(webhook));
        return true;
      });
      return isDeleted ?? false;
    },
  };
}

function lockWebhook({ organizationId, id }: WebhookRef): LoadLocked<Webhook> {
  return lockedRow(Webhook, { organizationId, id, deletedAt: null });
}
