import { z } from "zod";
import type { StaffCaller } from "../access/caller.ts";
import { appointmentNotFound } from "../booking/appointment_views.ts";
import { type Appointment, requireScheduled } from "../booking/appointment.ts";
import { requireAsSeen, seenField } from "../booking/seen_appointment.ts";
import type { Appointments } from "../booking/appointments.ts";
import { departmentNotFound } from "../departments/list_departments.ts";
import { type Environment, environmentField } from "../environment.ts";
import { DomainError } from "../errors.ts";
import { idField, inSchema, nameField, parseInput, proseField } from "../input.ts";
import type { Randomness } from "../platform.ts";
import { randomBase62 } from "../random_text.ts";
import { cameFor, cameForMoved } from "./appointment_of_visit.ts";
import { requireArrivalTime } from "./arrival_time.ts";
import { isCurrent, nextNumberOf } from "./business_day.ts";
import { callOrder } from "./call_order.ts";
import { changeVisits, checkPriority, type VisitPorts } from "./change_visit.ts";
import { isKioskFull } from "./kiosk_visits.ts";
import { changedVisit, leave, type NewVisit, serve, type Visit, waitingVisit } from "./visit.ts";
import type { DecideVisits, VisitContext, VisitDecision, VisitStep } from "./visit_gate.ts";
import type { VisitView } from "./visit_views.ts";
import { estimateWait } from "./wait_estimate.ts";
import { say } from "../messages.ts";

/** One of the priorities of the department; null for none. */
export const priorityField = nameField(50, "One of the priorities of the department").nullable();

/** A note of staff. */
export const visitNoteField = proseField(500, "For staff, until the visit ends");

/** Number of characters of a ticket. */
export const ticketLength = 22;

/** The ports of an arrival. */
export type ArrivalPorts = VisitPorts & { appointments: Appointments };

type ArrivalCaller = Pick<StaffCaller, "organizationId" | "timeZone" | "actor">;

const orNull = <T>(value: T | null | undefined) => value ?? null;

/** Input of an arrival. */
export const arriveInput = z
  .object({
    environment: environmentField,
    appointmentId: idField("The appointment of the person").nullish().transform(orNull),
    qrCode: nameField(255, "The code of the appointment").nullish().transform(orNull),
    from: seenField,
    departmentId: idField("For a person without an appointment: the department").nullish()
      .transform(orNull),
    priority: priorityField.nullish(),
    note: visitNoteField.nullish(),
  })
  .refine(
    (input) =>
      [input.appointmentId, input.qrCode, input.departmentId].filter((one) => one !== null)
        .length === 1,
    { path: ["appointmentId"], error: inSchema("oneOfThree") },
  );

/**
 * Notes that a person has come, who then waits for the department: with an appointment, or without one. A person who waits
 * already gets the present visit, which is then for the appointment as it is now. Throws VALIDATION_ERROR,
 * APPOINTMENT_NOT_FOUND, DEPARTMENT_NOT_FOUND, or CONFLICT if the appointment is not SCHEDULED or not as `from` says, if
 * it is too early or too late for it, or if the department is not active.
 */
export async function arrive(
  ports: ArrivalPorts & Randomness,
  caller: ArrivalCaller,
  input: unknown,
): Promise<VisitView> {
  const ticket = randomBase62(ticketLength, ports);
  return (await arriveWithTicket(ports, caller, { input, ticket }))!;
}

/**
 * The same with a given ticket, which must be hard to guess. If a person without an appointment got this ticket before,
 * nobody arrives: the request is a repeat. Returns null if the kiosk has given as many numbers as it may.
 */
export async function arriveWithTicket(
  ports: ArrivalPorts,
  { organizationId, timeZone, actor }: ArrivalCaller,
  { input, ticket, screenId }: { input: unknown; ticket: string; screenId?: number },
): Promise<VisitView | null> {
  const { departmentId, from, priority, note, ...named } = parseInput(arriveInput, input);
  const made = { ticket, priority: priority ?? null, note: note ?? "" };
  const environment = named.environment;
  if (departmentId !== null) {
    const caller = { organizationId, environment, timeZone, actor };
    const decide = decideWalkIn(departmentId, { ...made, screenId: screenId ?? null });
    const request = {
      departmentIds: [departmentId],
      ticket,
      decide,
      ...(screenId !== undefined && { screenId }),
    };
    return await changeVisits(ports, caller, request);
  }
  const found = await appointmentOf(ports, organizationId, named);
  const caller = { organizationId, environment: found.environment, timeZone, actor };
  const decide: DecideVisits = (context) => {
    if (!context.appointment) throw appointmentNotFound();
    requireAsSeen(from, context.appointment);
    return decideArrival(context, context.appointment.appointment, made);
  };
  return (await changeVisits(ports, caller, { appointmentId: found.id, decide }))!;
}

