import type { PoolClient } from "pg";
import type { AppointmentChange, AuditRecord } from "../../../core/mod.ts";
import { auditValues, insertAudit } from "../audit/audit_columns.ts";
import type { CommitTrail } from "../commit/commit_trail.ts";
import { rowsIn, type Statement } from "../statement.ts";

// The record in the same statement: everybody waits for who holds the gate.
const update: Statement<never> = {
  name: "change an appointment",
  text: `
    with audited as (
      ${insertAudit(14)}
    )
    update appointments set date_time = $2, slot_start = $3, slot_minutes = $4, place = $5,
      slot_capacity = $6, status = $7, name = $8, phone = $9, worker_id = $10,
      worker_is_exclusive = $11, external_user_id = $12, archived_at = $13
    where id = $1::bigint`,
};

// The ledger's trigger moves the balance.
const refund: Statement<never> = {
  name: "refund a credit",
  text: `insert into credit_entries (organization_id, environment, kind, amount, balance_after,
      appointment_id, note, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
};

/** Writes an appointment as it has become, the record of that, and the refund that goes with it. */
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
