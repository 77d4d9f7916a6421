import { expect } from "vitest";
import { callOrder } from "../../../core/visits/call_order.ts";
import type { Visit } from "../../../core/visits/visit.ts";
import type { Day } from "./day.ts";
import type { DayRows, VisitChangeRow } from "./day_rows.ts";
import type { Office } from "./office.ts";
import type { Visitor } from "./visitors.ts";

/** Checks that each number was given once, that nobody was lost, and that each visit ended as its person did. */
export function checkVisits({ visits }: DayRows, visitors: readonly Visitor[]): void {
  const came = visitors.filter(({ plan }) => plan.arrives !== null);
  const numbers = came.map(({ number }) => number!).toSorted((a, b) => a - b);
  expect(numbers).toEqual(came.map((_, i) => i + 1));
  expect(
    visits.filter(({ part }) => part === 1).map(({ number }) => number).toSorted((a, b) => a - b),
  )
    .toEqual(numbers);
  const firstPart = new Map(
    visits.filter(({ part }) => part === 1).map((visit) => [visit.number, visit]),
  );
  const expected = came.flatMap(({ number, ends, appointment }) =>
    ends.map((outcome, i) => ({
      number,
      part: i + 1,
      outcome,
      state: "ENDED",
      appointmentId: appointment?.id ?? null,
      appointmentStatus: appointment && statusAfter(ends, firstPart.get(number!)!),
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

function statusAfter(
  ends: readonly string[],
  { dueAt, endedAt }: Pick<DayRows["visits"][number], "dueAt" | "endedAt">,
): string {
  if (ends.includes("SERVED")) return "COMPLETED";
  // Nobody misses an appointment before its time.
  const hasBegun = dueAt !== null && Temporal.Instant.compare(dueAt, endedAt!) <= 0;
  return ends.includes("NO_SHOW") && hasBegun ? "MISSED" : "SCHEDULED";
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
