import { notForBound, type OwnDepartments } from "../access/own_departments.ts";
import type { Departments } from "../departments/departments.ts";
import { DomainError } from "../errors.ts";
import { say } from "../messages.ts";
import type { VisitContext, VisitDecision, VisitGate, VisitRequest } from "./visit_gate.ts";
import type { Visits } from "./visits.ts";

/**
 * Narrows the port to the visits and queues of a bound user's departments (core/access/README.md 12). A visit shows the
 * appointment that its person came for, also if that is of another department by now.
 */
export function ownVisitsOf(visits: Visits, own: OwnDepartments): Visits {
  return {
    find: async (scope, id) => own.only(await visits.find(scope, id)),
    present: (scope, query) =>
      visits.present(scope, { ...query, departmentIds: own.among(query.departmentIds) }),
    queues: async (scope, query) =>
      (await visits.queues(scope, query)).filter(({ departmentId }) => own.has(departmentId)),
    ofAppointment: notForBound,
    changeRules: notForBound,
  };
}

/** Narrows the gate of visits: a visit, an appointment, a department or a worker of others is not found. */
export function ownVisitGateOf(
  visitGate: VisitGate,
  { departments, own }: { departments: Departments; own: OwnDepartments },
): VisitGate {
  return {
    async changeVisits(scope, request, decide) {
      const counter = request.counter && {
        ...request.counter,
        workerId: await ownWorker(request.counter.workerId),
      };
      async function ownWorker(workerId: number | null): Promise<number | null> {
        if (workerId === null) return null;
        const workers = await departments.listWorkersOf(scope.organizationId, null);
        return workers.some(({ id, departmentId }) => id === workerId && own.has(departmentId))
          ? workerId
          : 0;
      }
      const narrowed = { ...request, ...(counter && { counter }) };
      return await visitGate.changeVisits(
        scope,
        narrowed,
        (context) => requireOwn(decide(narrowedContext(context, { request, own })), own),
      );
    },
  };
}

function narrowedContext(
  context: VisitContext,
  { request, own }: { request: VisitRequest; own: OwnDepartments },
): VisitContext {
  const { visit, ticketVisit, appointment, waiting, departments } = context;
  // The appointment of a visit follows its visit, and that of an arrival must be of an own department.
  const isForeign = request.appointmentId !== undefined && appointment !== undefined &&
    !own.has(appointment.appointment.departmentId);
  const requested = new Set(request.departmentIds);
  return {
    ...context,
    visit: own.only(visit),
    ticketVisit: own.only(ticketVisit),
    appointment: isForeign ? undefined : appointment,
    waiting: waiting.filter(({ departmentId }) => own.has(departmentId)),
    departments: new Map(
      [...departments].filter(([id]) => own.has(id) || !requested.has(id)),
    ),
  };
}

/**
 * Returns a decision whose answer is a visit of an own department. Throws CONFLICT if the person of an own appointment
 * waits in a department of others.
 */
function requireOwn(decision: VisitDecision, own: OwnDepartments): VisitDecision {
  if (decision === null) return null;
  const answered = "unchanged" in decision ? decision.unchanged : decision.steps.at(-1)?.visit;
  if (own.only(answered)) return decision;
  throw new DomainError("CONFLICT", say("waitsElsewhere"));
}
