import { Client } from "pg";
import { expect } from "vitest";
import { callOrder } from "../../../core/visits/call_order.ts";
import { defaultQueueRules, type QueueRules } from "../../../core/visits/queue_rules.ts";
import type { Visit } from "../../../core/visits/visit.ts";
import type { Announcements, Day } from "./day.ts";
import type { DisplayRecord } from "./display_page.ts";
import type { VisitEvent } from "./event_records.ts";
import type { Office } from "./office.ts";
import type { Visitor } from "./visitors.ts";

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

/** Checks that each number was given once, that nobody was lost, and that each visit ended as its person did. */
export function checkVisits({ visits }: DayRows, visitors: readonly Visitor[]): void {
  const came = visitors.filter(({ plan }) => plan.arrives !== null);
  const numbers = came.map(({ number }) => number!).toSorted((a, b) => a - b);
  expect(numbers).toEqual(came.map((_, i) => i + 1));
  expect(
    visits.filter(({ part }) => part === 1).map(({ number }) => number).toSorted((a, b) => a - b),
  )
    .toEqual(numbers);
  const expected = came.flatMap(({ number, ends, appointment }) =>
    ends.map((outcome, i) => ({
      number,
      part: i + 1,
      outcome,
      state: "ENDED",
      appointmentId: appointment?.id ?? null,
      appointmentStatus: appointment && statusAfter(ends),
    }))
  );
  const byNumber = (a: { number: number | null; part: number }, b: typeof a) =>
    a.number! - b.number! || a.part - b.part;
  expect(
    visits.map(({ number, part, outcome, state, appointmentId, appointmentStatus }) => ({
      number,
      part,
      outcome,
      state,
      appointmentId,
      appointmentStatus,
    })).toSorted(byNumber),
  ).toEqual(expected.toSorted(byNumber));
}

function statusAfter(ends: readonly string[]): string {
  if (ends.includes("SERVED")) return "COMPLETED";
  return ends.includes("NO_SHOW") ? "MISSED" : "SCHEDULED";
}

/** Checks that the counters saw exactly the calls of the database, so nobody was called by two of them. */
export function checkCalls({ changes }: DayRows, { calls }: Day): void {
  const stored = firstCalls(changes).map(({ number, after }) => `${number} to ${after["desk"]}`);
  expect(calls.map(({ number, desk }) => `${number} to ${desk}`).toSorted())
    .toEqual(stored.toSorted());
}

/** Returns the calls of people who waited until then. */
function firstCalls(changes: readonly VisitChangeRow[]): VisitChangeRow[] {
  return changes.filter(({ action, after }) => action === "visit.called" && "state" in after);
}

/**
 * Replays the changes, and checks that each call was of the person who was first by the rules at that moment. Returns the
 * number of calls for which another person waited too.
 */
export function checkCallOrder(
  { visits, changes, rules }: DayRows,
  { plan, departmentIds }: Pick<Office, "plan" | "departmentIds">,
): number {
  const departmentsOf = new Map(
    plan.counters.map(({ desk, departments }) => [desk, departments.map((i) => departmentIds[i]!)]),
  );
  const now = new Map<number, Visit>();
  const rows = new Map(visits.map((row) => [row.id, row]));
  let choices = 0;
  for (const change of changes) {
    const { visitId, after, at } = change;
    const { arrivedAt, dueAt, number } = rows.get(visitId)!;
    const before = now.get(visitId) ??
      { id: visitId, number, arrivedAt, dueAt, priority: null, state: "WAITING" } as Visit;
    if (firstCalls([change]).length > 0) {
      const own = departmentsOf.get(String(after["desk"]))!;
      const waiting = callOrder(
        [...now.values()].filter(({ departmentId }) => own.includes(departmentId)),
        { rulesOf: (id) => rules.get(id)!, now: at },
      );
      expect(waiting[0]?.number, `the call of ${number} at ${at}`).toBe(number);
      if (waiting.length > 1) choices += 1;
    }
    const { arrivedAt: _, ...changed } = after;
    now.set(visitId, { ...before, ...changed } as Visit);
  }
  return choices;
}

/** Returns the expected events of visits, as `type number`. */
export function expectedEvents({ changes }: DayRows): string[] {
  const types: Record<string, string> = {
    "visit.arrived": "visit.arrived",
    "visit.returned": "visit.arrived",
    "visit.transferred": "visit.arrived",
    "visit.called": "visit.called",
    "visit.finished": "visit.finished",
  };
  return changes.flatMap(({ action, number }) =>
    types[action] ? [`${types[action]} ${number}`] : []
  );
}

/** Checks that the feed has each event once, and that the webhook got each of them. Returns the repeated deliveries. */
export function checkEvents(
  rows: DayRows,
  { feed, webhook }: { feed: readonly VisitEvent[]; webhook: readonly VisitEvent[] },
): number {
  const expected = expectedEvents(rows);
  const textOf = ({ type, number }: VisitEvent) => `${type} ${number}`;
  expect(feed.map(textOf).toSorted()).toEqual(expected.toSorted());
  expect(new Set(feed.map(({ id }) => id)).size).toBe(feed.length);
  const delivered = new Map(webhook.map((event) => [event.id, event]));
  expect([...delivered.keys()].toSorted()).toEqual(feed.map(({ id }) => id).toSorted());
  expect([...delivered.values()].map(textOf).toSorted()).toEqual(expected.toSorted());
  return webhook.length - delivered.size;
}

/**
 * Checks that the display announced each call once, marked it, and sounded for it. A person who left just after a call may
 * have been faster than the display. Returns the number of announced calls and of all.
 */
export function checkAnnouncements(
  { changes }: DayRows,
  { announcements, record }: { announcements: Announcements; record: DisplayRecord },
): string {
  const textOf = (call: { number: number; calls: unknown }) =>
    `call ${call.calls} of ${call.number}`;
  const announced = announcements.all.map(textOf);
  const calls = changes.filter(({ action }) => action === "visit.called");
  const left = new Set(
    changes.filter(({ after }) => after["outcome"] === "LEFT").map(({ number }) => number),
  );
  const remaining = calls.map(({ number, after }) => ({ number, calls: after["calls"] }));
  for (const text of announced) {
    const found = remaining.findIndex((call) => textOf(call) === text);
    expect(found, `${text} was announced, and not made, or announced twice`).not.toBe(-1);
    remaining.splice(found, 1);
  }
  expect(remaining.filter(({ number }) => !left.has(number))).toEqual([]);
  expect(record).toMatchObject({ unmarked: [], names: [], sounds: record.expectedSounds });
  return `${announced.length} of ${calls.length}`;
}