/** Finds the appointment of a code, in either environment. Throws APPOINTMENT_NOT_FOUND. */
async function appointmentOf(
  { appointments }: { appointments: Appointments },
  organizationId: number,
  { appointmentId, qrCode, environment }: {
    appointmentId: number | null;
    qrCode: string | null;
    environment: Environment;
  },
): Promise<{ id: number; environment: Environment }> {
  if (qrCode === null) return { id: appointmentId!, environment };
  const found = await appointments.findByQrCode(organizationId, qrCode);
  if (found) return found;
  throw new DomainError("APPOINTMENT_NOT_FOUND", say("noSuchCode"));
}

type Made = Pick<NewVisit, "ticket" | "priority" | "note" | "screenId">;
type CameForField = "appointmentId" | "appointmentTime" | "appointmentDepartmentId" | "dueAt";

/** Decides the arrival of a person with an appointment. */
function decideArrival(context: VisitContext, appointment: Appointment, made: Made): VisitDecision {
  const { openVisit, now, timeZone } = context;
  const { departmentId, dateTime } = appointment;
  if (openVisit && isCurrentVisit(openVisit, context)) return arrivalAgain(openVisit, context);
  requireScheduled(appointment);
  requireArrivalTime(dateTime, {
    businessDate: context.departments.get(departmentId)!.date,
    rules: context.rulesOf(departmentId),
    now,
    timeZone,
  });
  const arrived = arrival(context, {
    ...made,
    departmentId,
    appointmentId: appointment.id,
    ...cameFor(appointment, context),
  });
  // A person waits once. Nobody ended the visit of an earlier day, so the person was served or has left.
  const forgotten = openVisit ? [leftBehind(openVisit, context)] : [];
  return { steps: [...forgotten, arrived], appointment: null };
}

/** Returns whether a visit is current in its own department, which may not be the one of its appointment any more. */
function isCurrentVisit(visit: Visit, { departments, now }: VisitContext): boolean {
  return isCurrent(visit, departments.get(visit.departmentId)?.date, now);
}

function leftBehind(before: Visit, { now }: VisitContext): VisitStep {
  const visit = before.state === "IN_SERVICE" ? serve(before, now) : leave(before, now);
  return { visit, before, action: "visit.finished", eventName: "VISIT_FINISHED" };
}

/**
 * Decides the arrival of a person who is here already. If the appointment was moved meanwhile, and the person waits in
 * its department, the visit is for the moved appointment from now on.
 */
function arrivalAgain(before: Visit, context: VisitContext) {
  const moved = before.state === "WAITING" && cameForMoved(before, before.departmentId, context);
  if (!moved) return { unchanged: before };
  const visit = changedVisit(before, moved);
  const step = { visit, before, action: "visit.updated", eventName: null } as const;
  return { steps: [step], appointment: null };
}

/** Decides the arrival of a person without an appointment. Null if the kiosk has given as many numbers as it may. */
function decideWalkIn(departmentId: number, made: Made): DecideVisits {
  return (context) => {
    const { ticketVisit } = context;
    if (ticketVisit && isCurrentVisit(ticketVisit, context)) return { unchanged: ticketVisit };
    const department = context.departments.get(departmentId);
    if (!department) throw departmentNotFound();
    if (!department.isActive) throw new DomainError("CONFLICT", say("departmentInactive"));
    if (isKioskFull(context)) return null;
    const arrived = arrival(context, {
      ...made,
      departmentId,
      appointmentId: null,
      appointmentTime: null,
      appointmentDepartmentId: null,
      dueAt: null,
    });
    return { steps: [arrived], appointment: null };
  };
}

function arrival(
  context: VisitContext,
  made: Made & Pick<Visit, "departmentId" | CameForField>,
): VisitStep {
  checkPriority(made.priority, context.rulesOf(made.departmentId));
  const { date } = context.departments.get(made.departmentId)!;
  const visit = newVisit(context, { ...made, date, number: nextNumberOf(date, context.numbers) });
  return { visit, before: undefined, action: "visit.arrived", eventName: "VISIT_ARRIVED" };
}

/** Makes a visit that begins to wait now, with its estimate. */
export function newVisit(
  context: VisitContext,
  made:
    & Made
    & Pick<NewVisit, "date" | "departmentId" | CameForField | "number" | "part">,
): Visit {
  const { organizationId, environment, now } = context;
  const fields = { ...made, organizationId, environment, arrivedAt: now };
  const visit = waitingVisit({ ...fields, estimatedMinutes: null });
  return { ...visit, estimatedMinutes: estimateFor(visit, context) };
}

/** Returns the minutes that a waiting visit can expect; null if it is not known. */
function estimateFor(visit: Visit, { waiting, departments, rulesOf, now }: VisitContext) {
  const others = waiting.filter(({ departmentId }) => departmentId === visit.departmentId);
  const ahead = callOrder([...others, visit], { rulesOf, now }).indexOf(visit);
  return estimateWait(ahead, departments.get(visit.departmentId)!);
}
