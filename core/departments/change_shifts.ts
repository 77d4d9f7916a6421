import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import { recordOf } from "../audit/audit_record.ts";
import { DomainError, validationError } from "../errors.ts";
import { idField, parseInput } from "../input.ts";
import { say } from "../messages.ts";
import type { Clock } from "../platform.ts";
import type { Departments } from "./departments.ts";
import { dateField } from "./opening_hours.ts";
import { offDutyTimes, type Shift, type ShiftPlan, shiftsField } from "./shifts.ts";
import { changePresence, personOf, type Worker } from "./worker.ts";

/** The maximum number of dates of one request. */
const maxDays = 62;
/** The maximum number of planned dates of a worker. */
const maxPlanned = 500;
/** Past shifts are kept for so long: reports count the places of past days. */
const keptDays = 92;

/** Input of the shifts of a person: a worker of the person, and dates. `shifts` null removes the plan of a date. */
export const setShiftsInput = z.object({
  id: idField("A worker of the person"),
  days: z.array(z.object({ date: dateField(), shifts: shiftsField.nullable() })).min(1).max(
    maxDays,
  ),
});

/** Input of the list of shifts. */
export const listShiftsInput = z.object({
  id: idField("A worker of the person"),
  from: dateField(),
  to: dateField(),
});

/** The shifts of a person, in every department. */
export interface ShiftsView {
  /** The workers of the person: one for each department. */
  workers: { id: number; departmentId: number }[];
  /** The dates from `from` to `to` that have a plan. */
  days: { date: string; shifts: Shift[] }[];
}

/**
 * Sets the shifts of a person on dates, in all departments of the person. From then on nobody can book the person outside
 * them on these dates; existing appointments stay. Throws VALIDATION_ERROR, WORKER_NOT_FOUND, or CONFLICT if too many
 * dates are planned.
 */
export async function setShifts(
  ports: Clock & { departments: Departments },
  caller: Pick<Caller, "organizationId" | "actor" | "timeZone">,
  input: unknown,
): Promise<ShiftsView> {
  const { id, days } = parseInput(setShiftsInput, input);
  const now = ports.now();
  // One record of the request claims its `Idempotency-Key`.
  let { actor } = caller;
  const oldest = now.toZonedDateTimeISO(caller.timeZone).toPlainDate().subtract({ days: keptDays });
  const workers = await ports.departments.changePerson(
    { id, organizationId: caller.organizationId },
    (worker, person) => {
      requireWorkersOf(person, days);
      const shifts = changedPlan(worker, days, oldest.toString());
      return changePresence(worker, () => {
        const offDuty = offDutyTimes(shifts, { isElsewhere: worker.personId !== null });
        const absences = worker.absences.filter(({ isOffDuty }) => !isOffDuty);
        Object.assign(worker, { shifts, absences: [...absences, ...offDuty] });
      });
    },
    (after, before) => {
      const changes = days.filter(({ date }) => !isSame(before.shifts[date], after.shifts[date]))
        .map(({ date }) => changeOf(date, before.shifts[date], after.shifts[date]));
      if (changes.length === 0) return null;
      const record = recordOf(after, { actor, action: "worker.updated", changes, at: now });
      const { claim: _, ...unclaiming } = actor;
      actor = unclaiming;
      return record;
    },
  );
  if (!workers) throw new DomainError("WORKER_NOT_FOUND", say("workerNotFound"));
  const dates = days.map(({ date }) => date).toSorted();
  return toShiftsView(workers, { from: dates[0]!, to: dates.at(-1)! });
}

/** Returns the shifts of a person. Throws VALIDATION_ERROR or WORKER_NOT_FOUND. */
export async function listShifts(
  { departments }: { departments: Departments },
  { organizationId }: Pick<Caller, "organizationId">,
  input: unknown,
): Promise<ShiftsView> {
  const { id, ...range } = parseInput(listShiftsInput, input);
  const all = await departments.listWorkersOf(organizationId, null);
  const worker = all.find((one) => one.id === id);
  if (!worker) throw new DomainError("WORKER_NOT_FOUND", say("workerNotFound"));
  return toShiftsView(all.filter((one) => personOf(one) === personOf(worker)), range);
}

function requireWorkersOf(
  person: readonly Worker[],
  days: z.output<typeof setShiftsInput>["days"],
): void {
  const ids = new Set(person.map(({ id }) => id));
  const isOther = days.some(({ shifts }) => shifts?.some(({ workerId }) => !ids.has(workerId)));
  if (isOther) throw validationError({ field: "days", message: say("shiftOfOther") });
}

/** Returns the plan of a worker with the changed dates, without dates before `oldest`. */
function changedPlan(
  { id, shifts }: Worker,
  days: z.output<typeof setShiftsInput>["days"],
  oldest: string,
): ShiftPlan {
  const plan = new Map(Object.entries(shifts).filter(([date]) => date >= oldest));
  for (const { date, shifts: given } of days) {
    if (given === null) plan.delete(date);
    else {
      const own = given.filter(({ workerId }) => workerId === id);
      plan.set(date, own.map(({ starts, ends }) => ({ starts, ends })));
    }
  }
  if (plan.size > maxPlanned) {
    throw new DomainError("CONFLICT", say("tooManyPlannedDates", { max: maxPlanned }));
  }
  return Object.fromEntries(plan);
}

function isSame(one: ShiftPlan[string] | undefined, other: ShiftPlan[string] | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the change of a date in an audit record. A side without a plan is left out. */
function changeOf(
  date: string,
  before: ShiftPlan[string] | undefined,
  after: ShiftPlan[string] | undefined,
) {
  return {
    field: "shifts",
    ...(before && { before: { date, shifts: before.map(textOf) } }),
    ...(after && { after: { date, shifts: after.map(textOf) } }),
  };
}

function textOf({ starts, ends }: ShiftPlan[string][number]): string {
  return `${starts}-${ends}`;
}

function toShiftsView(
  workers: readonly Worker[],
  { from, to }: { from: string; to: string },
): ShiftsView {
  const dates = new Set(workers.flatMap(({ shifts }) => Object.keys(shifts)));
  return {
    workers: workers.map(({ id, departmentId }) => ({ id, departmentId })),
    days: [...dates].filter((date) => from <= date && date <= to).toSorted().map((date) => ({
      date,
      shifts: workers
        .flatMap(({ id, shifts }) =>
          (shifts[date] ?? []).map(({ starts, ends }) => ({ workerId: id, starts, ends }))
        )
        .toSorted((a, b) => a.starts < b.starts ? -1 : 1),
    })),
  };
}
