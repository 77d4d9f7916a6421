import type { Caller } from "../access/caller.ts";
import type { BookingScope } from "../environment.ts";
import { validationError } from "../errors.ts";
import type { Clock } from "../platform.ts";
import type { QueueRules } from "./queue_rules.ts";
import { requireAsSeen, type SeenVisit } from "./seen_visit.ts";
import type { Visit } from "./visit.ts";
import type { DecideVisits, VisitContext, VisitGate, VisitRequest } from "./visit_gate.ts";
import { toVisitView, visitNotFound, type VisitView } from "./visit_views.ts";
import type { Visits } from "./visits.ts";
import { say } from "../messages.ts";

/** The ports of a change of visits. */
export type VisitPorts = Clock & { visits: Visits; visitGate: VisitGate };

/**
 * Passes a change through the gate and returns the visit as it is afterwards; null if the decision was null. Throws CONFLICT
 * unless the visit of the request is as `from` says.
 */
export async function changeVisits(
  ports: VisitPorts,
  { timeZone, actor, ...scope }: BookingScope & Pick<Caller, "timeZone" | "actor">,
  { decide, from, ...request }: Omit<VisitRequest, "actor"> & {
    from?: SeenVisit;
    decide: DecideVisits;
  },
): Promise<VisitView | null> {
  const id = await ports.visitGate.changeVisits(scope, { ...request, actor }, (context) => {
    if (from) requireAsSeen(from, requireVisit(context));
    return decide(context);
  });
  return id === null ? null : await readVisit(ports, { ...scope, timeZone }, id);
}

/** Returns a visit as it is now. Throws VISIT_NOT_FOUND. */
export async function readVisit(
  { visits, now }: Clock & { visits: Visits },
  { timeZone, organizationId, environment }: BookingScope & { timeZone: string },
  id: number,
): Promise<VisitView> {
  const visit = await visits.find({ organizationId, environment }, id);
  if (!visit) throw visitNotFound();
  return toVisitView(visit, { timeZone, now: now() });
}

/** Returns the visit of a request. Throws VISIT_NOT_FOUND. */
export function requireVisit({ visit }: VisitContext): Visit {
  if (!visit) throw visitNotFound();
  return visit;
}

/** Throws VALIDATION_ERROR unless the department has a priority. */
export function checkPriority(priority: string | null, { priorities }: QueueRules): void {
  if (priority === null || priorities.includes(priority)) return;
  const message = priorities.length === 0
    ? say("noPriorities")
    : say("mustBe", { what: `one of ${priorities.join(", ")}` });
  throw validationError({ field: "priority", message });
}
