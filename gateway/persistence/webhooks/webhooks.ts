import { LockMode } from "@mikro-orm/core";
import { Webhook, type WebhookRef, type Webhooks } from "../../../core/mod.ts";
import {
  addAudited,
  type AuditedTransaction,
  changeAudited,
  inAuditedTransaction,
  writeAuditIn,
} from "../audit/audited.ts";
import { type Database, maxInt } from "../database/database.ts";
import { orUnavailable } from "../database/faults.ts";

// After the webhook's lock, which settling takes first as well.
const abandonPending = `
  update webhook_attempts set status = 'ABANDONED', error = 'The webhook was deleted',
    next_retry_at = null, lease = null, leased_until = null
  where webhook_id = ? and status = 'PENDING'`;

/** Core's webhooks in Postgres. */
export function createWebhooks(database: Database): Webhooks {
  const { orm } = database;
  return {
    add: (webhook, audit) => orUnavailable(() => addAudited(database, webhook, audit)),
    list: (organizationId) =>
      orUnavailable(() =>
        orm.em.fork().find(Webhook, { organizationId, deletedAt: null }, { orderBy: { id: "asc" } })
      ),
    find: ({ organizationId, id }) =>
      orUnavailable(async () => {
        if (id > maxInt) return undefined;
        const ref = { organizationId, id, deletedAt: null };
        return await orm.em.fork().findOne(Webhook, ref) ?? undefined;
      }),
    change: (ref, change, audit) =>
      underLock(database, ref, async (webhook, transaction) => {
        await changeAudited(transaction, webhook, { change, audit });
        return webhook;
      }),
    delete: async (ref, at, audit) => {
      const deleted = await underLock(database, ref, async (webhook, transaction) => {
        webhook.deletedAt = at;
        await transaction.em.execute(abandonPending, [webhook.id]);
        await writeAuditIn(transaction, audit(webhook));
        return webhook;
      });
      return deleted !== undefined;
    },
  };
}

function underLock(
  database: Database,
  { organizationId, id }: WebhookRef,
  work: (webhook: Webhook, transaction: AuditedTransaction) => Promise<Webhook>,
): Promise<Webhook | undefined> {
  // What the column cannot hold is no webhook's id.
  if (id > maxInt) return Promise.resolve(undefined);
  return orUnavailable(() =>
    inAuditedTransaction(database, async (transaction) => {
      const lockMode = LockMode.PESSIMISTIC_WRITE;
      const ref = { organizationId, id, deletedAt: null };
      const webhook = await transaction.em.findOne(Webhook, ref, { lockMode });
      return webhook ? await work(webhook, transaction) : undefined;
    })
  );
}
