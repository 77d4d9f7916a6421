import type { Pool } from "pg";
import { randomBytes } from "node:crypto";

/** A visit that has ended. */
export interface PastVisit {
  departmentId: number;
  appointmentId: number | null;
  /** The time of the appointment. */
  dueAt: Temporal.Instant | null;
  outcome: "SERVED" | "LEFT";
  workerId: number | null;
  /** Null if nobody called the person. */
  desk: string | null;
  arrivedAt: Temporal.Instant;
  calledAt: Temporal.Instant | null;
  startedAt: Temporal.Instant | null;
  endedAt: Temporal.Instant;
  estimatedMinutes: number | null;
}

/** The times of a visit that goes on. */
export interface OpenVisitTimes {
  id: number;
  arrivedAt: Temporal.Instant;
  calledAt: Temporal.Instant | null;
  startedAt: Temporal.Instant | null;
}

/** An organization with its time zone. */
interface Place {
  organizationId: number;
  timeZone: string;
}

/** Writes visits, numbered by day. Does nothing if the organization has visits. */
export async function addPastVisits(
  pool: Pool,
  { organizationId, timeZone }: Place,
  visits: readonly PastVisit[],
): Promise<void> {
  // A ticket has 22 characters, and nobody gets one of these.
  const rows = visits.map((visit) => ({ ...visit, ticket: randomBytes(11).toString("hex") }));
  await pool.query(
    `insert into visits (organization_id, environment, department_id, date, number, part, ticket,
       appointment_id, due_at, note, state, outcome, desk, worker_id, calls, arrived_at, called_at,
       started_at, ended_at, estimated_minutes)
     select $1, 'LIVE', "departmentId", date,
       row_number() over (partition by date order by "arrivedAt"), 1, ticket,
       "appointmentId", "dueAt", '', 'ENDED', outcome, desk, "workerId",
       case when "calledAt" is null then 0 else 1 end, "arrivedAt", "calledAt", "startedAt",
       "endedAt", "estimatedMinutes"
     from (
       -- A night belongs to the day before until 04:00, because the departments are open through it.
       select *, (("arrivedAt" at time zone $2) - interval '4 hours')::date as date
       from jsonb_to_recordset($3::jsonb) as v ("departmentId" int, ticket text,
         "appointmentId" bigint, "dueAt" timestamptz, outcome text, desk text, "workerId" int,
         "arrivedAt" timestamptz, "calledAt" timestamptz, "startedAt" timestamptz,
         "endedAt" timestamptz, "estimatedMinutes" int)
     ) dated
     where not exists (select from visits where organization_id = $1)`,
    [organizationId, timeZone, JSON.stringify(rows)],
  );
}

/**
 * Moves the beginnings of a demo back: each appointment was booked days before its time, and the people who are here came
 * before this moment.
 */
export async function backdate(
  pool: Pool,
  { organizationId, timeZone }: Place,
  visits: readonly OpenVisitTimes[],
): Promise<void> {
  await pool.query(
    `update appointments set created_at = least(created_at, (date_time at time zone $2)
       - (1 + id % 9) * interval '1 day' - (id % 7) * interval '37 minutes')
     where organization_id = $1 and environment = 'LIVE'`,
    [organizationId, timeZone],
  );
  await pool.query(
    `update visits v set arrived_at = t."arrivedAt", called_at = t."calledAt",
       started_at = t."startedAt"
     from jsonb_to_recordset($2::jsonb) as t (id bigint, "arrivedAt" timestamptz,
       "calledAt" timestamptz, "startedAt" timestamptz)
     where v.organization_id = $1 and v.environment = 'LIVE' and v.id = t.id
       and v.state <> 'ENDED'`,
    [organizationId, JSON.stringify(visits)],
  );
}
