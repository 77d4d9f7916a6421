import { z } from "zod";
import type { StaffCaller } from "../access/caller.ts";
import type { AppointmentChange } from "../booking/appointment_change.ts";
import { hasBegun } from "../booking/attendance.ts";
import { decideCompleting, decideMissing } from "../booking/change_status.ts";
import { departmentNotFound } from "../departments/list_departments.ts";
import { DomainError } from "../errors.ts";
import { idField, inSchema, parseInput, textField } from "../input.ts";
import { isCurrent } from "./business_day.ts";
import { newVisit, priorityField, visitNoteField } from "./arrive.ts";
import { cameForMoved, changeOfAppointment } from "./appointment_of_visit.ts";
import { changeVisits, checkPriority, requireVisit, type VisitPorts } from "./change_visit.ts";
import { visitChangeInput } from "./seen_visit.ts";
import {
  cancel,
  changedVisit,
  leave,
  missedCalls,
  requireState,
  serve,
  start,
  transferredTo,
  type Visit,
  waitingAgain,
} from "./visit.ts";
import type { DecideVisits, VisitContext, VisitStep } from "./visit_gate.ts";
import type { VisitView } from "./visit_views.ts";
import { say } from "../messages.ts";
import { requireSeenFields } from "../version.ts";

type Caller = Pick<StaffCaller, "organizationId" | "timeZone" | "actor">;

/** Notes that the called person is at the counter. Throws VALIDATION_ERROR, VISIT_NOT_FOUND, or CONFLICT unless CALLED. */
export function startService(
  ports: VisitPorts,
  caller: Caller,
  input: unknown,
): Promise<VisitView> {
  return changeVisitById(ports, caller, input, (context) =>
    changeOf(context, (visit) => ({
      visit: start(visit, context.now),
      action: "visit.started",
      eventName: null,
    })));
}

/**
 * Ends a visit as served, and completes its appointment if that is SCHEDULED and still the one that the visit was made
 * for. Throws VALIDATION_ERROR, VISIT_NOT_FOUND,
 * or CONFLICT unless it is CALLED or IN_SERVICE.
 */
export function finishVisit(ports: VisitPorts, caller: Caller, input: unknown): Promise<VisitView> {
  return changeVisitById(ports, caller, input, (context) => ({
    ...changeOf(context, (visit) => finished(serve(visit, context.now))),
    appointment: changeOfAppointment(requireVisit(context), context.appointment, decideCompleting),
  }));
}

/**
 * Ends a visit because nobody came to the counter, and marks its appointment as MISSED if that is SCHEDULED
 * still the one that the visit was made for, and has begun. Throws VALIDATION_ERROR, VISIT_NOT_FOUND, or CONFLICT unless it was called as often as the rules of the department say.
 */
export function missVisit(ports: VisitPorts, caller: Caller, input: unknown): Promise<VisitView> {
  return changeVisitById(ports, caller, input, (context) => ({
    ...changeOf(
      context,
      (visit) => finished(missedCalls(visit, context.rulesOf(visit.departmentId), context.now)),
    ),
    appointment: missedAppointment(requireVisit(context), context),
  }));
}

function missedAppointment(visit: Visit, { appointment }: VisitContext): AppointmentChange | null {
  // The person was served in an earlier part of the stay, so nobody has missed the appointment.
  if (visit.part > 1) return null;
  // Whoever came early can still come back in time.
  if (!appointment || !hasBegun(appointment)) return null;
  return changeOfAppointment(visit, appointment, decideMissing);
}

/**
 * Ends a visit because the person left before the service. The appointment stays as it is. Throws VALIDATION_ERROR,
 * VISIT_NOT_FOUND, or CONFLICT unless it is WAITING or CALLED.
 */
export function leaveVisit(ports: VisitPorts, caller: Caller, input: unknown): Promise<VisitView> {
  return changeVisitById(
    ports,
    caller,
    input,
    (context) => changeOf(context, (visit) => finished(leave(visit, context.now))),
  );
}

/**
 * Ends a visit that was noted by mistake. No report counts it, and its number is not given again. The appointment stays
 * as it is. Throws VALIDATION_ERROR, VISIT_NOT_FOUND, or CONFLICT unless it is WAITING.
 */
export function cancelVisit(ports: VisitPorts, caller: Caller, input: unknown): Promise<VisitView> {
  return changeVisitById(
    ports,
    caller,
    input,
    (context) => changeOf(context, (visit) => finished(cancel(visit, context.now))),
  );
}

/**
 * Puts a person back into the queue, at the place by arrival. Throws VALIDATION_ERROR, VISIT_NOT_FOUND, or CONFLICT
 * unless the visit is CALLED or IN_SERVICE.
 */
export function returnToQueue(
  ports: VisitPorts,
  caller: Caller,
  input: unknown,
): Promise<VisitView> {
  return changeVisitById(ports, caller, input, (context) =>
    changeOf(context, (visit) => ({
      visit: inPresentDay(waitingAgain(visit), context),
      action: "visit.returned",
      eventName: "VISIT_ARRIVED",
    })));
}

/** Input of a transfer. Without `priority` the person keeps it if the new department has it too. */
export const transferVisitInput = visitChangeInput.extend({
  departmentId: idField("The department that the person waits for now"),
  priority: priorityField.optional(),
});

/**
 * Sends a person to another department. Who was not served yet keeps the time of arrival. During the service, this part
 * of the stay ends as served, and the next part begins to wait. Returns the visit that waits. Throws VALIDATION_ERROR,
 * VISIT_NOT_FOUND, DEPARTMENT_NOT_FOUND, or CONFLICT if the visit has ended, or waits for this department, or if the
 * department is not active.
 */
