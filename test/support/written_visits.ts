/** A visit as it is written to the database. */
export interface WrittenVisit {
  environment: "LIVE" | "TEST";
  departmentId: number;
  date: Temporal.PlainDate;
  number: number;
  state: string;
  outcome: string | null;
  desk: string | null;
  workerId: number | null;
  dueAt: Temporal.Instant | null;
  arrivedAt: Temporal.Instant;
  calledAt: Temporal.Instant | null;
  startedAt: Temporal.Instant | null;
  endedAt: Temporal.Instant | null;
}

const times = ["dueAt", "arrivedAt", "calledAt", "startedAt", "endedAt"] as const;

/** Writes visits of any day, which the use cases cannot do. */
export async function writeVisits(
  sql: { query(text: string, values: unknown[]): Promise<unknown> },
  organizationId: number,
  visits: readonly WrittenVisit[],
): Promise<void> {
  await sql.query(
    `insert into visits (organization_id, environment, department_id, date, number, part, ticket, note,
      state, outcome, desk, worker_id, calls, due_at, arrived_at, called_at, started_at, ended_at)
    select $1, environment, department_id, date, number, 1, number::text, '', state, outcome, desk,
      worker_id, (called_at is not null)::int, due_at, arrived_at, called_at, started_at, ended_at
    from unnest($2::text[], $3::int[], $4::date[], $5::int[], $6::text[], $7::text[], $8::text[],
      $9::int[], $10::timestamptz[], $11::timestamptz[], $12::timestamptz[], $13::timestamptz[],
      $14::timestamptz[]) as made (environment, department_id, date, number, state, outcome, desk,
      worker_id, due_at, arrived_at, called_at, started_at, ended_at)`,
    [
      organizationId,
      visits.map(({ environment }) => environment),
      visits.map(({ departmentId }) => departmentId),
      visits.map(({ date }) => date.toString()),
      visits.map(({ number }) => number),
      visits.map(({ state }) => state),
      visits.map(({ outcome }) => outcome),
      visits.map(({ desk }) => desk),
      visits.map(({ workerId }) => workerId),
      ...times.map((time) => visits.map((visit) => visit[time]?.toString() ?? null)),
    ],
  );
}
