import { minutesBetween } from "../../api/time.ts";
import type { QueueDepartment, QueueView, Visit } from "../../api/types.ts";

/** The counter at which a person works. */
export interface Counter {
  desk: string;
  /** Null if no staff member is named. */
  workerId: number | null;
}

/** The columns of the page, in the order in which people pass through them. */
export const columns = ["waiting", "called", "inService", "ended"] as const;
export type Column = (typeof columns)[number];

/** Returns the lists of some departments; of all if none are chosen. */
export function listsOf(
  queue: Pick<QueueView, Column | "left">,
  departmentIds: readonly number[],
): Record<Column | "left", readonly Visit[]> {
  const chosen = new Set(departmentIds);
  const inChosen = (visits: readonly Visit[]) =>
    chosen.size === 0 ? visits : visits.filter((visit) => chosen.has(visit.departmentId));
  return {
    waiting: inChosen(queue.waiting),
    called: inChosen(queue.called),
    inService: inChosen(queue.inService),
    ended: inChosen(queue.ended),
    left: inChosen(queue.left),
  };
}

/** Returns the visit that a counter calls or serves now, in any department. */
export function visitAt(
  { called, inService }: Pick<QueueView, "called" | "inService">,
  counter: Counter | null,
): Visit | undefined {
  if (!counter) return undefined;
  const isMine = ({ desk }: Visit) => desk === counter.desk;
  return inService.find(isMine) ?? called.find(isMine);
}

/** Returns the visit with an id, in any list. */
export function findVisit(queue: Pick<QueueView, Column | "left">, id: number): Visit | undefined {
  return [...columns, "left" as const].flatMap((column) => queue[column])
    .find((visit) => visit.id === id);
}

/** The actions on a visit. */
export const visitActions = [
  "call",
  "again",
  "start",
  "finish",
  "miss",
  "leave",
  "cancel",
  "back",
  "transfer",
  "edit",
] as const;
export type VisitAction = (typeof visitActions)[number];

const byState: Record<Visit["state"], readonly VisitAction[]> = {
  WAITING: ["call", "leave", "cancel", "transfer", "edit"],
  CALLED: ["again", "start", "finish", "miss", "leave", "back", "transfer", "edit"],
  IN_SERVICE: ["finish", "back", "transfer", "edit"],
  ENDED: [],
};

/**
 * Returns whether the state of a visit allows an action. The service decides; this table only hides buttons. A test
 * compares it with core (gateway/dashboard/README.md 14).
 */
export function allows({ state }: Pick<Visit, "state">, action: VisitAction): boolean {
  return byState[state].includes(action);
}

/** Returns how many more calls the rules of the department want before the visit can be a no-show. */
export function callsLeft(
  visit: Pick<Visit, "calls" | "departmentId">,
  departments: readonly QueueDepartment[],
): number {
  const rules = departments.find(({ id }) => id === visit.departmentId)?.rules;
  return Math.max(0, (rules?.maxCalls ?? 1) - visit.calls);
}

/** Returns the minutes that the person has waited until the first call, the end, or now. */
export function waitedMinutes(
  { arrivedAt, calledAt, endedAt }: Pick<Visit, "arrivedAt" | "calledAt" | "endedAt">,
  now: string,
): number {
  return minutesBetween(arrivedAt, calledAt ?? endedAt ?? now);
}

/** Returns the goal of the department if the person has waited at least as long and nobody has called them; else null. */
export function missedGoal(
  visit: Pick<Visit, "state" | "departmentId" | "arrivedAt" | "calledAt" | "endedAt">,
  departments: readonly QueueDepartment[],
  now: string,
): number | null {
  if (visit.state !== "WAITING") return null;
  const goal = departments.find(({ id }) => id === visit.departmentId)?.rules.goalMinutes ?? null;
  return goal !== null && waitedMinutes(visit, now) >= goal ? goal : null;
}

/** A counter is open if it has a person now, or had one within these minutes. */
const openMinutes = 10;

/** Returns the numbers above the columns. `estimates` are those of the departments that know one. */
export function figuresOf(
  lists: ReturnType<typeof listsOf>,
  departments: readonly QueueDepartment[],
  now: string,
): { waiting: number; longest: number | null; counters: number; estimates: number[] } {
  const { waiting, called, inService, ended } = lists;
  const recent = ended.filter(({ endedAt }) => minutesBetween(endedAt!, now) < openMinutes);
  const desks = [...called, ...inService, ...recent].flatMap(({ desk }) => desk ?? []);
  const waits = waiting.map((visit) => waitedMinutes(visit, now));
  return {
    waiting: waiting.length,
    longest: waits.length === 0 ? null : Math.max(...waits),
    counters: new Set(desks).size,
    estimates: departments.flatMap(({ isActive, estimatedMinutes }) =>
      isActive && estimatedMinutes !== null ? [estimatedMinutes] : []
    ),
  };
}

/** Returns the minutes of the service until its end or now; 0 before it. */
export function handledMinutes(
  { startedAt, endedAt }: Pick<Visit, "startedAt" | "endedAt">,
  now: string,
): number {
  return startedAt === null ? 0 : minutesBetween(startedAt, endedAt ?? now);
}
