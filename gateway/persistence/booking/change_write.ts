import type { PoolClient } from "pg";
import {
  type AppointmentChange,
  type AuditRecord,
  type BookingScope,
} from "../../../core/ports.ts";
import { auditValues, insertAudit } from "../audit/audit_columns.ts";
import type { CommitTrail } from "../commit/commit_trail.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { appointments, creditEntries, rememberedAnswers } from "../mapping/tables.ts";
import { searchWordsColumn } from "./search_words.ts";

const changed = appointments.without("id", "organizationId", "environment", "qrCode", "createdAt");
const firstOfAudit = 5 + changed.size;

// Writes the audit record in the same statement: a second round trip would hold the gate longer.
const update: Statement<never> = {
  name: "change an appointment",
  text: `
    with audited as (
      ${insertAudit(firstOfAudit, "one")}
    )
    update appointments set search_words = $4::tsvector, ${changed.assignments(5)}
    where organization_id = $2 and environment = $3 and id = $1::bigint`,
};

const added = creditEntries.without("id");

// The trigger of the ledger updates the balance. An undone cancellation charges again, so an entry has the number of the
// charges and refunds before it that it follows (migrations/0022_repeated_charges.sql): a second refund of the same charge has
// the same round as the first one, and the index of the rounds refuses it.
const charge: Statement<never> = {
  name: "refund or charge a credit",
  text: `
    insert into credit_entries (${added.names}, round)
    select ${added.names}, (
      select count(*) from credit_entries before
      where before.organization_id = e.organization_id
        and before.appointment_id = e.appointment_id and before.kind <> e.kind
    ) - case kind when 'REFUNDED' then 1 else 0 end
    from ${added.source("e", 1, "one")}`,
};

/** Writes a changed appointment, its audit record and its refund or charge, if there is one. */
export async function writeChange(
  { client, trail }: { client: PoolClient; trail: CommitTrail },
  { appointment, creditEntry }: AppointmentChange,
  audit: AuditRecord,
): Promise<void> {
  await rowsIn(client, update, [
    appointment.id,
    appointment.organizationId,
    appointment.environment,
    searchWordsColumn(appointment),
    ...changed.values(appointment),
    ...auditValues([audit], { trail, count: "one" }),
  ]);
  if (!creditEntry) return;
  await rowsIn(client, charge, added.values(creditEntry));
}

const remember: Statement<never> = {
  name: "remember an answer",
  text: `
    insert into idempotency_keys (${rememberedAnswers.names})
    values (${Object.values(rememberedAnswers.placeholders(1)).join(", ")})
    on conflict (organization_id, environment, key) do update
      set fingerprint = excluded.fingerprint, answer = excluded.answer,
        created_at = excluded.created_at`,
};

/** Stores the answer of a change under its `Idempotency-Key`. It replaces one that is older than 24 hours. */
export async function rememberAnswer(
  client: PoolClient,
  { now, ...scope }: BookingScope & { now: Temporal.Instant },
  remembered: NonNullable<AppointmentChange["remember"]>,
): Promise<void> {
  const values = rememberedAnswers.values({ ...scope, ...remembered, createdAt: now });
  await rowsIn(client, remember, values);
}
