import type { Pool } from "pg";
import {
  type Actor,
  type AuditAction,
  type AuditEntry,
  type AuditLog,
  type AuditQuery,
  type Environment,
  type FieldChange,
  maxHistory,
} from "../../../core/ports.ts";
import { instantFromDatabase, instantValue } from "../mapping/temporal_types.ts";
import { inTransaction } from "../commit/run_transaction.ts";
import { orUnavailable } from "../database/faults.ts";
import { newestPage } from "../database/page.ts";
import { rowsIn, rowsOf, type Statement } from "../database/statement.ts";
import { writeAudit } from "./audited.ts";

interface AuditRow {
  id: string;
  actorKind: Actor["kind"];
  actorId: number | null;
  actorName: string;
  ipAddress: string | null;
  action: AuditAction;
  subjectId: string;
  subjectName: string;
  environment: Environment | null;
  changes: FieldChange[];
  createdAt: string;
}

const columns = `a.id, a.actor_kind as "actorKind", a.actor_id as "actorId",
  a.actor_name as "actorName", a.ip_address as "ipAddress", a.action,
  a.subject_id as "subjectId", a.subject_name as "subjectName", a.environment, a.changes,
  a.created_at as "createdAt"`;

const history: Statement<AuditRow> = {
  text: `
    select ${columns} from audit_entries a
    where a.organization_id = $1 and a.subject_kind = $2 and a.subject_id = $3::bigint
    order by a.id desc limit ${maxHistory}`,
};

// A transaction needs its id before it draws the id of an entry (gateway/persistence/audit/README.md 2). It has written nothing yet.
const assignId: Statement<never> = { text: "select pg_current_xact_id()" };

/** Implements core's `AuditLog` in Postgres. */
export function createAuditLog(pool: Pool): AuditLog {
  return {
    record: (record) =>
      orUnavailable(() =>
        inTransaction(pool, async (transaction) => {
          await rowsIn(transaction.client, assignId, []);
          await writeAudit(transaction, [record]);
        })
      ),
    page(organizationId, query) {
      const { page, size } = query;
      const source = { table: "audit_entries", alias: "a", columns, page, size };
      return newestPage(pool, { ...source, ...conditionsOf(organizationId, query) }, entryOf);
    },
    async historyOf(organizationId, { kind, id }) {
      return (await rowsOf(pool, history, [organizationId, kind, id])).map(entryOf).toReversed();
    },
  };
}

function conditionsOf(
  organizationId: number,
  query: AuditQuery,
): { where: string; values: unknown[] } {
  const values: unknown[] = [organizationId];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = ["a.organization_id = $1"];
  const { subjectKind, subjectId, action, actorKind, actorId, environment, from, to } = query;
  if (subjectKind !== null) conditions.push(`a.subject_kind = ${parameter(subjectKind)}`);
  if (subjectId !== null) conditions.push(`a.subject_id = ${parameter(subjectId)}::bigint`);
  if (action !== null) conditions.push(`a.action = ${parameter(action)}`);
  if (actorKind !== null) conditions.push(`a.actor_kind = ${parameter(actorKind)}`);
  if (actorId !== null) conditions.push(`a.actor_id = ${parameter(actorId)}::bigint`);
  if (environment !== null) conditions.push(`a.environment = ${parameter(environment)}`);
  if (from) conditions.push(`a.created_at >= ${parameter(instantValue(from))}`);
  if (to) conditions.push(`a.created_at < ${parameter(instantValue(to))}`);
  return { where: conditions.join(" and "), values };
}

function entryOf(row: AuditRow): AuditEntry {
  const { actorKind, actorId, actorName, ipAddress, action, subjectName, environment } = row;
  return {
    id: Number(row.id),
    actor: { kind: actorKind, id: actorId, name: actorName, ipAddress },
    action,
    subjectId: Number(row.subjectId),
    subjectName,
    environment,
    changes: row.changes,
    at: instantFromDatabase(row.createdAt),
  };
}
