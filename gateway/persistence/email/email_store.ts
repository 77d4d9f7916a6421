import type { Pool } from "pg";
import {
  emailEvents,
  type EmailFigures,
  emailKinds,
  type EmailSettings,
  type EmailStop,
  type EmailStore,
  eventsOf,
  type FieldChange,
  leaseSeconds,
  maxCounted,
  refusedAddress,
  unknownOutcome,
  unsureSeconds,
} from "../../../core/ports.ts";
import { writeAudit } from "../audit/audited.ts";
import { inTransaction } from "../commit/run_transaction.ts";
import { maxInt } from "../database/database.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";
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

const stopsOf = (reason: EmailStop) =>
  `(
      select count(*)::int from (
        select from email_stops
        where organization_id = $1 and reason = '${reason}' and created_at >= $2
        limit ${maxCounted}
      ) counted
    )`;

// Reads a bounded number of rows: the newest attempts, in the order of webhook_attempts_log, and those that wait, in the
// queue's index. A mail can wait that is older than the newest attempts.
const figures: Statement<EmailFigures> = {
  name: "read the figures of e-mail",
  text: `
    with email as (
      select w.id from webhooks w where ${ofEmail}
    ), newest as (
      select a.status, a.next_retry_at, a.error, a.created_at, a.id from webhook_attempts a
      where a.organization_id = $1 and a.webhook_id = (select id from email) and a.created_at >= $2
      order by a.created_at desc, a.id desc limit ${maxCounted + 1}
    ), counted as (
      select * from newest order by created_at desc, id desc limit ${maxCounted}
    )
    select count(*) filter (where status = 'DELIVERED')::int as sent,
      count(*) filter (where status = 'FAILED' and next_retry_at is null and error is distinct from $3
        or status = 'ABANDONED' and error = '${overdueError}')::int as failed,
      (select count(*)::int from (
        select from webhook_attempts a
        where a.organization_id = $1 and a.webhook_id = (select id from email)
          and a.status = 'PENDING'
        limit ${maxCounted}
      ) pending) as waiting,
      ${stopsOf("REFUSED")} as refused, ${stopsOf("UNSUBSCRIBED")} as unsubscribed,
      (select count(*) from newest) > ${maxCounted} as "isCapped"
    from counted`,
};

const unsure = `interval '${unsureSeconds} seconds'`;

interface SinceRow {
  sentAt: string | null;
  entries: { at: string; changes: FieldChange[] }[];
  isUncertain: boolean;
}

// Another mail may have been sent since the last one, and nothing says so, if
// - its outcome is unknown (FAILED without an answer);
// - an earlier claim has leased it. Those of this claim and of later ones read what this one reads;
// - its last claim was so late that a worker may have claimed it before, sent it, and been killed. A new claim overwrites
//   the old lease, so only the time shows this. The lease of a mail is longer than `unsureSeconds`.
//
// The last mail knows each change up to the one that it was written for. So an entry that is not newer in the audit log
// does not count, however near its time is. The attempts of an appointment are few: webhook_events_by_appointment and
// webhook_attempts_by_event find them. Its entries of the audit log are together in audit_entries_by_subject.
const readSince: Statement<SinceRow> = {
  name: "read what has happened since the last mail",
  text: `
    with mail as (
      select a.delivery_id, a.status, a.status_code, a.attempted_at, a.event_created_at,
        greatest(a.due_at, a.created_at) as due_at,
        a.leased_until - interval '${leaseSeconds.EMAIL} seconds' as leased_at
      from webhook_events e
      join webhook_attempts a on a.organization_id = e.organization_id and a.event_id = e.id
        and a.webhook_id = (select w.id from webhooks w where ${ofEmail})
      where e.organization_id = $1 and e.environment = $2 and e.appointment_id = $3::bigint
    ), own as (
      select event_created_at, leased_at from mail where delivery_id = $4::uuid and status = 'PENDING'
    ), others as (
      select mail.*, coalesce(attempted_at, mail.leased_at, own.leased_at) as made_at
      from mail, own where delivery_id <> $4::uuid
    ), last as (
      select attempted_at as sent_at, event_created_at from others where status = 'DELIVERED'
      order by attempted_at desc limit 1
    ), entries as (
      select id, created_at, changes from audit_entries
      where organization_id = $1 and subject_kind = 'appointment' and subject_id = $3::bigint
        and environment = $2
    )
    select last.sent_at as "sentAt", (
      select coalesce(json_agg(json_build_object('at', created_at, 'changes', changes)
        order by id), '[]')
      from entries
      where created_at >= coalesce(last.sent_at - ${unsure}, own.event_created_at)
        and id > coalesce((
          select min(id) from entries where created_at = last.event_created_at
        ), 0)
    ) as entries, exists (
      select from others
      where status <> 'DELIVERED' and made_at >= last.sent_at - ${unsure}
        and (status = 'FAILED' and status_code is null
          or status = 'PENDING' and others.leased_at < own.leased_at
          or made_at > due_at + ${unsure})
    ) as "isUncertain"
    from own left join last on true`,
};

const hasUnknown: Statement<{ isUnknown: boolean }> = {
  name: "find an attempt of a mail with an unknown outcome",
  text: `
    select exists (
      select from webhook_attempts
      where organization_id = $1 and event_id = $2::uuid and delivery_id = $3::uuid and error = $4
    ) as "isUnknown"`,
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
    sinceLastMail: ({ organizationId, environment, id }, exceptDeliveryId) =>
      orUnavailable(async () => {
        const values = [organizationId, environment, id, exceptDeliveryId];
        const [row] = await rowsOf(pool, readSince, values);
        return row && {
          sentAt: row.sentAt === null ? null : instantFromDatabase(row.sentAt),
          changes: row.entries.flatMap(({ at, changes }) =>
            changes.map((change) => ({ ...change, at: Temporal.Instant.from(at) }))
          ),
          isUncertain: row.isUncertain,
        };
      }),
    hasUnknownAttempt: ({ organizationId, eventId, deliveryId }) =>
      orUnavailable(async () => {
        const values = [organizationId, eventId, deliveryId, unknownOutcome];
        return (await rowsOf(pool, hasUnknown, values))[0]!.isUnknown;
      }),
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
