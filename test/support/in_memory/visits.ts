import {
  answering,
  auditOfChange,
  auditOfVisit,
  type BookingScope,
  businessDateOf,
  defaultQueueRules,
  type DepartmentQueue,
  eventsOfChange,
  isCurrent,
  type LocalMoment,
  maxEndedTogether,
  maxOfAppointment,
  type Ports,
  possibleBusinessDates,
  type QueueRules,
  type ReadVisit,
  type Visit,
  type VisitContext,
  type VisitedDepartment,
  visitEvent,
  type VisitRequest,
} from "../../../core/ports.ts";
import { changeContextOf } from "./booking_context.ts";
import { publish } from "./event_feed.ts";
import type { Memory } from "./memory.ts";
import { inScope, of, owned, record, requireOpen } from "./rows.ts";
import { subscriptionsIn } from "./webhooks.ts";

/** The reads of visits in memory. */
export function visitsIn(memory: Memory): Ports["visits"] {
  return {
    async find(scope, id) {
      const visit = visitsOf(memory, scope).find((one) => one.id === id);
      return visit && withAppointment(memory, visit);
    },
    async ofAppointment(scope, appointmentId) {
      return visitsOf(memory, scope).filter((visit) => visit.appointmentId === appointmentId)
        .toSorted((a, b) => a.id - b.id).slice(-maxOfAppointment);
    },
    async present(scope, { departmentIds, ...moment }) {
      const all = visitsOf(memory, scope).filter((visit) =>
        departmentIds?.includes(visit.departmentId) ?? true
      );
      const dates = new Set(possibleBusinessDates(moment).map(String));
      return all.filter(({ state, date }) => state !== "ENDED" || dates.has(date.toString()))
        .map((visit) => withAppointment(memory, visit));
    },
    async queues(scope, { departmentIds, ...moment }) {
      return of(memory.departments, scope.organizationId)
        .filter(({ id, isActive }) =>
          departmentIds?.includes(id) ?? (isActive || isVisited(memory, scope, { id, ...moment }))
        )
        .map(({ id, name }): DepartmentQueue => {
          const figures = figuresOf(memory, scope, { id, ...moment });
          const today = visitsOf(memory, scope).filter((visit) =>
            visit.departmentId === id && visit.date.equals(figures.date)
          );
          return Object.assign(figures, {
            departmentId: id,
            departmentName: name,
            rules: rulesIn(memory, id),
            ended: today.filter(({ state }) => state === "ENDED").length,
            estimateErrorMinutes: medianError(today),
          });
        });
    },
    async changeRules({ organizationId, id }, change, audit) {
      const department = owned(memory.departments, { id, organizationId });
      if (!department) return undefined;
      const before = rulesIn(memory, id);
      const after = change(before);
      memory.queueRules.set(id, after);
      record(memory, audit({ name: department.name, before, after }));
      return after;
    },
  };
}

/** The gate of visits in memory. */
export function visitGateIn(memory: Memory, now: Ports["now"]): Ports["visitGate"] {
  return {
    async changeVisits(scope, { actor, ...request }, decide) {
      requireOpen(memory, scope);
      const context = contextOf(memory, scope, { ...request, now: now() });
      const decision = decide(context);
      if (decision === null) return null;
      if ("unchanged" in decision) return decision.unchanged.id;
      const steps = decision.steps.map((step) => ({
        ...step,
        visit: keepVisit(memory, step.visit),
      }));
      const events = steps.flatMap(({ visit, eventName }) =>
        eventName === null ? [] : [visitEvent(eventName, visit, context)]
      );
      if (decision.appointment) {
        const before = context.appointment!;
        events.unshift(...eventsOfChange(before, decision.appointment));
        const { claim: _, ...unclaiming } = actor;
        record(memory, auditOfChange(before, decision.appointment, unclaiming));
        const kept = memory.appointments.find(({ id }) => id === before.appointment.id)!;
        Object.assign(kept, decision.appointment.appointment);
      }
      publish(memory, scope, { ...context, events });
      const by = "answer" in decision ? answering(actor, decision.answer) : actor;
      for (const step of steps.toReversed()) record(memory, auditOfVisit(context, step, by));
      return steps.at(-1)!.visit.id;
    },
  };
}

