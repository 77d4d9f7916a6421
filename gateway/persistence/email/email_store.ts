import type { Pool } from "pg";
import {
  emailEvents,
  type EmailFigures,
  emailKinds,
  type EmailSettings,
  type EmailStop,
  type EmailStore,
  eventsOf,
  refusedAddress,
} from "../../../core/ports.ts";
import { writeAudit } from "../audit/audited.ts";
import { inTransaction } from "../commit/run_transaction.ts";
import { maxInt } from "../database/database.ts";
import { orUnavailable } from "../database/faults.ts";
import { overdueError } from "../webhooks/abandon.ts";
import { rowsIn, rowsOf, type Statement } from "../database/statement.ts";

interface SettingsRow extends Omit<EmailSettings, "kinds"> {
  events: string[];
  isActive: boolean;
}

const ofEmail = "w.organization_id = $1 and w.channel = 'EMAIL'";

// A change of either row raises its version, so it raises the sum.
const find: Statement<SettingsRow> = {
  name: "find e-mail settings",
  text: `
    select s.organization_id as "organizationId", s.sender_name as "senderName",
      s.reply_to as "replyTo", s.language, s.texts, s.version + w.version - 1 as version,
      w.events, w.is_active as "isActive"
    from email_settings s join webhooks w on w.organization_id = s.organization_id and w.channel = 'EMAIL'
    where s.organization_id = $1`,
};

// There may be no settings yet, and two first saves at once must run in turn.
const lockOrganization: Statement<{ id: number }> = {
  name: "lock the organization of e-mail settings",
  text: "select id from organizations where id = $1 for no key update",
};

const saveSettings: Statement<never> = {
  name: "save e-mail settings",
  text: `
    insert into email_settings (organization_id, sender_name, reply_to, language, texts)
    values ($1, $2, $3, $4, $5)
    on conflict (organization_id) do update set sender_name = excluded.sender_name,
      reply_to = excluded.reply_to, language = excluded.language, texts = excluded.texts`,
};

// Its trigger takes the gates of the organization, so every later booking sees the kinds.
const saveWebhook: Statement<never> = {
  name: "save the webhook of e-mail",
  text: `
    insert into webhooks (organization_id, channel, url, events, is_active, include_test, sealed_secret,
      created_at, deleted_at, consecutive_failures)
    values ($1, 'EMAIL', 'mailto:', $2, $3, false, $4, $5, $5, 0)
    on conflict (organization_id) where channel = 'EMAIL'
    do update set events = excluded.events, is_active = excluded.is_active`,
};

const figures: Statement<EmailFigures> = {
  name: "read the figures of e-mail",
  text: `
    select count(*) filter (where status = 'DELIVERED')::int as sent,
      count(*) filter (where status = 'FAILED' and next_retry_at is null and error is distinct from $3
        or status = 'ABANDONED' and error = '${overdueError}')::int as failed,
      count(*) filter (where status = 'PENDING')::int as waiting,
      (select count(*)::int from email_stops
        where organization_id = $1 and reason = 'REFUSED' and created_at >= $2) as refused,
      (select count(*)::int from email_stops
        where organization_id = $1 and reason = 'UNSUBSCRIBED' and created_at >= $2) as unsubscribed
    from webhook_attempts
    where organization_id = $1 and created_at >= $2
      and webhook_id = (select w.id from webhooks w where ${ofEmail})`,
};

const findSecret: Statement<{ sealedSecret: string }> = {
  name: "find the secret of e-mail",
  text: `
    select w.sealed_secret as "sealedSecret" from webhooks w
    join organizations o on o.id = w.organization_id and o.closed_at is null where ${ofEmail}`,
};

const listStops: Statement<{ reason: EmailStop }> = {
  name: "list the stops of an address",
  text: "select reason from email_stops where organization_id = $1 and address_hash = $2",
};

const addStop: Statement<never> = {
  name: "add a stop of an address",
  text: `insert into email_stops (organization_id, address_hash, reason, created_at)
    values ($1, $2, $3, $4) on conflict do nothing`,
};

const removeStop: Statement<never> = {
  name: "remove a stop of an address",
  text: `delete from email_stops
    where organization_id = $1 and address_hash = $2 and reason = $3`,
};

/** Implements core's `EmailStore` in Postgres. */
export function createEmailStore(pool: Pool): EmailStore {
  return {
    find: (organizationId) =>
      orUnavailable(async () => fromRow((await rowsOf(pool, find, [organizationId]))[0])),
    save: (settings, { sealedSecret, at }, audit) =>
      orUnavailable(() =>
        inTransaction(pool, async (transaction) => {
          const { client } = transaction;
          const { organizationId, kinds, senderName, replyTo, language, texts } = settings;
          await rowsIn(client, lockOrganization, [organizationId]);
          const before = fromRow((await rowsIn(client, find, [organizationId]))[0]);
          const json = JSON.stringify(texts);
          await rowsIn(client, saveSettings, [organizationId, senderName, replyTo, language, json]);
          await rowsIn(client, saveWebhook, [
            organizationId,
            // A webhook has an event. While it is inactive, it means nothing.
            kinds.length > 0 ? eventsOf(kinds) : eventsOf(emailKinds),
            kinds.length > 0,
            sealedSecret,
            at.toString(),
          ]);
          const saved = fromRow((await rowsIn(client, find, [organizationId]))[0])!;
          await writeAudit(transaction, [audit(saved, before)]);
          return saved;
        })
      ),
    figures: (organizationId, since) =>
      orUnavailable(async () =>
        (await rowsOf(pool, figures, [organizationId, since.toString(), refusedAddress]))[0]!
      ),
    findSealedSecret: (organizationId) =>
      orUnavailable(async () =>
        organizationId > maxInt
          ? undefined
          : (await rowsOf(pool, findSecret, [organizationId]))[0]?.sealedSecret
      ),
    listStops: ({ organizationId, hash }) =>
      orUnavailable(async () =>
        (await rowsOf(pool, listStops, [organizationId, hash])).map(({ reason }) => reason)
      ),
    addStop: ({ organizationId, hash }, stop, at) =>
      orUnavailable(async () =>
        void await rowsOf(pool, addStop, [organizationId, hash, stop, at.toString()])
      ),
    removeStop: ({ organizationId, hash }, stop) =>
      orUnavailable(async () => void await rowsOf(pool, removeStop, [organizationId, hash, stop])),
  };
}

function fromRow(row: SettingsRow | undefined): EmailSettings | undefined {
  if (!row) return undefined;
  const { events, isActive, ...settings } = row;
  const kinds = isActive ? emailKinds.filter((kind) => events.includes(emailEvents[kind])) : [];
  return { ...settings, kinds };
}
