import { Client } from "pg";
import { defaultQueueRules, type QueueRules } from "../../../core/visits/queue_rules.ts";
import type { Office } from "./office.ts";

/** A visit as the database has it. */
export interface VisitRow {
  id: number;
  number: number;
  part: number;
  date: string;
  environment: string;
  departmentId: number;
  workerId: number | null;
  desk: string | null;
  state: string;
  outcome: string | null;
  appointmentId: number | null;
  appointmentStatus: string | null;
  dueAt: Temporal.Instant | null;
  arrivedAt: Temporal.Instant;
  calledAt: Temporal.Instant | null;
  startedAt: Temporal.Instant | null;
  endedAt: Temporal.Instant | null;
}

/** A change of a visit, in the order of the gate. */
export interface VisitChangeRow {
  visitId: number;
  number: number;
  action: string;
  /** The fields that changed, with their new values. */
  after: Partial<Record<string, unknown>>;
  at: Temporal.Instant;
}

/** What the database knows of a day. */
export interface DayRows {
  visits: VisitRow[];
  changes: VisitChangeRow[];
  rules: ReadonlyMap<number, QueueRules>;
}

const visitsText = `
  select v.id::int, number, part, date::text, v.environment, v.department_id as "departmentId",
    v.worker_id as "workerId", desk, state, outcome, appointment_id::int as "appointmentId",
    a.status as "appointmentStatus", due_at as "dueAt", arrived_at as "arrivedAt",
    called_at as "calledAt", started_at as "startedAt", ended_at as "endedAt"
  from visits v left join appointments a on a.organization_id = v.organization_id
    and a.environment = v.environment and a.id = v.appointment_id
  where v.organization_id = $1 order by v.id`;

const changesText = `
  select subject_id::int as "visitId", subject_name::int as number, action, changes, created_at as at
  from audit_entries where organization_id = $1 and subject_kind = 'visit' order by id`;

/** Reads a day past the service. */
export async function readDay(
  { api, organizationId, plan, departmentIds }: Office,
): Promise<DayRows> {
  const client = new Client({ connectionString: api.databaseUrl });
  await client.connect();
  try {
    const { rows: visits } = await client.query(visitsText, [organizationId]);
    const { rows: changes } = await client.query(changesText, [organizationId]);
    return {
      visits: visits.map((row) => withInstants<VisitRow>(row)),
      changes: changes.map(({ changes, ...row }) =>
        Object.assign(withInstants<Omit<VisitChangeRow, "after">>(row), {
          after: Object.fromEntries(
            (changes as { field: string; after: unknown }[]).map((one) => [one.field, one.after]),
          ),
        })
      ),
      rules: new Map(
        plan.departments.map(({ toleranceMinutes, maxCalls, priorities }, i) => [
          departmentIds[i]!,
          { ...defaultQueueRules, toleranceMinutes, maxCalls, priorities },
        ]),
      ),
    };
  } finally {
    await client.end();
  }
}

function withInstants<Row>(row: Record<string, unknown>): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Date ? Temporal.Instant.fromEpochMilliseconds(value.getTime()) : value,
    ]),
  ) as Row;
}
