import type { PoolClient } from "pg";
import {
  type Appointment,
  type AppointmentView,
  erasedAnswer,
  erasedBody,
  erasedChanges,
  erasedVisit,
  type FieldChange,
  reasonField,
} from "../../../core/ports.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { visits } from "../mapping/tables.ts";
import { replaceBodies } from "../webhooks/erase_bodies.ts";
import { eraseInFeed } from "../webhooks/feed_entries.ts";

// A remembered answer has the time of the transaction that made it, and so has the audit record. The index on
// created_at finds it.
const findAnswers: Statement<{ key: string; answer: AppointmentView }> = {
  text: `
    select k.key, k.answer
    from (
      select distinct created_at from audit_entries
      where organization_id = $1 and subject_kind = 'appointment' and subject_id = $3::bigint
    ) changed
    join idempotency_keys k on k.created_at = changed.created_at
    where k.organization_id = $1 and k.environment = $2 and (k.answer ->> 'id')::bigint = $3::bigint`,
};

const replaceAnswer: Statement<never> = {
  text: `update idempotency_keys set answer = $4::json
    where organization_id = $1 and environment = $2 and key = $3`,
};

const findBodies: Statement<{ id: string; createdAt: string; body: string }> = {
  text: `select id, created_at as "createdAt", body from webhook_events
    where appointment_id = $2::bigint and organization_id = $1`,
};

const personal = visits.only(...Object.keys(erasedVisit) as (keyof typeof erasedVisit)[]);

const eraseVisits: Statement<never> = {
  text: `update visits set ${personal.assignments(4)}
    where organization_id = $1 and environment = $2 and appointment_id = $3::bigint`,
};

const findReasons: Statement<{ id: string; changes: FieldChange[] }> = {
  text: `select id, changes from audit_entries
    where organization_id = $1 and subject_kind = 'appointment' and subject_id = $2::bigint
      and changes @> '[{"field": "${reasonField}"}]'`,
};

// A trigger accepts this change alone, and only after the entry of the erasure (core/audit/README.md 2).
const replaceChanges: Statement<never> = {
  text: `
    update audit_entries a set changes = erased.changes
    from unnest($2::bigint[], $3::jsonb[]) as erased (id, changes)
    where a.organization_id = $1 and a.id = erased.id`,
};

// A trigger removes the user: at once from final entries, and from the others when they become final. Who still waits
// keeps the entry, as an upcoming appointment does.
const eraseEntries: Statement<never> = {
  name: "erase the user of entries of the waiting list",
  text: `
    update waitlist_entries set is_user_erased = true
    where organization_id = $1 and environment = $2 and external_user_id is not null
      and not is_user_erased
      and (appointment_id = $3::bigint or external_user_id = $4)`,
};

/**
 * Erases the personal data that an appointment left in other tables: in the answer remembered under an
 * `Idempotency-Key`, in its visits, in entries of the waiting list of its user, in the bodies of its events, and in the reasons of staff in the audit. Later attempts send the erased bodies. The record of the erasure must be written before. Usage contains
 * nothing about the person.
 */
export async function eraseElsewhere(
  client: PoolClient,
  // As it was before.
  { id, organizationId, environment, externalUserId }: Appointment,
): Promise<void> {
  const scope = [organizationId, environment];
  await rowsIn(client, eraseEntries, [...scope, id, externalUserId]);
  const remembered = await rowsIn(client, findAnswers, [...scope, id]);
  for (const { key, answer } of remembered) {
    await rowsIn(client, replaceAnswer, [...scope, key, JSON.stringify(erasedAnswer(answer))]);
  }
  await rowsIn(client, eraseVisits, [...scope, id, ...personal.values(erasedVisit)]);
  await eraseReasons(client, { id, organizationId });
  const events = await rowsIn(client, findBodies, [organizationId, id]);
  await replaceBodies(client, organizationId, events, erasedBody);
  await eraseInFeed(client, { id, organizationId, environment }, erasedBody);
}

async function eraseReasons(
  client: PoolClient,
  { id, organizationId }: Pick<Appointment, "id" | "organizationId">,
): Promise<void> {
  const found = await rowsIn(client, findReasons, [organizationId, id]);
  if (found.length === 0) return;
  await rowsIn(client, replaceChanges, [
    organizationId,
    found.map((entry) => entry.id),
    found.map(({ changes }) => JSON.stringify(erasedChanges(changes))),
  ]);
}