export function transferVisit(
  ports: VisitPorts,
  caller: Caller,
  input: unknown,
): Promise<VisitView> {
  const { departmentId, priority } = parseInput(transferVisitInput, input);
  return changeVisitById(
    ports,
    caller,
    input,
    (context) => decideTransfer(context, { departmentId, priority }),
    [departmentId],
  );
}

function decideTransfer(
  context: VisitContext,
  to: { departmentId: number; priority: string | null | undefined },
) {
  const before = requireVisit(context);
  const department = context.departments.get(to.departmentId);
  if (!department) throw departmentNotFound();
  if (!department.isActive) throw new DomainError("CONFLICT", say("departmentInactive"));
  requireState(before, ["WAITING", "CALLED", "IN_SERVICE"]);
  if (before.state === "WAITING" && before.departmentId === to.departmentId) {
    throw new DomainError("CONFLICT", say("waitsAlready", { number: before.number }));
  }
  const rules = context.rulesOf(to.departmentId);
  if (to.priority !== undefined) checkPriority(to.priority, rules);
  const isKept = before.priority !== null && rules.priorities.includes(before.priority);
  const priority = to.priority ?? (isKept ? before.priority : null);
  if (before.state !== "IN_SERVICE") {
    const there = transferredTo(before, { departmentId: to.departmentId, priority });
    const visit = inPresentDay(
      changedVisit(there, cameForMoved(before, to.departmentId, context) ?? {}),
      context,
    );
    const step = {
      visit,
      before,
      action: "visit.transferred",
      eventName: "VISIT_ARRIVED",
    } as const;
    return { steps: [step], appointment: null };
  }
  const { date, ticket, appointmentId, number, part, note } = before;
  const next = newVisit(context, {
    ticket,
    appointmentId,
    // The person keeps the number, which belongs to its date.
    date,
    number,
    part: part + 1,
    note,
    departmentId: to.departmentId,
    priority,
    appointmentTime: before.appointmentTime,
    appointmentDepartmentId: before.appointmentDepartmentId,
    // The appointment was for the first department.
    dueAt: null,
    ...cameForMoved(before, to.departmentId, context),
  });
  const steps: VisitStep[] = [
    { before, ...finished(serve(before, context.now)) },
    {
      visit: next,
      before: undefined,
      action: "visit.transferred",
      eventName: "VISIT_ARRIVED",
    },
  ];
  const appointment = changeOfAppointment(before, context.appointment, decideCompleting);
  return { steps, appointment };
}

/**
 * Returns a visit that waits from now on, in the business day of its department unless it is current anyway: the day of its
 * date may have ended, also because that was the day of another department. The number is free in the new day, because it
 * was skipped while the visit was open.
 */
function inPresentDay(visit: Visit, { departments, now }: VisitContext): Visit {
  const { date } = departments.get(visit.departmentId)!;
  return isCurrent(visit, date, now) ? visit : changedVisit(visit, { date });
}

/** Input of an edit. An absent field does not change. */
export const updateVisitInput = visitChangeInput.extend({
  priority: priorityField.optional(),
  note: visitNoteField.optional(),
  before: z.object({
    priority: textField(50, "Its priority; null for none").nullable(),
    note: textField(1000, "Its note; empty for none"),
  }, { error: inSchema("mustBe", { what: "an object" }) }).partial().nullish().meta({
    description:
      "The values that the caller has seen. The edit is made only if they are still the same, or already the new ones",
  }),
});

/**
 * Edits a visit that lasts. Throws VALIDATION_ERROR, VISIT_NOT_FOUND, or CONFLICT if it has ended or is not as `from` and
 * `before` say.
 */
export function updateVisit(ports: VisitPorts, caller: Caller, input: unknown): Promise<VisitView> {
  const { priority, note, before: seen } = parseInput(updateVisitInput, input);
  return changeVisitById(ports, caller, input, (context) => {
    const before = requireVisit(context);
    requireState(before, ["WAITING", "CALLED", "IN_SERVICE"]);
    requireSeenFields(seen, { now: before, wanted: { priority, note } });
    if (priority !== undefined) checkPriority(priority, context.rulesOf(before.departmentId));
    const visit = changedVisit(before, {
      priority: priority === undefined ? before.priority : priority,
      note: note ?? before.note,
    });
    if (visit.priority === before.priority && visit.note === before.note) {
      return { unchanged: before };
    }
    return changeOf(context, () => ({ visit, action: "visit.updated", eventName: null }));
  });
}

/** Changes the visit of an input. Throws VALIDATION_ERROR, VISIT_NOT_FOUND, CONFLICT unless it is as `from` says, and the errors of `decide`. */
async function changeVisitById(
  ports: VisitPorts,
  { organizationId, timeZone, actor }: Caller,
  input: unknown,
  decide: DecideVisits,
  departmentIds: readonly number[] = [],
): Promise<VisitView> {
  const { id, environment, from } = parseInput(visitChangeInput, input);
  const caller = { organizationId, environment, timeZone, actor };
  return (await changeVisits(ports, caller, { visitId: id, from, departmentIds, decide }))!;
}

type Changed = Omit<VisitStep, "before">;

/** Returns the change of the visit that a request names. */
function changeOf(context: VisitContext, change: (visit: Visit) => Changed) {
  const before = requireVisit(context);
  return { steps: [{ before, ...change(before) }], appointment: null };
}

function finished(visit: Visit): Changed {
  return { visit, action: "visit.finished", eventName: "VISIT_FINISHED" };
}
