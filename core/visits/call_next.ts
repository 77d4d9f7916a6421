import { z } from "zod";
import type { StaffCaller } from "../access/caller.ts";
import { environmentField } from "../environment.ts";
import { DomainError } from "../errors.ts";
import { idField, inSchema, nameField, parseInput, requiredOr } from "../input.ts";
import { callOrder } from "./call_order.ts";
import { changeVisits, requireVisit, type VisitPorts } from "./change_visit.ts";
import { calledAgain, calledTo, type CallingCounter, type Visit } from "./visit.ts";
import { visitChangeInput } from "./seen_visit.ts";
import type { DecideVisits, VisitContext } from "./visit_gate.ts";
import type { VisitView } from "./visit_views.ts";
import { say } from "../messages.ts";

const counterFields = {
  desk: nameField(20, "The counter that calls, such as 4"),
  workerId: idField("The worker at the counter").nullish(),
};

/** Input of a call of the next person: the counter and its departments. */
export const callNextInput = z.object({
  environment: environmentField,
  ...counterFields,
  departmentIds: z
    .array(idField("A department of the counter"), {
      error: requiredOr("mustBe", { what: "a list of departments" }),
    })
    .min(1, inSchema("nameDepartment"))
    .max(500, inSchema("nameFewerDepartments", { max: 500 })),
});

type Caller = Pick<StaffCaller, "organizationId" | "timeZone" | "actor">;

/**
 * Calls the next person of some departments to a counter, and returns the visit, or null if nobody waits. Of
 * several counters at the same time, each gets another person. Throws VALIDATION_ERROR, WORKER_NOT_FOUND, or CONFLICT if
 * the counter still calls or serves somebody.
 */
export async function callNext(
  ports: VisitPorts,
  { organizationId, timeZone, actor }: Caller,
  input: unknown,
): Promise<VisitView | null> {
  const { environment, departmentIds, desk, workerId } = parseInput(callNextInput, input);
  const counter = { desk, workerId: workerId ?? null };
  const caller = { organizationId, environment, timeZone, actor };
  return await changeVisits(ports, caller, {
    departmentIds,
    counter,
    decide: (context) => {
      requireFreeCounter(context);
      const [next] = callOrder(context.waiting, context);
      return next ? called(next, counter, context) : null;
    },
  });
}

/** Input of a call of one person, whatever the order. */
export const callVisitInput = visitChangeInput.extend(counterFields);

/**
 * Calls one person to a counter, out of the order. Throws VALIDATION_ERROR, VISIT_NOT_FOUND, WORKER_NOT_FOUND, or
 * CONFLICT if the person does not wait, or not as `from` says, or if the counter still calls or serves somebody.
 */
export async function callVisit(
  ports: VisitPorts,
  { organizationId, timeZone, actor }: Caller,
  input: unknown,
): Promise<VisitView> {
  const { id, environment, from, desk, workerId } = parseInput(callVisitInput, input);
  const counter = { desk, workerId: workerId ?? null };
  const decide: DecideVisits = (context) => {
    const visit = requireVisit(context);
    requireFreeCounter(context);
    return called(visit, counter, context);
  };
  const caller = { organizationId, environment, timeZone, actor };
  return (await changeVisits(ports, caller, { visitId: id, from, counter, decide }))!;
}

/** Calls the same person once more. Throws VALIDATION_ERROR, VISIT_NOT_FOUND, or CONFLICT unless it is CALLED as `from` says. */
export async function callAgain(
  ports: VisitPorts,
  { organizationId, timeZone, actor }: Caller,
  input: unknown,
): Promise<VisitView> {
  const { id, environment, from } = parseInput(visitChangeInput, input);
  const decide: DecideVisits = (context) => {
    const before = requireVisit(context);
    const visit = calledAgain(before);
    const step = { visit, before, action: "visit.called", eventName: "VISIT_CALLED" } as const;
    return { steps: [step], appointment: null };
  };
  const caller = { organizationId, environment, timeZone, actor };
  return (await changeVisits(ports, caller, { visitId: id, from, decide }))!;
}

function called(before: Visit, counter: CallingCounter, { now }: VisitContext) {
  const visit = calledTo(before, counter, now);
  const step = { visit, before, action: "visit.called", eventName: "VISIT_CALLED" } as const;
  return { steps: [step], appointment: null };
}

function requireFreeCounter(
  { atCounter, isWorkerKnown }: VisitContext,
): void {
  if (!isWorkerKnown) {
    throw new DomainError("WORKER_NOT_FOUND", say("noSuchWorker"));
  }
  if (!atCounter) return;
  const message = atCounter.state === "CALLED" ? "counterCalls" : "counterServes";
  const { number, desk } = atCounter;
  throw new DomainError("CONFLICT", say(message, { number, desk: desk! }));
}
