import type { PoolClient } from "pg";
import {
  type AppointmentChange,
  type AuditRecord,
  type BookingScope,
} from "../../../core/ports.ts";
import { auditValues, insertAudit } from "../audit/audit_columns.ts";
import type { CommitTrail } from "../commit/commit_trail.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { searchWordsColumn } from "./search_words.ts";

// Writes the audit record in the same statement: a second round trip would hold the gate longer.
const update: Statement<never> = {
  name: "change an appointment",
  text: `
    with audited as (
      ${insertAudit(19)}
    )
    update appointments set department_id = $18, date_time = $2, slot_start = $3, slot_minutes = $4, place = $5,
      slot_capacity = $6, status = $7, name = $8, phone = $9, worker_id = $10,
      worker_is_exclusive = $11, external_user_id = $12, archived_at = $13,
      search_words = $16::tsvector, note = $17
    where organization_id = $14 and environment = $15 and id = $1::bigint`,
};

// The trigger of the ledger updates the balance.
const refund: Statement<never> = {
  name: "refund a credit",
  text: `insert into credit_entries (organization_id, environment, kind, amount, balance_after,
      appointment_id, note, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
};

/** Writes a changed appointment, its audit record and its refund, if there is one. */
export async function writeChange(
  { client, trail }: { client: PoolClient; trail: CommitTrail },
  { appointment, creditEntry }: AppointmentChange,
  audit: AuditRecord,
): Promise<void> {
  await rowsIn(client, update, [
    appointment.id,
    appointment.dateTime.toString(),
    appointment.slotStart.toString(),
    appointment.slotMinutes,
    appointment.place,
    appointment.slotCapacity,
    appointment.status,
    appointment.name,
    appointment.phone,
    appointment.workerId,
    appointment.workerIsExclusive,
    appointment.externalUserId,
    appointment.archivedAt?.toString() ?? null,
    appointment.organizationId,
    appointment.environment,
    searchWordsColumn(appointment),
    appointment.note,
    appointment.departmentId,
    ...auditValues([audit], trail),
  ]);
  if (!creditEntry) return;
  await rowsIn(client, refund, [
    creditEntry.organizationId,
    creditEntry.environment,
    creditEntry.kind,
    creditEntry.amount,
    creditEntry.balanceAfter,
    creditEntry.appointmentId,
    creditEntry.note,
    creditEntry.createdAt.toString(),
  ]);
}

const remember: Statement<never> = {
  name: "remember an answer",
  text: `
    insert into idempotency_keys (organization_id, environment, key, fingerprint, answer, created_at)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (organization_id, environment, key) do update
      set fingerprint = excluded.fingerprint, answer = excluded.answer,
        created_at = excluded.created_at`,
};

/** Stores the answer of a change under its `Idempotency-Key`. It replaces one that is older than 24 hours. */
export async function rememberAnswer(
  client: PoolClient,
  { organizationId, environment, now }: BookingScope & { now: Temporal.Instant },
  { key, fingerprint, answer }: NonNullable<AppointmentChange["remember"]>,
): Promise<void> {
  const scope = [organizationId, environment];
  await rowsIn(client, remember, [
    ...scope,
    key,
    fingerprint,
    JSON.stringify(answer),
    now.toString(),
  ]);
}