function contextOf(
  memory: Memory,
  scope: BookingScope,
  { visitId, appointmentId, ticket, screenId, departmentIds = [], counter, now }:
    & Omit<VisitRequest, "actor">
    & {
      now: Temporal.Instant;
    },
): VisitContext {
  const { organizationId } = scope;
  const { timeZone } = memory.organizations.find(({ id }) => id === organizationId)!;
  const all = visitsOf(memory, scope);
  const visit = all.find(({ id }) => id === visitId);
  const ofAppointment = appointmentId ?? visit?.appointmentId;
  const appointment = inScope(memory, scope).find(({ id }) => id === ofAppointment);
  const isOpen = (one: Visit) => one.state !== "ENDED";
  const openVisit = all.find((one) => isOpen(one) && one.appointmentId === (appointmentId ?? 0));
  const ticketVisit = all.findLast((one) => one.ticket === ticket);
  const found = [visit, openVisit, ticketVisit, appointment];
  const ids = new Set([...departmentIds, ...found.map((one) => one?.departmentId)]);
  const departments = of(memory.departments, organizationId).filter(({ id }) => ids.has(id));
  const dateOf = (id: number) => businessDateIn(memory, id, { now, timeZone });
  return {
    ...scope,
    timeZone,
    now,
    numbers: {
      open: all.filter(isOpen).map(({ number }) => number),
      last: Object.fromEntries(
        possibleBusinessDates({ now, timeZone }).map((date) => [
          date.toString(),
          Math.max(0, ...all.filter((one) => one.date.equals(date)).map((one) => one.number)),
        ]),
      ),
    },
    visit,
    appointment: appointment && changeContextOf(memory, scope, { appointment, now }),
    openVisit,
    ticketVisit,
    waiting: all.filter((one) =>
      one.state === "WAITING" && ids.has(one.departmentId) &&
      isCurrent(one, dateOf(one.departmentId), now)
    ),
    ofKiosk: all
      .filter((one) => one.state === "WAITING" && one.screenId === screenId)
      .toReversed()
      .slice(0, maxEndedTogether),
    atCounter: all.find((one) => isBusy(one) && one.desk === counter?.desk),
    departments: new Map(
      departments.map(({ id }): [number, VisitedDepartment] => [
        id,
        { id, ...figuresOf(memory, scope, { id, now, timeZone }) },
      ]),
    ),
    rulesOf: (id) => rulesIn(memory, id),
    isWorkerKnown: (counter?.workerId ?? null) === null ||
      of(memory.workers, organizationId).some((one) =>
        one.id === counter!.workerId && one.isActive
      ),
    subscriptions: subscriptionsIn(memory, scope),
  };
}

/** Returns whether a department has visits of its business day, open visits, or people who may still come. */
function isVisited(
  memory: Memory,
  scope: BookingScope,
  { id, ...moment }: { id: number } & LocalMoment,
): boolean {
  const visits = visitsOf(memory, scope).filter(({ departmentId }) => departmentId === id);
  const date = businessDateIn(memory, id, moment);
  const dates = [date, possibleBusinessDates(moment).at(-1)!];
  return visits.some((visit) => visit.state !== "ENDED" || visit.date.equals(date)) ||
    inScope(memory, scope).some((one) =>
      one.departmentId === id && one.status === "SCHEDULED" && one.archivedAt === null &&
      dates.some((day) => one.dateTime.toPlainDate().equals(day))
    );
}

/** Returns the date of the business day of a department. */
export function businessDateIn(
  memory: Memory,
  id: number,
  moment: LocalMoment,
): Temporal.PlainDate {
  const { openingHours, closures } = owned(memory.departments, { id })!;
  return businessDateOf({ openingHours, closures, rules: rulesIn(memory, id) }, moment);
}

function figuresOf(
  memory: Memory,
  scope: BookingScope,
  { id, now, timeZone }: { id: number } & LocalMoment,
) {
  const all = visitsOf(memory, scope);
  const date = businessDateIn(memory, id, { now, timeZone });
  const today = all.filter((one) => one.departmentId === id && one.date.equals(date));
  const since = now.subtract({ hours: 1 });
  const isRecent = (time: Temporal.Instant | null) =>
    time !== null && Temporal.Instant.compare(time, since) > 0;
  const active = today.filter((one) =>
    one.desk !== null && (isBusy(one) || isRecent(one.calledAt) || isRecent(one.endedAt))
  );
  const desks = new Set(active.map(({ desk }) => desk));
  return {
    date,
    isActive: owned(memory.departments, { id })!.isActive,
    counters: desks.size,
    busyCounters: all.filter((one) => isBusy(one) && desks.has(one.desk)).length,
    handlingSeconds: today.filter(({ outcome }) => outcome === "SERVED").slice(-20)
      .map(({ startedAt, endedAt }) => endedAt!.since(startedAt!).total("seconds")),
  };
}

/** Returns the median difference of estimated and real wait in minutes; null for fewer than three. */
function medianError(visits: readonly Visit[]): number | null {
  const errors = visits
    .filter(({ calledAt, estimatedMinutes }) => calledAt !== null && estimatedMinutes !== null)
    .map(({ arrivedAt, calledAt, estimatedMinutes }) =>
      Math.abs(calledAt!.since(arrivedAt).total("minutes") - estimatedMinutes!)
    )
    .toSorted((a, b) => a - b);
  if (errors.length < 3) return null;
  const middle = (errors.length - 1) / 2;
  return (errors[Math.floor(middle)]! + errors[Math.ceil(middle)]!) / 2;
}

function isBusy({ state }: Visit): boolean {
  return state === "CALLED" || state === "IN_SERVICE";
}

/** Returns the rules of a department in memory. */
export function rulesIn(memory: Memory, departmentId: number): QueueRules {
  return memory.queueRules.get(departmentId) ?? defaultQueueRules;
}

function visitsOf(memory: Memory, { organizationId, environment }: BookingScope): Visit[] {
  return of(memory.visits, organizationId).filter((one) => one.environment === environment);
}

/** Returns a visit with its appointment as it is now. */
export function withAppointment(memory: Memory, visit: Visit): ReadVisit {
  const found = memory.appointments.find(({ id }) => id === visit.appointmentId);
  if (!found) return { ...visit, appointment: null };
  const { id, dateTime, status, name, departmentId, archivedAt } = found;
  const departmentName = owned(memory.departments, { id: departmentId })!.name;
  const appointment = { id, dateTime, status, name, departmentId, departmentName, archivedAt };
  return { ...visit, appointment };
}

function keepVisit(memory: Memory, visit: Visit): Visit {
  if (visit.id !== 0) {
    memory.visits[visit.id - 1] = visit;
    return visit;
  }
  const kept = { ...visit, id: memory.visits.length + 1 };
  memory.visits.push(kept);
  return kept;
}
